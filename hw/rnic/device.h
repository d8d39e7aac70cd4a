#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "hw/rnic/engine.h"
#include "hw/rnic/qp_signals.h"
#include "hw/rnic/resources.h"
#include "tlm/ring_buffer.h"
#include "transport/rc/objection.h"

namespace rocelab::rnic {

class ReceiveQueue;

/// What all parts of one engine share: its surroundings and its tables.
class Device {
 public:
  Device(Timeline& t, Probe& p, PacketPool& pool, MemoryPort& m, WirePort& w, const Engine::Config& c);
  ~Device();

  Timeline& timeline;
  Probe& probe;
  PacketPool& pool;
  MemoryPort& memory;
  WirePort& port;
  const Engine::Config config;
  const Profile& profile;
  protection::KeyTable keys;
  PortAddresses addresses;
  Resources resources;
  congestion::NotificationPoint notification_point;
  std::optional<SignalId> rate_row;  // of the first queue pair, where rates are controlled

  QueuePair* find(Qpn qpn) const {
    const std::uint32_t index = qpn.value - first_qpn_;
    return index < qps_.size() ? qps_[index].get() : nullptr;
  }
  Qpn next_qpn() const { return Qpn{first_qpn_ + static_cast<std::uint32_t>(qps_.size())}; }
  /// Numbers are not used again, so that a stale packet never meets a new owner.
  QueuePair& add(std::unique_ptr<QueuePair>);
  void remove(Qpn);
  /// The waveform rows of the queue pair that is created next.
  QpSignals take_rows() { return next_rows_ < rows_.size() ? rows_[next_rows_++] : QpSignals(probe); }
  template <class Visit>
  void each(Visit visit) {
    for (auto& q : qps_)
      if (q) visit(*q);
  }

  std::vector<std::unique_ptr<ReceiveQueue>> shared_queues;  // by SrqId

  std::vector<EventListener*> listeners;
  std::function<void(Qpn)> cnp_received;
  void raise(AsyncEvent e, std::uint32_t object) const {
    for (EventListener* process : listeners)
      if (process->async_event(e, object)) return;
  }

  /// Tells of a refusal: what was asked for, and what the key opens. The owner of the memory may know both; a peer
  /// hears nothing but the NAK.
  void report(const protection::Refusal&, Qpn, Psn, Tag);
  /// The same of a request that breaks another rule of the transport.
  void report(const rc::Objection&, Qpn, Psn, Tag);

  /// DMA writes of payload octets inside `packet` to application memory, in order for each queue pair. `ends_write`:
  /// the length of the WRITE that is in memory as a whole with the last of them, 0 for any other packet.
  void scatter(Qpn, const PacketPtr& packet, const std::uint8_t* octets, const std::vector<protection::Piece>&, Tag,
               std::uint32_t ends_write = 0);

  /// Calls `work` after so many cycles; at once for none.
  template <class Work>
  void after(std::uint32_t cycles, Work work) {
    if (cycles == 0) return work();
    timeline.at(profile.after(timeline.now(), cycles), std::move(work));
  }
  /// The same work as seen on this host.
  Tag here(Tag tag) const {
    tag.host = config.host;
    return tag;
  }

 private:
  void write(const PacketPtr&, const std::uint8_t* octets, const std::vector<protection::Piece>&, Tag,
             std::uint32_t ends_write);

  /// A DMA write of payload that is on its way to memory.
  struct Write {
    PacketPtr packet;  // keeps the octets
    Ps begin = 0;
    Tag tag;
    std::uint32_t bytes = 0;
    std::uint32_t ends_write = 0;
    bool done = false;
  };
  void written(std::uint32_t number);

  RingBuffer<Write> writes_;
  std::uint32_t first_qpn_;
  std::vector<std::unique_ptr<QueuePair>> qps_;
  std::vector<std::unique_ptr<QueuePair>> removed_;  // DMA that was under way may still come back to them
  std::vector<QpSignals> rows_;
  std::size_t next_rows_ = 0;
};

}  // namespace rocelab::rnic
