#include "app/conformance/rc_player.h"

#include <fmt/format.h>

#include "app/conformance/rc_expect_tx.h"
#include "app/conformance/rc_words.h"

namespace rocelab::app::replay {
namespace {

/// The one member of a step that says what it is.
std::string kind_of(const Json& step) {
  if (!step.is_object()) throw Malformed(fmt::format("{} is no step", step.dump()));
  std::string kind;
  for (const auto& [key, value] : step.items()) {
    if (key == "returns" || key == "note") continue;
    if (!kind.empty()) throw Malformed(fmt::format("a step is one thing, not \"{}\" and \"{}\"", kind, key));
    kind = key;
  }
  if (kind.empty()) throw Malformed("an empty step");
  return kind;
}

void expect_returns(const Json& got, const Json& wanted) {
  const auto is = [&got](const Json& one) {
    if (one != 0 && !one.is_string()) throw Malformed(fmt::format("returns: {} is neither 0 nor an errno", one.dump()));
    return one == got;
  };
  bool met = false;
  for (const Json& one : wanted.is_array() ? wanted : Json::array({wanted})) met = met || is(one);
  if (!met) differ("returns", wanted, got.is_string() ? got.get<std::string>() : got.dump());
}

/// Does an expectation hold, where it may or may not?
template <class Check>
bool holds(const Check& check) {
  try {
    check();
    return true;
  } catch (const Malformed&) {
    throw;
  } catch (const Failure&) {
    return false;
  }
}

}  // namespace

Player::Player(Bench& bench, Application& application, bool timed)
    : bench_(bench), application_(application), watch_(bench, application, timed) {}

void Player::play(const Json& step) {
  const std::string kind = kind_of(step);
  const Json& argument = step.at(kind);
  int error = 0;
  if (call(kind, argument, error)) {
    expect_returns(errno_name(error), step.value("returns", Json(0)));
    done();
    watch_.absorb();
    return;
  }
  if (step.contains("returns")) throw Malformed(fmt::format("\"{}\" returns nothing", kind));
  if (application_step(kind, argument)) return done();
  perform(kind, argument);
}

bool Player::call(const std::string& kind, const Json& argument, int& error) {
  if (kind == "post_send") return error = application_.post_send(argument), true;
  if (kind == "post_recv") return error = application_.post_recv(argument), true;
  if (kind == "fill_sq") return error = application_.fill_sq(argument), true;
  if (kind == "modify_qp") return error = application_.modify_qp(argument), true;
  if (kind == "dereg_mr") return error = application_.dereg_mr(argument), true;
  return false;
}

bool Player::application_step(const std::string& kind, const Json& argument) {
  if (kind == "poke") return application_.poke(argument), true;
  if (kind == "memory") return application_.expect_memory(argument), true;
  if (kind == "qp") return application_.expect_qp(argument), true;
  if (kind == "req_notify") return application_.req_notify(argument), true;
  if (kind == "cq_event") return application_.expect_cq_event(argument), true;
  return false;
}

void Player::perform(const std::string& kind, const Json& argument) {
  if (kind == "rx") return rx(argument);
  if (kind == "tx") return tx(argument);
  if (kind == "tx_opt") return tx_opt(argument);
  if (kind == "quiet_us") return quiet(argument);
  if (kind == "wait_us") return watch_.pass_until(watch_.now() + microseconds(argument, "wait_us")), done();
  if (kind == "cqe") return cqe(argument);
  if (kind == "no_cqe") return no_cqe();
  if (kind == "async_event") return async_event(argument);
  if (kind == "choose") return choose(argument);
  throw Malformed(fmt::format("unknown step \"{}\"", kind));
}

void Player::rx(const Json& step) {
  const PacketPtr frame = build_frame(step, application_.names(), bench_.subnet, bench_.pool);
  bench_.nic().receive(frame);
  done();
  watch_.absorb();
}

const DeviceFrame* Player::awaited(const Json& tx) const {
  if (!tx.is_object()) throw Malformed("tx: no object");
  if (wants_cnp(tx)) return watch_.next_cnp();
  return watch_.next_frame(tx.contains("from") ? text(tx.at("from"), "tx.from") : "q");
}

void Player::tx(const Json& step) {
  const DeviceFrame* frame = nullptr;
  watch_.until(never, [&] { return (frame = awaited(step)) != nullptr; });
  if (!frame) differ("tx", step, "no frame");
  expect_frame(*frame, step, application_.names(), bench_.subnet, since_);
  since_ = frame->arrival;
  watch_.consume(frame);
}

void Player::tx_opt(const Json& step) {
  const DeviceFrame* frame = nullptr;
  watch_.until(watch_.settled(), [&] { return (frame = awaited(step)) != nullptr; });
  if (!frame || !meets(*frame, step)) return done();  // another frame is for a later step to look at
  since_ = frame->arrival;
  watch_.consume(frame);
}

void Player::quiet(const Json& step) {
  watch_.pass_until(watch_.now() + microseconds(step, "quiet_us"));
  if (const DeviceFrame* f = watch_.any_frame()) differ("quiet_us", step, f->title());
  done();
}

void Player::cqe(const Json& step) {
  watch_.until(never, [&] { return application_.completions().oldest(step) != nullptr; });
  application_.completions().expect(step);
  application_.completions().consume(step);
  done();
}

void Player::no_cqe() {
  watch_.settle();
  const std::string left = application_.completions().left();
  if (!left.empty()) differ("no_cqe", "no completion", left);
  done();
}

void Player::async_event(const Json& step) {
  if (!watch_.until(never, [&] { return application_.take_async_event(step); })) differ("async_event", step, "none");
  done();
}

bool Player::is_silence(const Json& branch) const {
  const std::string kind = kind_of(branch.at(0));
  return kind == "quiet_us" || kind == "no_cqe";
}

bool Player::meets(const DeviceFrame& frame, const Json& tx) const {
  return holds([&] { expect_frame(frame, tx, application_.names(), bench_.subnet, since_); });
}

bool Player::is_next(const Json& branch) {
  const std::string kind = kind_of(branch.at(0));
  const Json& argument = branch.at(0).at(kind);
  if (kind == "cqe") return holds([&] { application_.completions().expect(argument); });
  if (kind != "tx") throw Malformed(fmt::format("choose: a branch cannot begin with \"{}\"", kind));
  const DeviceFrame* frame = awaited(argument);
  return frame && meets(*frame, argument);
}

void Player::choose(const Json& branches) {
  if (!branches.is_array() || branches.empty()) throw Malformed("choose: no list of branches");
  for (const Json& branch : branches) {
    if (!branch.is_array() || branch.empty()) throw Malformed("choose: a branch is no list of steps");
  }
  const Json* taken = nullptr;
  const auto look = [&] {
    for (const Json& branch : branches) {
      if (!is_silence(branch) && is_next(branch)) return taken = &branch, true;
    }
    return false;
  };
  watch_.until(watch_.settled(), look);
  const std::string after = application_.completions().left();
  const DeviceFrame* frame = watch_.any_frame();
  // A completion that waits has come, whether just now or with the step before: a slower device would bring it later.
  if (!taken && !frame && after.empty()) {
    for (const Json& branch : branches) {
      if (!taken && is_silence(branch)) taken = &branch;
    }
  }
  if (!taken) differ("choose", "one of the branches", frame ? frame->title() : after.empty() ? "nothing" : after);
  for (const Json& step : *taken) play(step);
}

void Player::end(const Json& at_end) {
  only(at_end, {"tx", "cqe"}, "at_end");
  for (const auto& [key, value] : at_end.items()) {
    if (value != "any") throw Malformed(fmt::format("at_end.{}: {} is unknown", key, value.dump()));
  }
  watch_.settle();
  const DeviceFrame* frame = watch_.any_frame();
  if (frame && !at_end.contains("tx")) differ("tx", "no further frame", frame->title());
  const std::string left = application_.completions().left();
  if (!left.empty() && !at_end.contains("cqe")) differ("cqe", "no further completion", left);
}

}  // namespace rocelab::app::replay
