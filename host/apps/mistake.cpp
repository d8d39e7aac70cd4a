#include "host/apps/mistake.h"

#include <stdexcept>

namespace rocelab::host {

const std::vector<Mistake>& mistakes() {
  using What = Mistake::What;
  using By = Mistake::By;
  static const std::vector<Mistake> all{
      {"none", What::none, By::client},
      {"wrong_rkey", What::wrong_rkey, By::client},
      {"lkey_for_rkey", What::lkey_for_rkey, By::server},
      {"out_of_bounds", What::out_of_bounds, By::client},
      {"wrong_domain", What::wrong_domain, By::server},
      {"no_remote_access", What::no_remote_access, By::server},
      {"deregistered", What::deregistered, By::server},
      {"wrong_qpn", What::wrong_qpn, By::client},
      {"stale_psn", What::stale_psn, By::server},
      {"peer_gone", What::peer_gone, By::server},
      {"no_receive", What::no_receive, By::server},
      {"stranger", What::stranger, By::client},
      {"rejected", What::rejected, By::server},
      {"wrong_lkey", What::wrong_lkey, By::client},
      {"misaligned", What::misaligned, By::client},
      {"no_qp_access", What::no_qp_access, By::server},
      {"short_receive", What::short_receive, By::server},
      {"deregistered_in_flight", What::deregistered_in_flight, By::server},
      {"response_buffer_gone", What::response_buffer_gone, By::client},
      {"reconnect", What::reconnect, By::both},
  };
  return all;
}

Mistake::What mistake_of(const std::string& name, Mistake::By by) {
  for (const Mistake& m : mistakes()) {
    if (name == m.name) return m.by == by || m.by == Mistake::By::both ? m.what : Mistake::What::none;
  }
  throw std::out_of_range("no mistake " + name);
}

}  // namespace rocelab::host
