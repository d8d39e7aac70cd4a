#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "hw/rnic/event_listener.h"
#include "hw/rnic/objects.h"
#include "hw/rnic/profile.h"
#include "hw/rnic/wire_port.h"
#include "tlm/frame_sink.h"
#include "tlm/memory_port.h"
#include "tlm/mmio_device.h"
#include "tlm/packet_pool.h"
#include "tlm/probe.h"
#include "transport/congestion/notification_point.h"
#include "transport/congestion/rate_control.h"
#include "transport/memory_keys.h"

namespace rocelab::rnic {

class Completions;
class Device;
class Doorbells;
class QueuePair;
class Receiver;
class Transmitter;

/// The RDMA half of a NIC: fetches WQEs, checks keys, moves payload between application memory and frames, keeps the
/// reliable transport, writes completions. It touches host memory only through its MemoryPort, whose `done` must not
/// run inside the call that asks.
class Engine : public MmioDevice, public FrameSink {
 public:
  struct Config {
    Profile profile = Profile::ideal();
    HostId host = no_host;
    std::string scope = "rdma.local";  // of its waveform rows: lane.host
    std::uint32_t shown_qps = 1;       // queue pairs with rows in the waveform, in order of creation
    std::uint64_t secret = 1;          // moves keys and QPNs, so that no two NICs of a run hand out the same
    Limits limits;
    BusAddr tables = 0;           // host memory that the driver gave for contexts and translations
    bool show_resources = false;  // rows of caches and buffer in the waveform
    /// Rate control of its reliable connections: a name of congestion::controls(), its values, what it knows of the
    /// way.
    std::string congestion = "none";
    std::vector<double> congestion_values;
    congestion::Path path{Rate::gbps(100), 0};
    congestion::NotificationPoint::Per cnp_per = congestion::NotificationPoint::Per::queue_pair;
    std::optional<Ps> cnp_interval;  // at least between two CNPs for one sender; nothing: as the profile has it
    bool advertise_credits = false;  // end-to-end credits in ACKs (common parts promise none)
  };

  Engine(Timeline&, Probe&, PacketPool&, MemoryPort&, WirePort&, const Config&);
  ~Engine() override;

  // Commands of the driver. Each takes effect at once; what a command costs is the driver's affair.
  const Limits& limits() const;
  protection::KeyTable& keys();  // PDs, regions, windows
  void set_addresses(const PortAddresses&);
  CqId create_cq(const CqConfig&);
  void destroy_cq(CqId);
  void moderate_cq(CqId, std::uint32_t count, Ps period);
  /// Number of the entry that is written next.
  std::uint32_t next_cqe(CqId) const;
  /// Another ring from there on; false where what is not `consumed` would not fit.
  bool resize_cq(CqId, const CqConfig&, std::uint32_t consumed);
  SrqId create_srq(const SrqConfig&);
  std::uint32_t srq_limit(SrqId) const;  // 0 once it has been reached
  void arm_srq_limit(SrqId, std::uint32_t limit);
  /// Number of the entry that is taken next.
  std::uint32_t srq_taken(SrqId) const;
  /// Another ring from there on, in which all that is not taken stands already; entries keep their numbers.
  void resize_srq(SrqId, const SrqConfig&);
  void destroy_srq(SrqId);
  Qpn create_qp(const QpConfig&);  // std::invalid_argument: scheme or parameter unknown
  void destroy_qp(Qpn);
  /// Sets the attributes in `mask`; with mask_state also moves the QP, by transitions that the caller has checked.
  void modify_qp(Qpn, const QpAttributes&, std::uint32_t mask);
  /// State and PSNs (rq_psn: expected next; sq_psn: of the next new request) as they are now, the rest as set.
  QpAttributes query_qp(Qpn) const;

  /// Events about its objects go to `process`, until it takes itself away.
  void add_listener(EventListener& process);
  void remove_listener(EventListener& process);

  /// The receive buffer fills: a lossless class must stop (true) or may go on (false). Who listens sends the pause
  /// frames; without anybody the buffer overflows, and frames are lost.
  void on_rx_pressure(std::function<void(Priority, bool)>);
  /// A congestion notification packet for this queue pair: for whoever controls its rate.
  void on_cnp(std::function<void(Qpn)>);

  // Data path.
  /// Doorbells; offsets and formats in registers.h. A write that names nothing valid is ignored.
  void mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) override;
  /// From the MAC at the first bit; acts once the whole frame is there.
  void frame(PacketPtr, Ps first_bit, Ps last_bit) override;
  /// A whole frame is there now.
  void receive(PacketPtr);
  /// The port can take frames again.
  void port_has_room();

 private:
  std::unique_ptr<Device> device_;
  std::unique_ptr<Completions> completions_;
  std::unique_ptr<Transmitter> transmitter_;
  std::unique_ptr<Receiver> receiver_;
  std::unique_ptr<Doorbells> doorbells_;
};

}  // namespace rocelab::rnic
