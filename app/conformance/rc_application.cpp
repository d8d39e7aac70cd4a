#include "app/conformance/rc_application.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "app/conformance/rc_requests.h"
#include "app/conformance/rc_words.h"

namespace rocelab::app::replay {

using namespace verbs;

namespace {

std::string qp_of(const Json& step, const char* what) {
  return step.contains("qp") ? text(step.at("qp"), fmt::format("{}.qp", what)) : "q";
}

}  // namespace

Application::Application(Bench& bench, const Json& setup, const Json& defaults)
    : bench_(bench), objects_(set_up(bench, setup, defaults)) {
  if (const auto it = setup.find("recvs"); it != setup.end()) {
    if (!it->is_array()) throw Malformed("setup.recvs: no list");
    for (const Json& recv : *it) {
      const int error = post_recv(recv);
      if (error != 0) throw Failure(fmt::format("setup.recvs: wanted success, got {}", errno_name(error).dump()));
    }
  }
  for (const auto& [name, limit] : objects_.srq_limits) {
    if (limit > 0) ibv_modify_srq_limit(objects_.srqs.at(name), limit);
  }
}

int Application::post_send(const Json& step) {
  SendList list(step, objects_, bench_);
  for (const ibv_send_wr& wr : list.requests()) completions_.posted(wr.wr_id, "SQ of " + list.qp_name());
  ibv_send_wr* bad = nullptr;
  const int error = ibv_post_send(list.qp(), list.first(), &bad);
  if (error == 0) {
    for (const auto& [window, key] : list.bound()) objects_.names.windows[window] = key;
  }
  return error;
}

int Application::post_recv(const Json& step) {
  only(step, {"wr_id", "sge", "qp", "srq"}, "post_recv");
  std::vector<ibv_sge> elements = elements_of(member(step, "sge", "post_recv"), objects_.names);
  ibv_recv_wr wr;
  wr.wr_id = integer(member(step, "wr_id", "post_recv"), "post_recv.wr_id");
  wr.sg_list = elements.data();
  wr.num_sge = static_cast<int>(elements.size());
  ibv_recv_wr* bad = nullptr;
  if (step.contains("srq")) {
    const std::string& name = text(step.at("srq"), "post_recv.srq");
    completions_.posted(wr.wr_id, "SRQ " + name);
    return ibv_post_srq_recv(named(objects_.srqs, name, "SRQ"), &wr, &bad);
  }
  const std::string name = qp_of(step, "post_recv");
  completions_.posted(wr.wr_id, "RQ of " + name);
  return ibv_post_recv(named(objects_.qps, name, "QP").handle, &wr, &bad);
}

int Application::fill_sq(const Json& step) {
  only(step, {"wr", "at_least", "at_most"}, "fill_sq");
  Json wr = member(step, "wr", "fill_sq");
  const std::uint64_t first = integer(member(wr, "wr_id", "fill_sq.wr"), "fill_sq.wr.wr_id");
  const std::uint64_t least = integer(member(step, "at_least", "fill_sq"), "fill_sq.at_least");
  const std::uint64_t most = integer(member(step, "at_most", "fill_sq"), "fill_sq.at_most");
  std::uint64_t accepted = 0;
  int error = 0;
  while (accepted < most) {
    wr["wr_id"] = first + accepted;
    error = post_send(wr);
    if (error != 0) break;
    ++accepted;
  }
  if (accepted < least) {
    throw Failure(fmt::format("fill_sq: wanted at least {} accepted, got {}, then {}", least, accepted,
                              errno_name(error).dump()));
  }
  return error;
}

int Application::modify_qp(const Json& step) {
  return modify(named(objects_.qps, qp_of(step, "modify_qp"), "QP"), step, bench_.subnet);
}

int Application::dereg_mr(const Json& name) {
  const auto it = objects_.mrs.find(text(name, "dereg_mr"));
  if (it == objects_.mrs.end()) throw Malformed(fmt::format("dereg_mr: no memory region is named {}", name.dump()));
  const int error = ibv_dereg_mr(it->second);
  if (error == 0) objects_.mrs.erase(it);
  return error;
}

std::uint8_t* Application::octets_of(const Json& step, std::size_t n, const char* what) {
  const Names::Region& region = objects_.names.region(text(member(step, "mr", what), what));
  const Va address = region.address + integer(member(step, "offset", what), what);
  if (bench_.memory.mapped(address) < n) throw Malformed(fmt::format("{}: outside of the region", what));
  return bench_.memory.at(address, n);
}

namespace {

Octets data_beside_place(const Json& step, const Subnet& subnet, const char* what) {
  Json value = step;
  if (value.is_object()) value.erase("mr"), value.erase("offset");
  return data(value, subnet.addresses(), what);
}

}  // namespace

void Application::poke(const Json& step) {
  const Octets octets = data_beside_place(step, bench_.subnet, "poke");
  std::copy(octets.begin(), octets.end(), octets_of(step, octets.size(), "poke"));
}

void Application::expect_memory(const Json& step) {
  const Octets wanted = data_beside_place(step, bench_.subnet, "memory");
  expect_octets(octets_of(step, wanted.size(), "memory"), wanted.size(), wanted, "memory");
}

void Application::expect_qp(const Json& step) {
  only(step, {"state", "epsn", "sq_psn", "qp"}, "qp");
  ibv_qp_attr attributes;
  const int error = ibv_query_qp(named(objects_.qps, qp_of(step, "qp"), "QP").handle, &attributes,
                                 IBV_QP_STATE | IBV_QP_RQ_PSN | IBV_QP_SQ_PSN);
  if (error != 0) throw Failure(fmt::format("query of the QP: wanted success, got {}", errno_name(error).dump()));
  if (step.contains("state")) expect(name(attributes.qp_state), step.at("state"), "qp.state");
  if (step.contains("epsn")) expect(attributes.rq_psn, step.at("epsn"), "qp.epsn");
  if (step.contains("sq_psn")) expect(attributes.sq_psn, step.at("sq_psn"), "qp.sq_psn");
}

void Application::req_notify(const Json& step) {
  only(step, {"cq", "solicited_only"}, "req_notify");
  const std::string& name = text(member(step, "cq", "req_notify"), "req_notify.cq");
  Cq* cq = named(objects_.cqs, name, "CQ");
  events_seen_[name] = cq->events;
  ibv_req_notify_cq(cq, flag_or(step, "solicited_only", false, "req_notify"));
}

void Application::expect_cq_event(const Json& step) {
  only(step, {"cq", "fired"}, "cq_event");
  const std::string& name = text(member(step, "cq", "cq_event"), "cq_event.cq");
  const bool fired = named(objects_.cqs, name, "CQ")->events > events_seen_[name];
  expect(std::uint64_t{fired}, member(step, "fired", "cq_event"), "cq_event.fired");
}

bool Application::take_async_event(const Json& name) {
  ibv_async_event event;
  while (ibv_get_async_event(&bench_.context(), &event) == 0) {
    async_events_.emplace_back(ibv_event_type_str(event.event_type));
  }
  const auto it = std::find(async_events_.begin(), async_events_.end(), text(name, "async_event"));
  if (it == async_events_.end()) return false;
  async_events_.erase(it);
  return true;
}

}  // namespace rocelab::app::replay
