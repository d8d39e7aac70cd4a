#include "app/conformance/rc_expect_tx.h"

#include <fmt/format.h>


namespace rocelab::app::replay {
namespace {

/// One frame against the members of one `tx`.
class Comparison {
 public:
  Comparison(const DeviceFrame& f, const Json& tx, const Names& names, const Subnet& subnet)
      : v_(f.view), tx_(tx), names_(names), subnet_(subnet) {}

  void bth() const {
    if (tx_.contains("op") && !is_opcode(tx_.at("op")))
      differ("tx.op", tx_.at("op"), std::string(wire::name(v_.bth.opcode)));
    number("psn", v_.bth.psn.value());
    number("ackreq", v_.bth.ack_request);
    number("se", v_.bth.solicited);
    number("pad", v_.bth.pad);
    number("mig", v_.bth.migrated);
    number("fecn", v_.bth.fecn);
    number("becn", v_.bth.becn);
  }

  void aeth() const {
    if (tx_.contains("syndrome")) {
      present("syndrome", v_.op.aeth);
      const std::uint8_t got = v_.aeth().syndrome;
      if (!matches_syndrome(got, tx_.at("syndrome"))) differ("tx.syndrome", tx_.at("syndrome"), fmt::format("{}", got));
    }
    if (present("msn", v_.op.aeth)) number("msn", v_.aeth().msn);
    if (present("orig", v_.op.atomic_ack)) number("orig", v_.atomic_ack().original);
  }

  void message() const {
    if (present("imm", v_.op.imm)) number("imm", v_.imm().data);
    if (present("ieth", v_.op.invalidate)) key(tx_.at("ieth"), v_.ieth().rkey, "tx.ieth");
    if (present("reth", v_.op.reth)) reth(tx_.at("reth"));
    if (present("atomic", v_.op.atomic_eth)) atomic(tx_.at("atomic"));
    if (present("deth", v_.op.deth)) deth(tx_.at("deth"));
  }

  void payload() const {
    // The 16 reserved octets of a CNP stand where others carry payload.
    const bool cnp = v_.bth.opcode == wire::Opcode::cnp;
    const std::uint8_t* octets = cnp ? v_.extension : v_.payload;
    const std::uint32_t n = cnp ? wire::extension_size(v_.bth.opcode) : v_.payload_length;
    number("payload_len", n);
    if (!tx_.contains("payload")) return;
    expect_octets(octets, n, data(tx_.at("payload"), subnet_.addresses(), "tx.payload"), "tx.payload");
  }

 private:
  bool is_opcode(const Json& wanted) const {
    if (!wanted.is_array()) return opcode_of(wanted, "tx.op") == static_cast<std::uint8_t>(v_.bth.opcode);
    for (const Json& one : wanted) {
      if (is_opcode(one)) return true;
    }
    return false;
  }

  /// Is the member asked for? Then the frame must have the header.
  bool present(const char* name, bool has) const {
    if (!tx_.contains(name)) return false;
    if (!has) differ(fmt::format("tx.{}", name), tx_.at(name), fmt::format("{} without it", wire::name(v_.bth.opcode)));
    return true;
  }
  void number(const char* name, std::uint64_t got) const {
    if (tx_.contains(name)) expect(got, tx_.at(name), fmt::format("tx.{}", name));
  }
  void key(const Json& wanted, Key got, const char* what) const {
    const Key k = names_.key(wanted, Names::Side::remote, what);
    if (got != k) differ(what, fmt::format("0x{:x}", k.value), fmt::format("0x{:x}", got.value));
  }
  void va(const Json& wanted, Va got, const char* what) const {
    const Va a = names_.va(wanted, what);
    if (got != a) differ(what, fmt::format("0x{:x}", a), fmt::format("0x{:x}", got));
  }

