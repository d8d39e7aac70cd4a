#include "waves/replay/frame_journeys.h"

#include <algorithm>

#include "waves/rows/ascii.h"

namespace rocelab::waves {
namespace {
/// How many frames of its flow may arrive between a frame and its second copy, or its drop by its receiver.
constexpr std::size_t remembered = 64;
}  // namespace

void FrameJourneys::see(const FrameSeen& seen) {
  if (roster_[seen.port].host == no_host) return;
  const std::uint64_t glance = glance_.pack(*seen.packet);
  seen.sent ? sent(seen, glance) : received(seen, glance);
}

/// False where the frame is one too many.
bool FrameJourneys::add(Replay::Frame frame) {
  ++seen_;
  if (frames_.size() >= most_) {
    if (!until_) until_ = frame.first_bit;
    return false;
  }
  frames_.push_back(std::move(frame));
  return true;
}

void FrameJourneys::sent(const FrameSeen& seen, std::uint64_t glance) {
  const Packet& p = *seen.packet;
  const Roster::Port& port = roster_[seen.port];
  const auto fate = p.control ? Replay::Fate::pause : Replay::Fate::under_way;
  const std::size_t index = frames_.size();
  leaving_ = Leaving{stream_of(port.lane, p.tag), seen.first_bit, std::nullopt};
  if (!add({port.host.value, -1, seen.first_bit, seen.last_bit - seen.first_bit, std::nullopt,
            std::string(spaced(frame_word(glance))), p.payload, p.transmission, fate})) {
    return;
  }
  leaving_->frame = index;
  streams_[leaving_->stream].expected.push_back({index, glance, p.length, p.transmission});
}

std::vector<FrameJourneys::Expected>::iterator FrameJourneys::find(Sent& sent, const Packet& p, std::uint64_t glance) {
  const auto known = [&](const Expected& e) { return e.glance == glance && e.transmission == p.transmission; };
  const auto alike = [&](const Expected& e) {
    return e.length == p.length && e.transmission == p.transmission && e.frame >= sent.newest;
  };
  const auto it = p.fcs_bad ? sent.expected.end() : std::find_if(sent.expected.begin(), sent.expected.end(), known);
  if (it != sent.expected.end() || !p.fcs_bad) return it;
  return std::find_if(sent.expected.begin(), sent.expected.end(), alike);
}

void FrameJourneys::received(const FrameSeen& seen, std::uint64_t glance) {
  const Packet& p = *seen.packet;
  const Roster::Port& port = roster_[seen.port];
  const auto stream = streams_.find(stream_of(port.lane, p.tag));
  if (stream != streams_.end()) {
    Sent& sent = stream->second;
    const auto it = find(sent, p, glance);
    if (it != sent.expected.end()) {
      Replay::Frame& frame = frames_[it->frame];
      frame.to = port.host.value;
      frame.last = seen.last_bit;
      if (frame.fate != Replay::Fate::pause) frame.fate = p.fcs_bad ? Replay::Fate::damaged : Replay::Fate::arrived;
      longest_ = std::max(longest_, seen.last_bit - frame.first_bit);
      sent.newest = std::max(sent.newest, it->frame);
      sent.arrived.push_back(*it);
      sent.expected.erase(it);
      return;
    }
    if (!p.control) return again(sent, seen, glance);
  }
  // Its flow began beyond the limit: counted when it was sent.
  if (until_ && !p.control) return;
  // From a switch (a pause frame), or from a source that is no host.
  const Ps left = seen.first_bit;
  add({-1, port.host.value, left, seen.last_bit - seen.first_bit, seen.last_bit,
       std::string(spaced(frame_word(glance))), p.payload, p.transmission,
       p.control ? Replay::Fate::pause : Replay::Fate::arrived});
}

std::vector<FrameJourneys::Expected>::reverse_iterator FrameJourneys::recent(Sent& sent) {
  return sent.arrived.rbegin() + static_cast<std::ptrdiff_t>(std::min(sent.arrived.size(), remembered));
}

/// The network delivers a frame a second time, or the first one of the two was not among those that are kept.
void FrameJourneys::again(Sent& sent, const FrameSeen& seen, std::uint64_t glance) {
  const Packet& p = *seen.packet;
  const auto twin = std::find_if(sent.arrived.rbegin(), recent(sent), [&](const Expected& e) {
    return e.glance == glance && e.transmission == p.transmission;
  });
  if (twin == recent(sent)) return;
  Replay::Frame frame = frames_[twin->frame];
  frame.last = seen.last_bit;
  frame.fate = Replay::Fate::duplicate;
  add(std::move(frame));
}

void FrameJourneys::dropped(Tag tag, Ps t) {
  const Stream stream = stream_of(tag.lane, tag);
  if (leaving_ && leaving_->stream == stream && leaving_->first_bit == t) {
    if (leaving_->frame) lost_on_cable(streams_[stream], *leaving_->frame);
    return leaving_.reset();
  }
  Sent& sent = streams_[stream];
  const auto just = std::find_if(sent.arrived.rbegin(), recent(sent),
                                 [&](const Expected& e) { return frames_[e.frame].last == t; });
  if (just != recent(sent)) {
    frames_[just->frame].fate = Replay::Fate::lost;
    return;
  }
  const bool of_a_later_one = until_ && t > *until_ + longest_;
  if (!of_a_later_one) ++sent.dropped;
}

void FrameJourneys::lost_on_cable(Sent& sent, std::size_t frame) {
  frames_[frame].fate = Replay::Fate::lost;
  const auto gone = [&](const Expected& e) { return e.frame == frame; };
  sent.expected.erase(std::remove_if(sent.expected.begin(), sent.expected.end(), gone), sent.expected.end());
}

void FrameJourneys::finish(Replay& replay) {
  for (auto& [stream, sent] : streams_) {
    for (const Expected& e : sent.expected) {
      Replay::Frame& f = frames_[e.frame];
      if (sent.dropped == 0 || f.fate != Replay::Fate::under_way) continue;
      f.fate = Replay::Fate::lost;
      --sent.dropped;
    }
  }
  replay.frames = std::move(frames_);
  replay.frames_seen = seen_;
  replay.frames_until = until_;
}

}  // namespace rocelab::waves
