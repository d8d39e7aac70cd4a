#include "app/packetdrill/player.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/packetdrill/assertion.h"
#include "app/packetdrill/show.h"
#include "app/packetdrill/symbols.h"
#include "app/packetdrill/tcp_info.h"

namespace rocelab::app::packetdrill {

Ps Player::tolerance(Ps since_last) const {
  return std::max(environment_.tolerance, since_last / 1000 * environment_.per_mille);
}

void Player::check_time(Ps got, Ps from, Ps to, Ps tolerance, const std::string& what) const {
  if (got >= from - tolerance && got <= to + tolerance) return;
  const std::string wanted = from == to ? show_time(from) : fmt::format("{}~{}", show_time(from), show_time(to));
  throw Failure(fmt::format("time of {}\n  expected  {}, give or take {}\n  got       {}", what, wanted,
                            show_time(tolerance), show_time(got)));
}

void Player::advance(Ps to) {
  for (;;) {
    const Ps wake = blocked_ ? blocked_->attempt.wake_at : never;
    const Ps next = std::min(host_.deadline(), wake);
    if (next > to) break;
    host_.advance(std::max(next, host_.now()));
    resume();
  }
  host_.advance(to);
  resume();
}

void Player::resume() {
  if (!blocked_) return;
  const auto result = calls_.attempt(blocked_->attempt);
  if (!result) return;
  const auto done = std::move(blocked_);
  const Event* current = std::exchange(at_, &done->event);
  check_time(host_.now(), done->end, done->end, done->tolerance, fmt::format("{}()'s return", done->attempt.call.name));
  check(done->attempt.call, *result);
  at_ = current;
}

void Player::finish_call() {
  if (!blocked_) return;
  const Ps latest = blocked_->end + blocked_->tolerance;
  while (blocked_) {
    const Ps next = std::min(host_.deadline(), blocked_->attempt.wake_at);
    if (next > latest) break;
    advance(next);
  }
  if (!blocked_) return;
  at_ = &blocked_->event;
  throw Failure(fmt::format("{}()\n  expected  to return at {}\n  got       it still blocks",
                            blocked_->attempt.call.name, show_time(blocked_->end)));
}

void Player::inject(const PacketLine& packet) {
  tcp::SegmentIn in;
  in.header.seq = packet.seq;
  in.header.flags = packet.flags;
  in.header.ack = packet.ack.value_or(0);
  in.header.window = packet.window.value_or(0);
  in.header.options = options_of(packet);
  auto& stamps = in.header.options.timestamps;
  if (stamps && packet.ack) stamps->echo = stamps_.to_live(stamps->echo, environment_.scale_echoes);
  in.payload = packet.payload;
  if (environment_.frame_size > 0 && in.payload > environment_.frame_size) {
    in.frame_size = environment_.frame_size;
    in.frames = static_cast<std::uint16_t>((in.payload + in.frame_size - 1) / in.frame_size);
  }
  in.ecn = packet.ecn.value_or(wire::Ecn::not_ect);
  host_.receive(in);
  resume();
}

void Player::expect(const PacketLine& packet, const When& when) {
  const bool any_time = when.kind == When::Kind::any;
  const Ps base = when.kind == When::Kind::absolute ? 0 : host_.now();
  const Ps from = base + when.from, to = base + when.to.value_or(when.from);
  const Ps slack = tolerance(std::max<Ps>(0, from - last_));
  const Ps latest = any_time ? never : to + slack;
  OutboundMatch match(packet, stamps_);
  while (!match.take(host_.sent())) {
    const Ps next = host_.deadline();
    if (next == never || next > latest) {
      throw Failure(fmt::format("outbound packet\n  expected  {} at {}\n  got       {} until {}", show(packet),
                                any_time ? "any time" : show_time(from), match.got(),
                                show_time(any_time ? host_.now() : latest)));
    }
    advance(next);
  }
  if (!any_time) check_time(match.at(), from, to, slack, show(packet));
  for (const OptionItem& item : packet.options) {
    if (item.kind != OptionItem::Kind::timestamps || !match.stamp()) continue;
    stamps_.learn(item.values[0], *match.stamp());
    if (!environment_.check_timestamps) continue;
    const auto off = static_cast<std::int32_t>(stamps_.to_script(*match.stamp()) - item.values[0]);
    if ((off < 0 ? -off : off) * environment_.timestamp_tick > tolerance(host_.now())) {
      throw Failure(
          fmt::format("TS val\n  expected  {}\n  got       {}", item.values[0], stamps_.to_script(*match.stamp())));
    }
  }
}

void Player::check(const Call& call, const Result& result) const {
  if (call.result.kind == Value::Kind::ellipsis) return;
  const std::int64_t wanted = number(call.result);
  const auto spell = [](std::int64_t value, const std::string& error) {
    return value == -1 && !error.empty() ? fmt::format("-1 {}", error) : std::to_string(value);
  };
  const std::string got_error = result.value == -1 ? error_name(result.error) : "";
  const bool same_error =
      call.error.empty() || error_number(call.error) == result.error || (result.value == -1 && got_error == call.error);
  if (wanted == result.value && same_error) return;
  throw Failure(fmt::format("{}()\n  expected  {}\n  got       {}", call.name, spell(wanted, call.error),
                            spell(result.value, got_error)));
}

void Player::call(const Event& event, const Call& call) {
  const Ps base = event.when.kind == When::Kind::absolute ? 0 : host_.now() - event.when.from;
  auto pending = std::make_unique<Blocked>(event, call);
  if (!event.when.end) {
    const auto result = calls_.attempt(pending->attempt);
    if (!result) throw Failure(fmt::format("{}()\n  expected  to return at once\n  got       it blocks", call.name));
    return check(call, *result);
  }
  pending->end = base + *event.when.end;
  pending->tolerance = tolerance(pending->end - host_.now());
  blocked_ = std::move(pending);
  resume();
}

void Player::run(const Event& event) {
  at_ = &event;
  if (std::holds_alternative<Call>(event.what)) finish_call();
  if (const auto* packet = std::get_if<PacketLine>(&event.what); packet && packet->outbound) {
    expect(*packet, event.when);
    last_ = host_.now();
    return;
  }
  const Ps base = event.when.kind == When::Kind::absolute ? 0 : host_.now();
  if (base + event.when.from < host_.now()) {
    throw Failure(fmt::format("this event comes too late\n  expected  {}\n  got       {}",
                              show_time(base + event.when.from), show_time(host_.now())));
  }
  advance(base + event.when.from);
  if (const auto* packet = std::get_if<PacketLine>(&event.what)) {
    inject(*packet);
  } else if (const auto* line = std::get_if<Call>(&event.what)) {
    call(event, *line);
  } else if (const auto* shell = std::get_if<Shell>(&event.what)) {
    apply_shell(environment_, shell->text);
  } else if (const auto* code = std::get_if<Code>(&event.what)) {
    Socket* s = host_.current();
    if (!s) throw Failure("an assertion before there is a connection");
    run_assertions(code->text, tcp_info(*s, host_.now()), variables_);
  }
  last_ = host_.now();
}

CaseOutcome Player::play() {
  using Verdict = CaseOutcome::Verdict;
  CaseOutcome outcome{script_.file, Verdict::passed, ""};
  try {
    if (script_.unsupported) throw Unsupported(*script_.unsupported);
    for (const auto& [name, value] : script_.options) apply_option(environment_, name, value);
    for (const Event& event : script_.events) run(event);
    finish_call();
  } catch (const Unsupported& error) {
    outcome.verdict = Verdict::skipped;
    outcome.reason = fmt::format("not modelled: {}", error.what());
  } catch (const Failure& error) {
    outcome.verdict = Verdict::failed;
    outcome.id = fmt::format("{}:{}", script_.file, at_ ? at_->place.line : 1);
    outcome.reason = error.what();
    // Where the message does not show the line itself.
    if (at_ && outcome.reason.find("expected") == std::string::npos) outcome.reason += "\n  " + at_->text;
  }
  return outcome;
}

}  // namespace rocelab::app::packetdrill
