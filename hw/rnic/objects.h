#pragma once
#include <array>
#include <string>
#include <vector>

#include "tlm/ids.h"
#include "tlm/memory_port.h"
#include "tlm/packet.h"
#include "tlm/psn.h"
#include "tlm/wire/ethernet.h"
#include "tlm/wire/ip_address.h"
#include "transport/mr_check.h"
#include "transport/rc/qp_state.h"

/// What the driver tells the NIC by command: the objects of the verbs, in the NIC's own terms.
namespace rocelab::rnic {

using CqId = Id<struct CqName, std::uint32_t>;
using SrqId = Id<struct SrqName, std::uint32_t>;
inline constexpr SrqId no_srq{0xffffffff};

/// A ring in pinned host memory: bus addresses of its pages, in order.
struct RingPages {
  std::vector<BusAddr> pages;
  unsigned page_bits = 12;

  BusAddr at(std::uint64_t offset) const { return pages[offset >> page_bits] + (offset & ((1ULL << page_bits) - 1)); }
};

struct CqConfig {
  RingPages ring;
  std::uint32_t entries = 0;  // a power of two; 64 octets each
  BusAddr consumer = 0;       // 4 octets, big endian: how many entries software has taken
};

struct SrqConfig {
  protection::ProtectionDomain domain{};
  RingPages ring;
  std::uint32_t entries = 0;  // a power of two
  std::uint32_t stride = 0;   // octets an entry
};

struct QpConfig {
  rc::Transport transport = rc::Transport::rc;
  protection::ProtectionDomain domain{};
  CqId send_cq{}, recv_cq{};
  SrqId srq = no_srq;
  RingPages send_ring;
  std::uint32_t send_blocks = 0;  // 64-octet blocks, a power of two
  RingPages recv_ring;
  std::uint32_t recv_entries = 0;  // a power of two; 0 with an SRQ
  std::uint32_t recv_stride = 0;   // octets an entry
  BusAddr record = 0;              // abi::DoorbellRecord; 0: software keeps none
  bool all_signalled = false;
  Tag tag;                           // lane, host and flow of its work
  std::string scheme = "go_back_n";  // a name of rc::schemes()
  std::vector<std::pair<std::string, double>> scheme_parameters;
  Priority priority{};
  bool lossless = false;  // its frames travel in a class that PFC protects
};

/// Where the peer is.
struct Path {
  wire::MacAddress source_mac = 0, destination_mac = 0;
  wire::Gid source, destination;
  std::uint8_t traffic_class = 0;  // DSCP and ECN
  std::uint8_t hop_limit = 64;
};

/// The addresses of the NIC's port, as the driver has programmed them: datagrams name theirs by index.
struct PortAddresses {
  wire::MacAddress mac = 0;
  std::vector<wire::Gid> gids;
};

/// The attributes of a QP; modify commands set those whose bit of QpMask is given.
struct QpAttributes {
  rc::QpState state = rc::QpState::reset;
  std::uint32_t mtu = 1024;
  std::uint32_t access = 0;  // protection::Access of the remote rights
  Path path;
  Qpn remote{};
  Psn rq_psn{}, sq_psn{};
  std::uint8_t max_rd_atomic = 1, max_dest_rd_atomic = 1;
  std::uint8_t min_rnr_timer = 0, timeout = 0, retry_count = 0, rnr_retry = 0;
  std::uint32_t qkey = 0;
  bool notify_drained = false;  // entering SQD: an event once the send queue is drained
  bool draining = false;        // as queried
};
enum QpMask : std::uint32_t {
  mask_state = 1 << 0,
  mask_mtu = 1 << 1,
  mask_access = 1 << 2,
  mask_path = 1 << 3,
  mask_remote = 1 << 4,
  mask_rq_psn = 1 << 5,
  mask_sq_psn = 1 << 6,
  mask_max_rd_atomic = 1 << 7,
  mask_max_dest_rd_atomic = 1 << 8,
  mask_min_rnr_timer = 1 << 9,
  mask_timeout = 1 << 10,
  mask_retry_count = 1 << 11,
  mask_rnr_retry = 1 << 12,
  mask_qkey = 1 << 13,
  mask_notify_drained = 1 << 14,
};

/// Asynchronous events; names of ibv_event_type.
enum class AsyncEvent : std::uint8_t {
  cq_err,
  qp_fatal,
  qp_req_err,
  qp_access_err,
  comm_est,
  sq_drained,
  qp_last_wqe_reached,
  srq_limit_reached,
};
inline constexpr std::string_view async_event_names[]{
    "CQ_ERR",   "QP_FATAL",   "QP_REQ_ERR",          "QP_ACCESS_ERR",
    "COMM_EST", "SQ_DRAINED", "QP_LAST_WQE_REACHED", "SRQ_LIMIT_REACHED"};

/// What a device can do at most.
struct Limits {
  std::uint32_t max_qp_wr = 32768;
  std::uint32_t max_sge = 30;
  std::uint32_t max_cqe = 4'194'303;
  std::uint8_t max_rd_atomic = 16;  // of a QP, either role
  std::uint32_t max_inline = 220;
  std::uint32_t mtu = 4096;  // of the port: the longest payload of a packet, and of a datagram
};

}  // namespace rocelab::rnic
