#pragma once
#include "host/verbs/objects.h"

/// Asynchronous events (infiniband/verbs.h).
namespace rocelab::verbs {

enum ibv_event_type {
  IBV_EVENT_CQ_ERR = 0,
  IBV_EVENT_QP_FATAL = 1,
  IBV_EVENT_QP_REQ_ERR = 2,
  IBV_EVENT_QP_ACCESS_ERR = 3,
  IBV_EVENT_COMM_EST = 4,
  IBV_EVENT_SQ_DRAINED = 5,
  IBV_EVENT_SRQ_LIMIT_REACHED = 15,
  IBV_EVENT_QP_LAST_WQE_REACHED = 16,
};
/// "CQ_ERR", "SQ_DRAINED"…: the names without prefix.
const char* ibv_event_type_str(ibv_event_type);

struct ibv_async_event {
  struct {
    Cq* cq = nullptr;
    Qp* qp = nullptr;
    Srq* srq = nullptr;
  } element;  // the object that the event is about
  ibv_event_type event_type = IBV_EVENT_CQ_ERR;
};

/// Whether the CQ, SRQ or QP that the event is about is of this process.
bool owns_object_of(const Context&, rnic::AsyncEvent, std::uint32_t number);

}  // namespace rocelab::verbs
