#include "app/packetdrill/match.h"

#include <fmt/format.h>

#include "app/conformance/outcome.h"
#include "app/packetdrill/show.h"

namespace rocelab::app::packetdrill {

void TimestampMap::learn(std::uint32_t script, std::uint32_t live) {
  if (!any_) {
    any_ = true;
    first_script_ = script;
    first_live_ = live;
  }
  live_of_[script] = live;
}

std::uint32_t TimestampMap::to_live(std::uint32_t script, bool scaled) const {
  const auto it = live_of_.find(script);
  if (it != live_of_.end()) return it->second;
  if (scaled && any_) return first_live_ + (script - first_script_);
  if (script == 0) return 0;  // the peer has nothing to echo
  throw Failure(fmt::format("this packet echoes TS val {}, which no outbound packet had", script));
}

void OutboundMatch::fail(const std::string& what, const tcp::SegmentOut& part) const {
  throw Failure(fmt::format("{}\n  expected  {}\n  got       {} at {}", what, show(wanted_),
                            show(part, option_items(part.header.options)), show_time(at_)));
}

std::string OutboundMatch::got() const {
  return any_ ? show(whole_, option_items(whole_.header.options)) : std::string("nothing");
}

void OutboundMatch::compare_options(const tcp::SegmentOut& part) {
  if (wanted_.any_options) return;
  auto got = option_items(part.header.options);
  if (got.size() != wanted_.options.size()) fail("TCP options", part);
  for (std::size_t i = 0; i < got.size(); ++i) {
    const OptionItem& want = wanted_.options[i];
    if (got[i].kind != want.kind) fail("TCP options", part);
    if (want.kind == OptionItem::Kind::timestamps) {
      stamped_ = true;
      stamp_ = got[i].values[0];
      // The value is the clock's and compared apart; the echo is the script's own number.
      if (got[i].values[1] != want.values[1]) fail("TS ecr", part);
    } else if (got[i].values != want.values) {
      fail("TCP options", part);
    }
  }
}

void OutboundMatch::compare_part(const tcp::SegmentOut& part, bool first, bool last, bool push_known) {
  std::uint8_t want = wanted_.flags, got = part.header.flags;
  const auto ignore = [&](std::uint8_t flag) {
    want &= static_cast<std::uint8_t>(~flag);
    got &= static_cast<std::uint8_t>(~flag);
  };
  // FIN and PSH stand on the last piece of several, CWR on the first.
  if (!last) ignore(wire::tcp_psh | wire::tcp_fin);
  if (!push_known) ignore(wire::tcp_psh);
  if (!first) ignore(wire::tcp_cwr);
  if (part.header.seq != wanted_.seq + have_) fail("sequence number", part);
  if (have_ + part.payload > wanted_.payload) fail("length", part);
  if (want != got) fail("flags", part);
  if (wanted_.ack && part.header.ack != *wanted_.ack) fail("acknowledgement", part);
  if (wanted_.window && part.header.window != *wanted_.window) fail("window", part);
  if (wanted_.ecn && part.ecn != *wanted_.ecn) fail("ECN field", part);
  compare_options(part);
}

bool OutboundMatch::take(std::deque<Sent>& sent) {
  while (!sent.empty()) {
    const Sent next = sent.front();
    sent.pop_front();
    at_ = next.at;
    const tcp::SegmentOut& s = next.segment;
    const std::uint32_t left = wanted_.payload - have_;
    if (s.payload <= left) {
      const bool last = s.payload == left;
      compare_part(s, !any_, last, true);
      any_ = true;
      have_ += s.payload;
      whole_ = s;
      if (last) return true;
      if (s.payload == 0) fail("length", s);
      continue;
    }
    // Longer than wanted: on the wire it is frames, and those count. The rest stays for the next line.
    if (left == 0 || s.frames() == 1) fail("length", s);
    for (std::uint32_t i = s.frames(); i-- > 0;) sent.push_front({next.at, tcp::frame_of(s, i)});
    for (std::uint32_t taken = 0; taken < left;) {
      const tcp::SegmentOut frame = sent.front().segment;
      sent.pop_front();
      taken += frame.payload;
      compare_part(frame, !any_, taken == left, false);
      any_ = true;
      have_ += frame.payload;
      whole_ = frame;
    }
    return true;
  }
  return false;
}

}  // namespace rocelab::app::packetdrill
