#include "app/conformance/rc_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "app/conformance/rc_words.h"

namespace rocelab::app::replay {
namespace {

using namespace verbs;

const Json nothing = Json::object();

const Json& group(const Json& setup, const char* key) {
  const auto it = setup.find(key);
  if (it == setup.end()) return nothing;
  if (!it->is_object()) throw Malformed(fmt::format("setup.{}: no object", key));
  return *it;
}

/// One device being set up, object by object, in the order in which they need each other.
class Builder {
 public:
  Builder(Bench& bench, const Json& setup, const Json& defaults) : bench_(bench), setup_(setup), defaults_(defaults) {}

  Objects build() {
    only(setup_, {"qp", "qps", "mrs", "mws", "srqs", "cqs", "recvs"}, "setup");
    for (const auto& [name, mr] : group(setup_, "mrs").items()) add_region(name, merged(mr, "mr"));
    for (const auto& [name, mw] : group(setup_, "mws").items()) add_window(name, mw);
    if (!setup_.contains("cqs")) add_cq("cq0", merged(nothing, "cq"));
    for (const auto& [name, cq] : group(setup_, "cqs").items()) add_cq(name, merged(cq, "cq"));
    for (const auto& [name, srq] : group(setup_, "srqs").items()) add_srq(name, merged(srq, "srq"));
    if (setup_.contains("qp")) add_qp("q", merged(setup_.at("qp"), "qp"));
    for (const auto& [name, qp] : group(setup_, "qps").items()) add_qp(name, merged(qp, "qp"));
    return std::move(o_);
  }

 private:
  Json merged(const Json& object, const char* kind) const {
    if (!object.is_object()) throw Malformed(fmt::format("setup: {} is no object", object.dump()));
    Json whole = defaults_.value(kind, Json::object());
    whole.update(object);
    return whole;
  }

  template <class T>
  T* granted(T* made, const std::string& what) const {
    if (!made) throw Failure(fmt::format("setup of {}: wanted success, got {}", what, errno_name(errno).dump()));
    return made;
  }

  Pd* domain(const Json& config, const std::string& what) {
    const std::string name = config.contains("pd") ? text(config.at("pd"), what) : "pd0";
    Pd*& pd = o_.pds[name];
    if (!pd) pd = granted(ibv_alloc_pd(&bench_.context()), name);
    return pd;
  }

  void add_region(const std::string& name, const Json& config) {
    only(config, {"len", "access", "pd", "fill"}, name);
    const std::uint64_t length = integer(member(config, "len", name), name);
    constexpr std::uint64_t most = 1 << 26;
    if (length > most) throw Malformed(fmt::format("{}: a region of {} octets", name, length));
    const Va address = bench_.memory.allocate(length);
    const Octets octets = fill(member(config, "fill", name), length, bench_.subnet.addresses(), name);
    std::copy(octets.begin(), octets.end(), bench_.memory.at(address, length));
    Mr* mr = granted(ibv_reg_mr(domain(config, name), address, length, access_of(member(config, "access", name), name)),
                     name);
    o_.mrs[name] = mr;
    o_.names.regions[name] = {address, length, Key{mr->lkey}, Key{mr->rkey}};
  }

  void add_window(const std::string& name, const Json& config) {
    only(config, {"type", "pd"}, name);
    if (integer_or(config, "type", 2, name) != 2) throw Unsupported("memory windows of type 1");
    Mw* mw = granted(ibv_alloc_mw(domain(config, name)), name);
    o_.mws[name] = mw;
    o_.names.windows[name] = Key{mw->rkey};
  }

  void add_cq(const std::string& name, const Json& config) {
    only(config, {"cqe"}, name);
    const auto entries = static_cast<int>(integer(member(config, "cqe", name), name));
    o_.cqs[name] = granted(ibv_create_cq(&bench_.context(), entries), name);
  }

