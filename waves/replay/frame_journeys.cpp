#include "waves/replay/frame_journeys.h"

#include <algorithm>

#include "waves/rows/ascii.h"

namespace rocelab::waves {

void FrameJourneys::see(const FrameSeen& seen) {
  if (roster_[seen.port].host == no_host) return;
  const std::uint64_t glance = glance_.pack(*seen.packet);
  seen.sent ? sent(seen, glance) : received(seen, glance);
}

/// False where the frame is one too many.
bool FrameJourneys::add(Replay::Frame frame, LaneId lane) {
  ++seen_;
  if (frames_.size() >= most_) {
    if (!until_) until_ = frame.first_bit;
    return false;
  }
  frames_.push_back(std::move(frame));
  lanes_.push_back(lane);
  return true;
}

void FrameJourneys::sent(const FrameSeen& seen, std::uint64_t glance) {
  const Packet& p = *seen.packet;
  const Roster::Port& port = roster_[seen.port];
  const auto fate = p.control ? Replay::Fate::pause : Replay::Fate::under_way;
  const std::size_t index = frames_.size();
  if (!add({port.host.value, -1, seen.first_bit, seen.last_bit - seen.first_bit, std::nullopt,
            std::string(spaced(frame_word(glance))), p.payload, p.transmission, fate},
           port.lane)) {
    return;
  }
  streams_[{port.lane, p.tag.host, p.tag.flow}].expected.push_back({index, glance, p.length, p.transmission});
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
  const auto stream = streams_.find({port.lane, p.tag.host, p.tag.flow});
  if (stream != streams_.end()) {
    Sent& sent = stream->second;
    const auto it = find(sent, p, glance);
    if (it != sent.expected.end()) {
      Replay::Frame& frame = frames_[it->frame];
      frame.to = port.host.value;
      frame.last = seen.last_bit;
      if (frame.fate != Replay::Fate::pause) frame.fate = p.fcs_bad ? Replay::Fate::damaged : Replay::Fate::arrived;
      sent.newest = std::max(sent.newest, it->frame);
      sent.arrived.push_back(*it);
      sent.expected.erase(it);
      return;
    }
    if (!p.control) return again(sent, seen, glance);
  }
  // From a switch (a pause frame), or from a source that is no host.
  const Ps left = seen.first_bit;
  add({-1, port.host.value, left, seen.last_bit - seen.first_bit, seen.last_bit,
       std::string(spaced(frame_word(glance))), p.payload, p.transmission,
       p.control ? Replay::Fate::pause : Replay::Fate::arrived},
      port.lane);
}

/// The network delivers a frame a second time, or the first one of the two was not among those that are kept.
void FrameJourneys::again(const Sent& sent, const FrameSeen& seen, std::uint64_t glance) {
  const Packet& p = *seen.packet;
  const auto twin = std::find_if(sent.arrived.rbegin(), sent.arrived.rend(), [&](const Expected& e) {
    return e.glance == glance && e.transmission == p.transmission;
  });
  if (twin == sent.arrived.rend()) return;
  Replay::Frame frame = frames_[twin->frame];
  frame.last = seen.last_bit;
  frame.fate = Replay::Fate::duplicate;
  add(std::move(frame), roster_[seen.port].lane);
}

void FrameJourneys::finish(Ps end, Replay& replay) {
  std::map<LaneId, Ps> longest;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const Replay::Frame& f = frames_[i];
    if (f.last && f.from >= 0) longest[lanes_[i]] = std::max(longest[lanes_[i]], *f.last - f.first_bit);
  }
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    Replay::Frame& f = frames_[i];
    if (f.fate == Replay::Fate::under_way && end - f.first_bit > longest[lanes_[i]]) f.fate = Replay::Fate::lost;
  }
  replay.frames = std::move(frames_);
  replay.frames_seen = seen_;
  replay.frames_until = until_;
}

}  // namespace rocelab::waves
