#pragma once
#include "host/verbs/objects.h"

/// The library's own bookkeeping of its rings, beneath the calls of verbs.h.
namespace rocelab::verbs {

/// The smallest power of two that is not less than n >= 1.
constexpr std::uint32_t power_of_two(std::uint32_t n) {
  std::uint32_t p = 1;
  while (p < n) p *= 2;
  return p;
}

/// The work request whose WQE begins at this free-running block has ended, and with it all older ones of the queue.
Posted finish_send(Qp&, std::uint32_t block);
Posted finish_receive(Qp&, std::uint32_t entry);
/// Entries of a shared queue end in any order.
Posted finish_shared(Srq&, std::uint32_t entry);

/// Takes the completions of a QP that begins anew out of a CQ.
void forget_completions(Cq&, std::uint32_t qp_num);

/// Writes one receive entry: data segments, closed where there are fewer than fit.
void store_receive(Platform&, Va at, std::uint32_t stride, const ibv_recv_wr&);

}  // namespace rocelab::verbs
