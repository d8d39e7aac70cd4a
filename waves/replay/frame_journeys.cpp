#include "waves/replay/frame_journeys.h"

#include <algorithm>

#include "waves/rows/ascii.h"

namespace rocelab::waves {
namespace {
/// How many frames of its flow may arrive between a frame and its second copy.
constexpr std::size_t remembered = 64;
/// A frame from before the recorded time behind which so many of its flow have left will not arrive any more.
constexpr std::size_t long_gone = 1024;

/// Why a NIC drops a frame that reached it (the counters "dropped.<cause>"), counted under the tag of its own host.
constexpr std::string_view receivers_causes[]{"rx_buffer", "receive_buffer", "no_receive_buffer"};
}  // namespace

void FrameJourneys::see(const FrameSeen& seen) {
  if (roster_[seen.port].host == no_host) return;
  const std::uint64_t glance = glance_.pack(*seen.packet);
  seen.sent ? sent(seen, glance) : received(seen, glance);
}

/// Where the frame is kept; none where it is one too many or not of the recorded time.
std::optional<std::size_t> FrameJourneys::add(Replay::Frame frame) {
  const Ps t = frame.first_bit;
  if (t < extent_.from()) return std::nullopt;
  const bool recorded = t <= extent_.to();
  if (recorded) ++seen_;
  if (recorded && frames_.size() < most_) {
    frames_.push_back(std::move(frame));
    return frames_.size() - 1;
  }
  if (recorded && !until_) until_ = t;
  if (!left_out_) left_out_ = t;
  return std::nullopt;
}

void FrameJourneys::sent(const FrameSeen& seen, std::uint64_t glance) {
  const Packet& p = *seen.packet;
  const Roster::Port& port = roster_[seen.port];
  const auto fate = p.control ? Replay::Fate::pause : Replay::Fate::under_way;
  const Stream stream = stream_of(port.lane, p.tag);
  leaving_ = Leaving{stream, seen.first_bit, ++sent_};
  Sent& of_flow = streams_[stream];
  const auto kept = add({port.host.value, -1, seen.first_bit, seen.last_bit - seen.first_bit, std::nullopt,
                         std::string(spaced(frame_word(glance))), p.payload, p.transmission, fate});
  // One from before may be dropped, or arrive, inside; what leaves later than what is kept no longer matters.
  if (!kept && seen.first_bit >= extent_.from()) return;
  of_flow.expected.push_back({kept, sent_, glance, p.length, p.transmission});
  if (of_flow.expected.size() <= long_gone || of_flow.expected.front().frame) return;
  of_flow.expected.pop_front();
  if (of_flow.dropped > 0) --of_flow.dropped;
}

std::deque<FrameJourneys::Expected>::iterator FrameJourneys::find(Sent& sent, const Packet& p, std::uint64_t glance) {
  const auto known = [&](const Expected& e) { return e.glance == glance && e.transmission == p.transmission; };
  const auto alike = [&](const Expected& e) {
    return e.length == p.length && e.transmission == p.transmission && e.number >= sent.newest;
  };
  const auto it = p.fcs_bad ? sent.expected.end() : std::find_if(sent.expected.begin(), sent.expected.end(), known);
  if (it != sent.expected.end() || !p.fcs_bad) return it;
  return std::find_if(sent.expected.begin(), sent.expected.end(), alike);
}

void FrameJourneys::received(const FrameSeen& seen, std::uint64_t glance) {
  last_in_[{roster_[seen.port].host, seen.packet->tag.flow}] = arrival(seen, glance);
}

std::optional<std::size_t> FrameJourneys::arrival(const FrameSeen& seen, std::uint64_t glance) {
  const Packet& p = *seen.packet;
  const Roster::Port& port = roster_[seen.port];
  const auto stream = streams_.find(stream_of(port.lane, p.tag));
  if (stream != streams_.end()) {
    Sent& sent = stream->second;
    const auto it = find(sent, p, glance);
    if (it != sent.expected.end()) return arrived(sent, it, seen);
    if (!p.control) return again(sent, seen, glance);
  }
  // From a switch (a pause frame), or from a source that is no host.
  return add({-1, port.host.value, seen.first_bit, seen.last_bit - seen.first_bit, seen.last_bit,
              std::string(spaced(frame_word(glance))), p.payload, p.transmission,
              p.control ? Replay::Fate::pause : Replay::Fate::arrived});
}

std::optional<std::size_t> FrameJourneys::arrived(Sent& sent, std::deque<Expected>::iterator it,
                                                  const FrameSeen& seen) {
  const Expected known = *it;
  sent.expected.erase(it);
  sent.newest = std::max(sent.newest, known.number);
  if (!known.frame) return std::nullopt;
  sent.arrived.push_back(known);
  Replay::Frame& frame = frames_[*known.frame];
  frame.to = roster_[seen.port].host.value;
  frame.last = seen.last_bit;
  if (frame.fate != Replay::Fate::pause) {
    frame.fate = seen.packet->fcs_bad ? Replay::Fate::damaged : Replay::Fate::arrived;
  }
  longest_ = std::max(longest_, seen.last_bit - frame.first_bit);
  return known.frame;
}

std::vector<FrameJourneys::Expected>::reverse_iterator FrameJourneys::recent(Sent& sent) {
  return sent.arrived.rbegin() + static_cast<std::ptrdiff_t>(std::min(sent.arrived.size(), remembered));
}

/// The network delivers a frame a second time, or the first one of the two was not among those that are kept.
std::optional<std::size_t> FrameJourneys::again(Sent& sent, const FrameSeen& seen, std::uint64_t glance) {
  // One that left behind the recorded time may look like a kept one: CNPs bear no number.
  if (seen.first_bit > extent_.to()) return std::nullopt;
  const Packet& p = *seen.packet;
  const auto twin = std::find_if(sent.arrived.rbegin(), recent(sent), [&](const Expected& e) {
    return e.glance == glance && e.transmission == p.transmission;
  });
  if (twin == recent(sent)) return std::nullopt;
  Replay::Frame frame = frames_[*twin->frame];
  frame.last = seen.last_bit;
  frame.fate = Replay::Fate::duplicate;
  return add(std::move(frame));
}

void FrameJourneys::dropped(std::string_view cause, Tag tag, Ps t) {
  const auto by_receiver = std::find(std::begin(receivers_causes), std::end(receivers_causes), cause);
  if (by_receiver != std::end(receivers_causes)) return no_room(*by_receiver, tag);
  const Stream stream = stream_of(tag.lane, tag);
  if (leaving_ && leaving_->stream == stream && leaving_->first_bit == t) {
    lost_on_cable(streams_[stream], leaving_->number);
    return leaving_.reset();
  }
  const bool of_a_later_one = left_out_ && t > *left_out_ + longest_;
  if (!of_a_later_one) ++streams_[stream].dropped;
}

void FrameJourneys::no_room(std::string_view cause, Tag tag) {
  const auto last = last_in_.find({tag.host, tag.flow});
  if (last == last_in_.end() || !last->second) return;
  frames_[*last->second].fate = Replay::Fate::no_room;
  frames_[*last->second].cause = cause;
}

void FrameJourneys::lost_on_cable(Sent& sent, std::uint64_t number) {
  const auto it =
      std::find_if(sent.expected.begin(), sent.expected.end(), [&](const Expected& e) { return e.number == number; });
  if (it == sent.expected.end()) return;
  if (it->frame) frames_[*it->frame].fate = Replay::Fate::lost;
  sent.expected.erase(it);
}

void FrameJourneys::finish(Replay& replay) {
  for (auto& [stream, sent] : streams_) {
    for (const Expected& e : sent.expected) {
      if (sent.dropped == 0) break;
      if (e.frame && frames_[*e.frame].fate != Replay::Fate::under_way) continue;
      if (e.frame) frames_[*e.frame].fate = Replay::Fate::lost;
      --sent.dropped;
    }
  }
  replay.frames = std::move(frames_);
  replay.frames_seen = seen_;
  replay.frames_until = until_;
}

}  // namespace rocelab::waves