  void reth(const Json& wanted) const {
    only(wanted, {"va", "rkey", "len"}, "tx.reth");
    const wire::Reth got = v_.reth();
    if (wanted.contains("va")) va(wanted.at("va"), got.va, "tx.reth.va");
    if (wanted.contains("rkey")) key(wanted.at("rkey"), got.rkey, "tx.reth.rkey");
    if (wanted.contains("len")) expect(got.length, wanted.at("len"), "tx.reth.len");
  }
  void atomic(const Json& wanted) const {
    only(wanted, {"va", "rkey", "swap_add", "compare"}, "tx.atomic");
    const wire::AtomicEth got = v_.atomic_eth();
    if (wanted.contains("va")) va(wanted.at("va"), got.va, "tx.atomic.va");
    if (wanted.contains("rkey")) key(wanted.at("rkey"), got.rkey, "tx.atomic.rkey");
    if (wanted.contains("swap_add")) expect(got.swap_or_add, wanted.at("swap_add"), "tx.atomic.swap_add");
    if (wanted.contains("compare")) expect(got.compare, wanted.at("compare"), "tx.atomic.compare");
  }
  void deth(const Json& wanted) const {
    only(wanted, {"qkey", "src_qp"}, "tx.deth");
    const wire::Deth got = v_.deth();
    if (wanted.contains("qkey")) expect(got.qkey, wanted.at("qkey"), "tx.deth.qkey");
    if (!wanted.contains("src_qp")) return;
    const Json& source = wanted.at("src_qp");
    const bool named = source.is_object() && source.contains("qp");
    const Json number = named ? Json(names_.queue_pair(text(source.at("qp"), "tx.deth.src_qp")).number.value) : source;
    expect(got.source.value, number, "tx.deth.src_qp");
  }

  const wire::RoceView& v_;
  const Json& tx_;
  const Names& names_;
  const Subnet& subnet_;
};

void expect_time(Ps waited, const Json& tx) {
  const auto got = [waited] { return fmt::format("{}.{:06} us", waited / 1'000'000, waited % 1'000'000); };
  if (const auto it = tx.find("after_us_min"); it != tx.end() && waited < microseconds(*it, "tx.after_us_min")) {
    differ("tx.after_us_min", *it, got());
  }
  if (const auto it = tx.find("after_us_max"); it != tx.end() && waited > microseconds(*it, "tx.after_us_max")) {
    differ("tx.after_us_max", *it, got());
  }
}

void expect_members(const DeviceFrame& f, const Json& tx, const Names& names, const Subnet& subnet, Ps since) {
  only(tx, {"op",   "psn",    "from",     "ackreq",  "se",          "pad",          "mig",
            "fecn", "becn",   "syndrome", "msn",     "orig",        "imm",          "ieth",
            "reth", "atomic", "deth",     "payload", "payload_len", "after_us_min", "after_us_max"},
       "tx");
  const Comparison c(f, tx, names, subnet);
  c.bth();
  c.aeth();
  c.message();
  c.payload();
  expect_time(f.arrival - since, tx);
}

}  // namespace

void expect_frame(const DeviceFrame& f, const Json& tx, const Names& names, const Subnet& subnet, Ps since) {
  const auto any = tx.find("any_of");
  if (any == tx.end()) return expect_members(f, tx, names, subnet, since);
  if (!any->is_array() || any->empty()) throw Malformed("tx.any_of: no list of alternatives");
  Json rest = tx;
  rest.erase("any_of");
  std::string reasons;
  for (const Json& alternative : *any) {
    if (!alternative.is_object()) throw Malformed("tx.any_of: an alternative is no object");
    Json merged = rest;
    merged.update(alternative);
    try {
      return expect_members(f, merged, names, subnet, since);
    } catch (const Malformed&) {
      throw;
    } catch (const Failure& reason) {
      reasons += (reasons.empty() ? "" : "; or ") + std::string(reason.what());
    }
  }
  throw Failure(reasons);
}

bool wants_cnp(const Json& tx) {
  const auto op = tx.find("op");
  return op != tx.end() && !op->is_array() && opcode_of(*op, "tx.op") == static_cast<std::uint8_t>(wire::Opcode::cnp);
}

}  // namespace rocelab::app::replay
