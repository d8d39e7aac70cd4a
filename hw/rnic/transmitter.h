#pragma once
#include <array>
#include <vector>

#include "hw/rnic/device.h"
#include "tlm/ring_buffer.h"
#include "transport/memory_keys.h"
#include "transport/rc/responder.h"
#include "transport/rc/segment.h"

namespace rocelab::rnic {

/// The sending pipeline: picks queue pairs in turn, one packet each, builds the frame, gathers its payload by DMA,
/// hands frames to the port in the order in which they were picked. One such pipeline a priority, so that a paused
/// class holds up no other.
class Transmitter {
 public:
  explicit Transmitter(Device& device) : device_(device) {
    for (Lane& lane : lanes_) lane.transmitter = this;
  }

  /// This queue pair may have something to send.
  void schedule(QueuePair&);
  /// Tells the peer that a packet of its was marked: at once, in the CNPs' own priority.
  void send_cnp(QueuePair&);
  /// Goes on with all that can go on.
  void pump();

 private:
  struct Frame {
    PacketPtr packet;
    Qpn qp{};
    std::uint32_t life = 0;  // of the queue pair
    Psn psn{};
    Ps begin = 0;      // of its DMA read
    Ps ready = never;  // when it has passed the pipeline; never = still gathering
    std::uint32_t reads = 0;
    bool request = false;
    bool starts = false;     // first packet of its message, sent for the first time
    std::uint32_t ends = 0;  // last one: octets of the message
  };
  struct Lane final : Timeline::Event {
    void happen() override { transmitter->woken(*this); }

    Transmitter* transmitter = nullptr;
    RingBuffer<Qpn> turn;
    RingBuffer<Frame> frames;
    std::uint32_t bytes = 0;  // in `frames`
    Ps next_pick = 0;
    Ps woken_for = never;  // it happens then
  };

  void turn(Qpn, unsigned lane);
  void pump(unsigned lane);
  bool stands_still(unsigned lane);
  bool pick(unsigned lane);
  void drain(unsigned lane);
  void wake(Lane&, Ps);
  void woken(Lane&);
  bool has_context(QueuePair&, unsigned lane);
  bool send_one(QueuePair&, unsigned lane);
  bool send_response(QueuePair&, unsigned lane);
  bool send_request(QueuePair&, unsigned lane);
  bool paced(QueuePair&);
  void count_rate(QueuePair&, const Packet&);
  /// A place at the end of the lane for the frame that this packet becomes. Valid until the next one is asked for.
  Frame& push(unsigned lane, PacketPtr);
  /// Of the newest frame.
  void gather(const QueuePair&, unsigned lane, Frame&, std::uint32_t header);
  void read(const std::vector<protection::Piece>&, std::uint8_t* to, Tag, unsigned lane, std::uint32_t number);
  void gathered(unsigned lane, std::uint32_t number);
  void passes(Frame&, std::uint32_t cycles);

  Device& device_;
  std::array<Lane, 8> lanes_;
  unsigned busy_ = 0;                      // bit i: lanes_[i] has a queue pair or a frame
  std::vector<protection::Piece> pieces_;  // scratch
  bool pumping_ = false;
};

}  // namespace rocelab::rnic
