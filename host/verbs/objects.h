#pragma once
#include <deque>
#include <map>
#include <memory>

#include "host/verbs/doorbell_records.h"
#include "host/verbs/owned.h"
#include "host/verbs/platform.h"
#include "host/verbs/requests.h"

/// What the library keeps in user memory behind each handle. Public members are those of libibverbs.
namespace rocelab::verbs {

struct rdma_event_channel;  // host/verbs/cm/

struct ibv_pd {
  Context* context;
  protection::ProtectionDomain handle;
  int users = 0;  // objects that still refer to it
};

struct ibv_mr {
  Context* context;
  Pd* pd;
  Va addr;
  std::uint64_t length;
  std::uint32_t lkey;
  std::uint32_t rkey;
  PageCount pages{};  // pinned for it
};

struct ibv_mw {
  Context* context;
  Pd* pd;
  std::uint32_t rkey;
  ibv_mw_type type = IBV_MW_TYPE_2;
  std::uint32_t first_rkey = 0;  // as given out; each bind counts `rkey` up
};

struct ibv_ah {
  Pd* pd;
  ibv_ah_attr attr;
  wire::MacAddress mac;
};

/// Pinned ring in the process's own memory.
struct Ring {
  Va start = 0;
  std::uint64_t bytes = 0;
};

/// Which work request stands behind a slot of a ring: what libibverbs providers keep beside the queue.
struct Posted {
  std::uint64_t wr_id = 0;
  ibv_wc_opcode opcode = IBV_WC_SEND;
  std::uint32_t blocks = 1;
  std::uint32_t length = 0;
  MessageId message = no_message;
};

/// A completion channel: armed CQs whose event has fired, oldest first.
struct ibv_comp_channel {
  Context* context;
  std::deque<Cq*> events;
};

struct ibv_cq {
  Context* context;
  rnic::CqId handle;
  int cqe;
  Ring ring{};
  Va record = 0;  // consumer index for the NIC
  std::uint32_t consumer = 0;
  std::uint32_t taken = 0;  // completions of the entry there, where it holds several
  // While entries in a ring that was replaced are not yet polled: those before `moved_at`.
  Ring old_ring{};
  std::uint32_t old_entries = 0, moved_at = 0;
  Channel* channel = nullptr;
  void* cq_context = nullptr;
  std::uint32_t events = 0;   // fired since creation
  std::uint32_t unacked = 0;  // taken by ibv_get_cq_event() and not acknowledged
  int users = 0;
};

struct ibv_srq {
  Context* context;
  Pd* pd;
  rnic::SrqId handle;
  void* srq_context = nullptr;
  std::uint32_t max_wr = 0, max_sge = 0;
  Ring ring{};
  std::uint32_t entries = 0, stride = 0;
  std::uint32_t posted = 0;
  std::map<std::uint32_t, Posted> outstanding{};  // by entry; they end in any order
  int users = 0;
};

struct ibv_qp {
  Context* context;
  Pd* pd;
  std::uint32_t qp_num;
  ibv_qp_state state = IBV_QPS_RESET;  // as the last modify or completion left it
  ibv_qp_type qp_type;
  Cq* send_cq;
  Cq* recv_cq;
  Srq* srq;
  ibv_qp_cap cap;
  bool sq_sig_all = false;
  void* qp_context = nullptr;
  Tag tag{};
  ibv_ah_attr address{};  // as last set
  std::uint8_t max_rd_atomic = 0;

  Ring send_ring{};
  std::uint32_t send_blocks = 0;                 // of the ring, a power of two
  std::uint32_t send_posted = 0, send_done = 0;  // free-running block numbers
  std::uint32_t send_outstanding = 0;            // work requests
  std::vector<Posted> send_slots{};              // by first block

  Ring recv_ring{};
  std::uint32_t recv_entries = 0, recv_stride = 0;
  std::uint32_t recv_posted = 0, recv_done = 0;
  std::vector<Posted> recv_slots{};

  RecordPlace record{};
};

/// An opened device: everything a process holds on it. It receives the NIC's events about that.
struct ibv_context : rnic::EventListener {
  explicit ibv_context(Platform&);
  ~ibv_context();
  ibv_context(const ibv_context&) = delete;
  ibv_context& operator=(const ibv_context&) = delete;

  bool cq_event(rnic::CqId) override;
  bool async_event(rnic::AsyncEvent, std::uint32_t number) override;

  Platform& platform;
  int num_comp_vectors = 1;
  DoorbellRecords records;
  Owned<Pd> pds;
  Owned<Mr> mrs;
  Owned<Mw> mws;
  Owned<Ah> ahs;
  Owned<Channel> channels;
  Owned<Cq> cqs;
  Owned<Srq> srqs;
  Owned<Qp> qps;
  std::map<std::uint32_t, Qp*> qp_of_number;  // a CQE names one
  std::map<std::uint32_t, Cq*> cq_of_number;  // an event names one
  std::map<std::uint32_t, Srq*> srq_of_number;
  std::deque<std::pair<rnic::AsyncEvent, std::uint32_t>> async_events;

  std::vector<std::shared_ptr<rdma_event_channel>> cm_channels;
  Pd* cm_pd = nullptr;  // of queue pairs that rdma_create_qp() is given none for

  /// The latest call that was refused: why.
  Refusal refusal;
  /// Notes it, tells the platform; returns `error`.
  int refuse(const MomentKind& rule, int error, std::vector<std::pair<std::string_view, std::uint64_t>> values);

  /// Zeroed memory of the process, pinned; no pages where there is none left.
  Ring make_ring(std::uint64_t bytes, rnic::RingPages& pages);
  void drop_ring(Ring&);
};

}  // namespace rocelab::verbs
