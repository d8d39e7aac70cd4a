#include "app/conformance/rc_requests.h"

#include <fmt/format.h>

#include "app/conformance/rc_words.h"

namespace rocelab::app::replay {

using namespace verbs;

namespace {

std::uint32_t network_order(std::uint64_t n) { return __builtin_bswap32(static_cast<std::uint32_t>(n)); }

}  // namespace

std::vector<ibv_sge> elements_of(const Json& list, const Names& names) {
  if (!list.is_array()) throw Malformed("sge: no list");
  std::vector<ibv_sge> elements;
  for (const Json& one : list) {
    only(one, {"mr", "offset", "len", "lkey"}, "sge");
    const Names::Region& region = names.region(text(member(one, "mr", "sge"), "sge.mr"));
    const Key lkey = one.contains("lkey") ? names.key(one.at("lkey"), Names::Side::local, "sge.lkey") : region.lkey;
    elements.push_back({region.address + integer_or(one, "offset", 0, "sge"),
                        static_cast<std::uint32_t>(integer(member(one, "len", "sge"), "sge.len")), lkey.value});
  }
  return elements;
}

SendList::SendList(const Json& step, Objects& objects, Bench& bench) {
  const Json list = step.is_array() ? step : Json::array({step});
  if (list.empty()) throw Malformed("post_send: an empty list");
  for (const Json& wr : list) add(wr, objects, bench);
  for (std::size_t i = 1; i < requests_.size(); ++i) requests_[i - 1].next = &requests_[i];
}

void SendList::add(const Json& wr, Objects& objects, Bench& bench) {
  only(wr,
       {"wr_id", "qp", "opcode", "sge", "flags", "remote", "imm", "compare", "swap", "add", "invalidate", "mw", "bind",
        "remote_qpn", "remote_qkey"},
       "post_send");
  const std::string name = wr.contains("qp") ? text(wr.at("qp"), "post_send.qp") : "q";
  if (qp_ && name != qp_name_) throw Malformed("post_send: one linked call is on one QP");
  qp_name_ = name;
  qp_ = named(objects.qps, name, "QP").handle;

  requests_.emplace_back();
  ibv_send_wr& r = requests_.back();
  r.wr_id = integer(member(wr, "wr_id", "post_send"), "post_send.wr_id");
  r.opcode = wr_opcode_of(member(wr, "opcode", "post_send"), "post_send.opcode");
  if (wr.contains("flags")) r.send_flags = send_flags_of(wr.at("flags"), "post_send.flags");
  elements_.push_back(wr.contains("sge") ? elements_of(wr.at("sge"), objects.names) : std::vector<ibv_sge>{});
  r.sg_list = elements_.back().data();
  r.num_sge = static_cast<int>(elements_.back().size());
  r.imm_data = network_order(integer_or(wr, "imm", 0, "post_send"));
  if (wr.contains("invalidate")) {
    r.invalidate_rkey = objects.names.key(wr.at("invalidate"), Names::Side::remote, "post_send.invalidate").value;
  }
  set_operands(r, wr, objects, bench);
  if (r.opcode == IBV_WR_BIND_MW) set_bind(r, wr, objects);
}

void SendList::set_operands(ibv_send_wr& r, const Json& wr, Objects& objects, Bench& bench) {
  if (wr.contains("remote")) {
    const Json& remote = wr.at("remote");
    only(remote, {"va", "rkey"}, "post_send.remote");
    r.wr.rdma.remote_addr = objects.names.va(member(remote, "va", "post_send.remote"), "post_send.remote.va");
    r.wr.rdma.rkey =
        objects.names.key(member(remote, "rkey", "post_send.remote"), Names::Side::remote, "post_send.remote.rkey")
            .value;
  }
  r.wr.atomic.remote_addr = r.wr.rdma.remote_addr;
  r.wr.atomic.rkey = r.wr.rdma.rkey;
  r.wr.atomic.compare_add = integer_or(wr, r.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD ? "add" : "compare", 0, "post_send");
  r.wr.atomic.swap = integer_or(wr, "swap", 0, "post_send");
  if (qp_->qp_type != IBV_QPT_UD) return;
  ibv_ah_attr address;
  const bool v6 = objects.names.queue_pair(qp_name_).v6;
  address.grh.dgid = bench.subnet.peer[v6];
  address.grh.sgid_index = v6;
  r.wr.ud.ah = ibv_create_ah(qp_->pd, address);
  r.wr.ud.remote_qpn =
      static_cast<std::uint32_t>(integer(member(wr, "remote_qpn", "post_send"), "post_send.remote_qpn"));
  r.wr.ud.remote_qkey = static_cast<std::uint32_t>(integer_or(wr, "remote_qkey", 0, "post_send"));
}

void SendList::set_bind(ibv_send_wr& r, const Json& wr, Objects& objects) {
  const std::string& window = text(member(wr, "mw", "post_send"), "post_send.mw");
  const Json& bind = member(wr, "bind", "post_send");
  only(bind, {"mr", "offset", "len", "access"}, "post_send.bind");
  const std::string& region = text(member(bind, "mr", "post_send.bind"), "post_send.bind.mr");
  r.bind_mw.mw = named(objects.mws, window, "memory window");
  r.bind_mw.rkey = ibv_inc_rkey(named(objects.names.windows, window, "memory window").value);
  r.bind_mw.bind_info.mr = named(objects.mrs, region, "memory region");
  r.bind_mw.bind_info.addr = objects.names.region(region).address + integer_or(bind, "offset", 0, "post_send.bind");
  r.bind_mw.bind_info.length = integer(member(bind, "len", "post_send.bind"), "post_send.bind.len");
  r.bind_mw.bind_info.mw_access_flags = access_of(member(bind, "access", "post_send.bind"), "post_send.bind.access");
  bound_.emplace_back(window, Key{r.bind_mw.rkey});
}

}  // namespace rocelab::app::replay
