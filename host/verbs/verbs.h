#pragma once
#include <string>
#include <utility>
#include <vector>

#include "host/verbs/events.h"
#include "host/verbs/objects.h"
#include "host/verbs/requests.h"

/// The calls of libibverbs. Those that return a pointer return nullptr and set errno; those that return an int return
/// 0 or an errno value (ibv_poll_cq: how many, or negative).
namespace rocelab::verbs {

Pd* ibv_alloc_pd(Context*);
int ibv_dealloc_pd(Pd*);

Mr* ibv_reg_mr(Pd*, Va addr, std::uint64_t length, unsigned access);
int ibv_dereg_mr(Mr*);
Mw* ibv_alloc_mw(Pd*, ibv_mw_type = IBV_MW_TYPE_2);
/// Binds a window of type 1 (type 2: a request, IBV_WR_BIND_MW), posting to the QP; mw->rkey is the new key. No octets:
/// takes its rights back.
int ibv_bind_mw(Qp*, Mw*, ibv_mw_bind*);
/// The region's own addresses, in requests and at the peer, begin at `iova` instead of `addr`; both have the same place
/// in their page.
Mr* ibv_reg_mr_iova(Pd*, Va addr, std::uint64_t length, Va iova, unsigned access);
int ibv_dealloc_mw(Mw*);

Cq* ibv_create_cq(Context*, int cqe, Channel* = nullptr);
/// comp_vector: below context->num_comp_vectors.
Cq* ibv_create_cq(Context*, int cqe, void* cq_context, Channel*, int comp_vector);
/// What has not been polled stays; EINVAL where it would not fit, EBUSY while an earlier change is not polled through.
int ibv_resize_cq(Cq*, int cqe);
int ibv_modify_cq(Cq*, ibv_modify_cq_attr*);
int ibv_destroy_cq(Cq*);
int ibv_poll_cq(Cq*, int entries, ibv_wc*);
/// Arms the CQ: its next completion (or solicited one) fires an event.
int ibv_req_notify_cq(Cq*, int solicited_only);
Channel* ibv_create_comp_channel(Context*);
int ibv_destroy_comp_channel(Channel*);
/// Sleeps until a CQ of the channel has fired. A CQ with events that were taken and not acknowledged cannot be
/// destroyed: EBUSY here, where libibverbs would wait for ever.
int ibv_get_cq_event(Channel*, Cq**);
int ibv_get_cq_event(Channel*, Cq**, void** cq_context);
void ibv_ack_cq_events(Cq*, unsigned count);

Srq* ibv_create_srq(Pd*, const ibv_srq_attr&);
Srq* ibv_create_srq(Pd*, ibv_srq_init_attr*);
int ibv_modify_srq_limit(Srq*, std::uint32_t limit);
/// IBV_SRQ_LIMIT, IBV_SRQ_MAX_WR. A new size keeps what is posted; EINVAL where that would not fit.
int ibv_modify_srq(Srq*, ibv_srq_attr*, unsigned mask);
int ibv_query_srq(Srq*, ibv_srq_attr*);
int ibv_destroy_srq(Srq*);
int ibv_post_srq_recv(Srq*, ibv_recv_wr*, ibv_recv_wr** bad_wr);

Ah* ibv_create_ah(Pd*, const ibv_ah_attr&);
Ah* ibv_create_ah(Pd*, ibv_ah_attr*);
/// The way back to the sender of a datagram; `grh` is where its receive buffer begins.
int ibv_init_ah_from_wc(Context*, std::uint8_t port, const ibv_wc*, Va grh, ibv_ah_attr*);
Ah* ibv_create_ah_from_wc(Pd*, const ibv_wc*, Va grh, std::uint8_t port);
int ibv_destroy_ah(Ah*);

/// What stands beside libibverbs' attributes in this laboratory: the retransmission scheme, the traffic class, whose
/// work it is.
struct LabOptions {
  std::string scheme = "go_back_n";
  std::vector<std::pair<std::string, double>> scheme_parameters;
  Tag tag;
  Priority priority{};
  bool lossless = false;
};
/// Fills attr->cap with what was granted.
Qp* ibv_create_qp(Pd*, ibv_qp_init_attr*, const LabOptions& = {});
int ibv_modify_qp(Qp*, ibv_qp_attr*, unsigned mask);
int ibv_query_qp(Qp*, ibv_qp_attr*, unsigned mask, ibv_qp_init_attr* = nullptr);
int ibv_destroy_qp(Qp*);

int ibv_post_send(Qp*, ibv_send_wr*, ibv_send_wr** bad_wr);
int ibv_post_recv(Qp*, ibv_recv_wr*, ibv_recv_wr** bad_wr);

/// The next key of a window, for the next bind: the low eight bits count up.
inline std::uint32_t ibv_inc_rkey(std::uint32_t rkey) { return (rkey & ~0xffu) | ((rkey + 1) & 0xffu); }

/// Sleeps until there is an asynchronous event, and takes the oldest.
int ibv_get_async_event(Context*, ibv_async_event*);
void ibv_ack_async_event(ibv_async_event*);

int ibv_query_device(Context*, ibv_device_attr*);
int ibv_query_port(Context*, std::uint8_t port, ibv_port_attr*);
int ibv_query_pkey(Context*, std::uint8_t port, int index, std::uint16_t* pkey);  // network byte order; -1
int ibv_query_gid(Context*, std::uint8_t port, int index, ibv_gid*);

}  // namespace rocelab::verbs
