#include "host/verbs/events.h"

#include <cerrno>

#include "host/verbs/verbs.h"

namespace rocelab::verbs {

namespace {

using rnic::AsyncEvent;

constexpr std::pair<AsyncEvent, ibv_event_type> types[]{
    {AsyncEvent::cq_err, IBV_EVENT_CQ_ERR},
    {AsyncEvent::qp_fatal, IBV_EVENT_QP_FATAL},
    {AsyncEvent::qp_req_err, IBV_EVENT_QP_REQ_ERR},
    {AsyncEvent::qp_access_err, IBV_EVENT_QP_ACCESS_ERR},
    {AsyncEvent::comm_est, IBV_EVENT_COMM_EST},
    {AsyncEvent::sq_drained, IBV_EVENT_SQ_DRAINED},
    {AsyncEvent::qp_last_wqe_reached, IBV_EVENT_QP_LAST_WQE_REACHED},
    {AsyncEvent::srq_limit_reached, IBV_EVENT_SRQ_LIMIT_REACHED},
};

template <class T>
T* of_number(const std::map<std::uint32_t, T*>& objects, std::uint32_t number) {
  const auto it = objects.find(number);
  return it == objects.end() ? nullptr : it->second;
}

/// False where the object is gone meanwhile.
bool translate(const Context& context, AsyncEvent event, std::uint32_t number, ibv_async_event& to) {
  to = {};
  for (const auto& [from, type] : types) {
    if (from == event) to.event_type = type;
  }
  switch (to.event_type) {
    case IBV_EVENT_CQ_ERR:
      return (to.element.cq = of_number(context.cq_of_number, number));
    case IBV_EVENT_SRQ_LIMIT_REACHED:
      return (to.element.srq = of_number(context.srq_of_number, number));
    default:
      return (to.element.qp = of_number(context.qp_of_number, number));
  }
}

}  // namespace

bool owns_object_of(const Context& context, AsyncEvent event, std::uint32_t number) {
  ibv_async_event unused;
  return translate(context, event, number, unused);
}

const char* ibv_event_type_str(ibv_event_type type) {
  for (const auto& [event, of] : types) {
    if (of == type) return rnic::async_event_names[static_cast<std::size_t>(event)].data();
  }
  return "unknown";
}

int ibv_get_async_event(Context* context, ibv_async_event* event) {
  auto& waiting = context->async_events;
  while (context->platform.sleep_until([&] { return !waiting.empty(); })) {
    const auto [type, number] = waiting.front();
    waiting.pop_front();
    if (translate(*context, type, number, *event)) return 0;
  }
  errno = EAGAIN;
  return -1;
}

void ibv_ack_async_event(ibv_async_event*) {}

}  // namespace rocelab::verbs