  void add_srq(const std::string& name, const Json& config) {
    only(config, {"max_wr", "max_sge", "pd", "limit"}, name);
    ibv_srq_attr a;
    a.max_wr = static_cast<std::uint32_t>(integer(member(config, "max_wr", name), name));
    a.max_sge = static_cast<std::uint32_t>(integer(member(config, "max_sge", name), name));
    o_.srqs[name] = granted(ibv_create_srq(domain(config, name), a), name);
    o_.srq_limits[name] = static_cast<std::uint32_t>(integer_or(config, "limit", 0, name));
  }

  void add_qp(const std::string& name, const Json& config) {
    only(config, {"type",
                  "state",
                  "mtu",
                  "epsn",
                  "sq_psn",
                  "access",
                  "max_dest_rd_atomic",
                  "max_rd_atomic",
                  "min_rnr_timer",
                  "timeout",
                  "retry_cnt",
                  "rnr_retry",
                  "ip",
                  "sq_sig_all",
                  "max_inline",
                  "max_send_wr",
                  "max_recv_wr",
                  "max_send_sge",
                  "max_recv_sge",
                  "remote_qpn",
                  "pd",
                  "send_cq",
                  "recv_cq",
                  "srq",
                  "qkey",
                  "selective_repeat"},
         name);
    const auto number = [&](const char* key) {
      return static_cast<std::uint32_t>(integer(member(config, key, name), name));
    };
    ibv_qp_init_attr init;
    init.send_cq = named(o_.cqs, text(member(config, "send_cq", name), name), "CQ");
    init.recv_cq = named(o_.cqs, text(member(config, "recv_cq", name), name), "CQ");
    const Json srq = config.value("srq", Json());
    if (!srq.is_null()) init.srq = named(o_.srqs, text(srq, name), "SRQ");
    init.cap = {number("max_send_wr"), number("max_recv_wr"), number("max_send_sge"), number("max_recv_sge"),
                number("max_inline")};
    init.qp_type = qp_type_of(member(config, "type", name), name);
    init.sq_sig_all = flag_or(config, "sq_sig_all", true, name);
    LabOptions options;
    if (flag_or(config, "selective_repeat", false, name)) {
      options.scheme = "irn";
      options.scheme_parameters = {{"nak_each", 0}};  // the cases have one NAK a gap, as IBTA does
    }
    Objects::QueuePair qp{granted(ibv_create_qp(domain(config, name), &init, options), name), config};
    const Qpn remote{number("remote_qpn")};
    std::string other;
    if (o_.names.by_remote(remote, other))
      throw Malformed(fmt::format("{} and {} have the same remote_qpn", name, other));
    o_.names.queue_pairs[name] = {Qpn{qp.handle->qp_num}, remote, number("ip") == 6, init.qp_type == IBV_QPT_UD,
                                  number("mtu")};
    bring_up(qp, name);
    o_.qps[name] = std::move(qp);
  }

  void bring_up(Objects::QueuePair& qp, const std::string& name) {
    const ibv_qp_state target = state_of(member(qp.config, "state", name), name);
    std::vector<ibv_qp_state> way{IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS};
    if (target == IBV_QPS_ERR || target == IBV_QPS_SQD) {
      way.push_back(target);
    } else if (target == IBV_QPS_RESET) {
      way.clear();
    } else {
      const auto last = std::find(way.begin(), way.end(), target);
      if (last == way.end()) throw Malformed(fmt::format("{}: state {}", name, replay::name(target)));
      way.erase(last + 1, way.end());
    }
    for (const ibv_qp_state state : way) {
      const int error = modify(qp, {{"state", replay::name(state)}}, bench_.subnet);
      if (error == 0) continue;
      throw Failure(fmt::format("setup of {}: to {}: wanted success, got {}", name, replay::name(state),
                                errno_name(error).dump()));
    }
  }

  Bench& bench_;
  const Json& setup_;
  const Json& defaults_;
  Objects o_;
};

}  // namespace

Objects set_up(Bench& bench, const Json& setup, const Json& defaults) {
  return Builder(bench, setup, defaults).build();
}

}  // namespace rocelab::app::replay
