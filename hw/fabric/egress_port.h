#pragma once
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/fabric/dwrr.h"
#include "hw/fabric/frame_queue.h"
#include "tlm/frame_sink.h"
#include "tlm/probe.h"

namespace rocelab::fabric {

/// The transmit side of a port, of a NIC and of a switch alike: eight priority queues, strict priority (7 first) unless
/// weights are set, MAC control before all; a frame in transmission finishes.
///
/// A frame occupies the line for wire_bytes(): preamble, frame, gap. It is handed to the line when its preamble starts,
/// with the times of its first and last bit (destination MAC to FCS), which lie 8 octets and more ahead of now().
/// Costs one timeline action per frame that had to wait, none per frame that found the line free.
class EgressPort {
 public:
  static constexpr std::size_t priorities = 8;

  /// Who owns the port and wants to know when a frame leaves it (a tap, a buffer's account).
  class Owner {
   public:
    virtual ~Owner() = default;
    /// It may put another frame of the same length in its place.
    virtual void starts(PacketPtr& packet, Ps first_bit, Ps last_bit) = 0;
  };

  /// `scope`: where the port's rows stand in the waveform ("rdma.network.sw0.port1"): queue_bytes and line.
  EgressPort(Timeline& timeline, Probe& probe, Rate rate, const std::string& scope);

  /// The line; must be set before the first frame.
  void connect(FrameSink& line) { line_ = &line; }
  void set_owner(Owner& owner) { owner_ = &owner; }

  /// Queues a frame by its `control` flag and `priority`, or starts it at once.
  void send(PacketPtr packet);

  /// Keeps senders only a little ahead of the line: `has_room` while fewer than `frames` wait in a priority.
  void set_mark(std::uint32_t frames) { mark_ = frames; }
  bool has_room(Priority p) const { return queues_[p.value].frames() < mark_; }
  /// `call` runs when a priority has room again, after it had none. Several senders may share a port: they are called
  /// in turn, each time starting with another one.
  void on_room(std::function<void(Priority)> call) { senders_.push_back(std::move(call)); }

  const FrameQueue& queue(Priority p) const { return queues_[p.value]; }
  const FrameQueue& control_queue() const { return queues_[control_index]; }
  /// Octets waiting in all queues.
  std::uint64_t bytes() const { return bytes_; }
  /// The frame that the line takes next as things stand, or null.
  const Packet* next_up() const;

  /// The line is taken until then (gap included); at or before now() it is free.
  Ps free_at() const { return free_at_; }
  Rate rate() const { return rate_; }
  /// From a frame's start (now() when the line is free) to its first bit.
  Ps preamble() const { return preamble_; }

  /// Starts no further frame of this priority before `until`. MAC control is never paused.
  void pause(Priority p, Ps until = never);
  void resume(Priority p) { pause(p, timeline_.now()); }
  bool paused(Priority p) const { return paused_until_[p.value] > timeline_.now(); }
  /// Deficit weighted round robin between priorities that have a weight; those without stay strict, before them.
  void set_weights(const Dwrr::Weights& weights) { dwrr_ = std::make_unique<Dwrr>(weights); }
  /// Takes the first waiting frame of a priority out, unsent. The queue must not be empty.
  PacketPtr discard(Priority p);

 private:
  static constexpr std::size_t control_index = priorities;

  std::size_t next_queue() const;
  std::size_t next_weighted() const;
  /// Queues that hold frames and are not paused.
  unsigned ready() const;
  void wake();
  void wake_at(Ps t);
  void start_next();
  Ps first_pause_end() const;
  void transmit(std::size_t index);
  void start(PacketPtr packet);
  PacketPtr take(std::size_t index);
  void tell_senders(Priority p);
  /// How long `packet` occupies the line, without and with preamble and gap.
  struct Duration {
    Ps frame, slot;
  };
  Duration duration(const Packet& packet);
  void show_queue();
  void show_line(const Packet& packet);

  Timeline& timeline_;
  Probe& probe_;
  Rate rate_;
  Ps preamble_;
  FrameSink* line_ = nullptr;
  Owner* owner_ = nullptr;
  std::array<FrameQueue, priorities + 1> queues_;
  std::array<Ps, priorities + 1> paused_until_{};
  unsigned waiting_ = 0;  // bit i: queues_[i] holds frames
  std::uint64_t bytes_ = 0;
  std::uint64_t shown_bytes_ = 0;
  Ps free_at_ = 0;
  std::uint32_t known_bytes_ = 0;  // frames come in few lengths: that of the last one needs no division
  Duration known_{};
  Ps wake_at_ = never;
  std::uint32_t mark_ = 2;
  std::vector<std::function<void(Priority)>> senders_;
  std::size_t first_sender_ = 0;
  SignalId queue_signal_;
  SignalId line_signal_;
  std::unique_ptr<Dwrr> dwrr_;
  Recurring<EgressPort, &EgressPort::wake> waking_{*this};
};

}  // namespace rocelab::fabric
