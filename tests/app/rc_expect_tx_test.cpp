#include "app/conformance/rc_expect_tx.h"

#include <cstring>
#include <functional>

#include "support/catch.h"
#include "tlm/units.h"
#include "tlm/wire/icrc.h"
#include "tlm/wire/ipv4.h"

namespace rocelab::app::replay {
namespace {

/// The scene seen from the device: it sends what the peer of a mirrored subnet would send.
struct Device {
  Names names, mirrored;
  Subnet subnet, mirror;
  PacketPool pool;

  Device() {
    names.regions["m"] = mirrored.regions["m"] = {0x10000, 4096, Key{0x500}, Key{0x600}};
    names.windows["w"] = mirrored.windows["w"] = Key{0x700};
    names.queue_pairs["q"] = {Qpn{17}, Qpn{4660}, false, false, 256};
    names.queue_pairs["p"] = {Qpn{18}, Qpn{4661}, true, false, 256};
    mirrored.queue_pairs["q"] = {Qpn{4660}, Qpn{17}, false, false, 256};
    mirrored.queue_pairs["p"] = {Qpn{4661}, Qpn{18}, true, false, 256};
    std::swap(mirror.device, mirror.peer);
  }
  PacketPtr packet(const char* json) { return build_frame(Json::parse(json), mirrored, mirror, pool); }
  DeviceFrame frame(const char* json) { return inspect(packet(json), 0, names, subnet); }
};

/// Nothing when the frame meets the step, else the reason.
std::string reason(const char* frame, const std::string& tx, Ps arrival = 0, Ps since = 0) {
  Device d;
  DeviceFrame f = d.frame(frame);
  f.arrival = arrival;
  try {
    expect_frame(f, Json::parse(tx), d.names, d.subnet, since);
    return "";
  } catch (const Malformed&) {
    throw;
  } catch (const Failure& e) {
    return e.what();
  }
}

using namespace rocelab::literals;

constexpr const char* write_imm =
    R"({"op":"WRITE_ONLY_IMM","psn":500,"ackreq":1,"se":1,"reth":{"va":{"value":65536},"rkey":{"value":1911},"len":7},
        "imm":9,"payload":{"len":7,"seed":1}})";
constexpr const char* ack = R"({"op":"ACK","psn":100,"aeth":{"syndrome":96,"msn":3}})";
constexpr const char* atomic =
    R"({"op":"FETCH_ADD","psn":5,"atomic":{"va":{"value":65536},"rkey":{"value":1911},"swap_add":1,"compare":0}})";
constexpr const char* datagram =
    R"({"op":"UD_SEND_ONLY","psn":5,"deth":{"qkey":2748,"src_qp":17},"payload":{"len":4,"seed":1}})";

}  // namespace

TEST_CASE("a tx step is met by the frame it describes") {
  CHECK(reason(write_imm, R"({"op":"WRITE_ONLY_IMM","psn":500,"ackreq":1,"se":1,"pad":1,"mig":1,"fecn":0,"becn":0,
      "reth":{"va":{"value":65536},"rkey":{"value":1911},"len":7},"imm":9,"payload":{"len":7,"seed":1},
      "payload_len":7})") == "");
  CHECK(reason(ack, R"({"op":"ACK","psn":100,"syndrome":"nak","msn":3,"payload_len":0})") == "");
  CHECK(reason(ack, R"({"op":["READ_RESP_ONLY","ACK"],"psn":[99,100],"syndrome":[96,98],"msn":{"min":3,"max":3}})") ==
        "");
  CHECK(reason(ack, R"({"op":17})") == "");
  CHECK(reason(ack, "{}") == "");
  CHECK(reason(atomic, R"({"op":"FETCH_ADD","atomic":{"va":{"value":65536},"rkey":{"value":1911},"swap_add":1}})") ==
        "");
  CHECK(reason(datagram, R"({"op":"UD_SEND_ONLY","deth":{"qkey":2748,"src_qp":{"qp":"q"}}})") == "");
  CHECK(reason(R"({"op":"ATOMIC_ACK","psn":1,"aeth":{"syndrome":31,"msn":1},"orig":"0x1122334455667788"})",
               R"({"orig":"0x1122334455667788"})") == "");
  CHECK(reason(R"({"op":"SEND_ONLY_INV","psn":1,"ieth":{"mw":"w"}})", R"({"ieth":{"mw":"w"}})") == "");
  CHECK(reason(R"({"op":"CNP","psn":0,"becn":1,"payload":{"len":16,"byte":0}})",
               R"({"op":"CNP","becn":1,"payload":{"len":16,"byte":0}})") == "");
}

TEST_CASE("each altered member of a tx step is told with wanted and got") {
  struct Row {
    const char* frame;
    const char* tx;
    const char* reason;
  };
  const Row rows[] = {
      {write_imm, R"({"op":"WRITE_ONLY"})", "tx.op: wanted WRITE_ONLY, got WRITE_ONLY_IMM"},
      {write_imm, R"({"op":["WRITE_ONLY",3]})", "tx.op: wanted [\"WRITE_ONLY\",3], got WRITE_ONLY_IMM"},
      {write_imm, R"({"psn":501})", "tx.psn: wanted 501, got 500 (0x1f4)"},
      {write_imm, R"({"ackreq":0})", "tx.ackreq: wanted 0, got 1 (0x1)"},
      {write_imm, R"({"se":0})", "tx.se: wanted 0, got 1 (0x1)"},
      {write_imm, R"({"pad":0})", "tx.pad: wanted 0, got 1 (0x1)"},
      {write_imm, R"({"mig":0})", "tx.mig: wanted 0, got 1 (0x1)"},
      {write_imm, R"({"fecn":1})", "tx.fecn: wanted 1, got 0 (0x0)"},
      {write_imm, R"({"becn":1})", "tx.becn: wanted 1, got 0 (0x0)"},
      {write_imm, R"({"imm":8})", "tx.imm: wanted 8, got 9 (0x9)"},
      {write_imm, R"({"reth":{"va":{"value":1}}})", "tx.reth.va: wanted 0x1, got 0x10000"},
      {write_imm, R"({"reth":{"rkey":{"mr":"m"}}})", "tx.reth.rkey: wanted 0x600, got 0x777"},
      {write_imm, R"({"reth":{"len":8}})", "tx.reth.len: wanted 8, got 7 (0x7)"},
      {write_imm, R"({"payload":{"len":7,"seed":2}})", "tx.payload at octet 0: wanted 0209"},
      {write_imm, R"({"payload":{"len":8,"seed":1}})", "tx.payload: wanted 8 octets, got 7"},
      {write_imm, R"({"payload_len":8})", "tx.payload_len: wanted 8, got 7 (0x7)"},
      {write_imm, R"({"syndrome":"ack"})", "tx.syndrome: wanted ack, got WRITE_ONLY_IMM without it"},
      {ack, R"({"syndrome":"ack"})", "tx.syndrome: wanted ack, got 96"},
      {ack, R"({"syndrome":[98,99]})", "tx.syndrome: wanted [98,99], got 96"},
      {ack, R"({"msn":2})", "tx.msn: wanted 2, got 3 (0x3)"},
      {ack, R"({"orig":2})", "tx.orig: wanted 2, got ACK without it"},
      {ack, R"({"imm":2})", "tx.imm: wanted 2, got ACK without it"},
      {ack, R"({"ieth":{"value":2}})", "tx.ieth: wanted {\"value\":2}, got ACK without it"},
      {ack, R"({"reth":{"len":2}})", "tx.reth: wanted {\"len\":2}, got ACK without it"},
      {atomic, R"({"atomic":{"va":{"value":1}}})", "tx.atomic.va: wanted 0x1, got 0x10000"},
      {atomic, R"({"atomic":{"rkey":{"value":1}}})", "tx.atomic.rkey: wanted 0x1, got 0x777"},
      {atomic, R"({"atomic":{"swap_add":2}})", "tx.atomic.swap_add: wanted 2, got 1 (0x1)"},
      {atomic, R"({"atomic":{"compare":2}})", "tx.atomic.compare: wanted 2, got 0 (0x0)"},
      {datagram, R"({"deth":{"qkey":1}})", "tx.deth.qkey: wanted 1, got 2748 (0xabc)"},
      {datagram, R"({"deth":{"src_qp":{"qp":"p"}}})", "tx.deth.src_qp: wanted 18, got 17 (0x11)"},
      {R"({"op":"SEND_ONLY_INV","psn":1,"ieth":{"mw":"w"}})", R"({"ieth":{"value":1}})",
       "tx.ieth: wanted 0x1, got 0x700"},
      {R"({"op":"ATOMIC_ACK","psn":1,"aeth":{"syndrome":31,"msn":1},"orig":7})", R"({"orig":8})",
       "tx.orig: wanted 8, got 7"},
  };
  for (const Row& row : rows) {
    INFO(row.tx);
    CHECK_THAT(reason(row.frame, row.tx), Contains(row.reason));
  }
}

TEST_CASE("any_of merges each alternative over the rest") {
  const std::string two = R"({"op":"ACK","psn":100,"msn":4,"any_of":[{"syndrome":"ack"},{"syndrome":96,"msn":3}]})";
  CHECK(reason(ack, two) == "");
  CHECK(reason(ack, R"({"psn":101,"any_of":[{"msn":3},{"msn":4}]})") ==
        "tx.psn: wanted 101, got 100 (0x64); or tx.psn: wanted 101, got 100 (0x64)");
  CHECK_THROWS_AS(reason(ack, R"({"any_of":[]})"), Malformed);
  CHECK_THROWS_AS(reason(ack, R"({"any_of":[{"msn":3,"nsm":3}]})"), Malformed);
}

TEST_CASE("the time since the previous step has bounds that are exact") {
  const std::string bounds = R"({"after_us_min":10,"after_us_max":20})";
  CHECK(reason(ack, bounds, 15_us, 5_us) == "");
  CHECK(reason(ack, bounds, 25_us, 5_us) == "");
  CHECK(reason(ack, bounds, 15_us - 1, 5_us) == "tx.after_us_min: wanted 10, got 9.999999 us");
  CHECK(reason(ack, bounds, 25_us + 1, 5_us) == "tx.after_us_max: wanted 20, got 20.000001 us");
}

TEST_CASE("an unknown member of a tx step is an error, not ignored") {
  CHECK_THROWS_AS(reason(ack, R"({"sindrome":"ack"})"), Malformed);
  CHECK_THROWS_AS(reason(write_imm, R"({"reth":{"length":7}})"), Malformed);
  CHECK_THROWS_AS(reason(atomic, R"({"atomic":{"swap":7}})"), Malformed);
  CHECK_THROWS_AS(reason(datagram, R"({"deth":{"qp":7}})"), Malformed);
  CHECK_THROWS_AS(reason(ack, R"({"op":"AKC"})"), Malformed);
  CHECK_THROWS_AS(reason(ack, R"({"msn":"many"})"), Malformed);
}

TEST_CASE("every device frame is checked against the rules that no step names") {
  Device d;
  const auto wrong = [&d](const char* json, const std::function<void(Packet&)>& change = {}) {
    const PacketPtr p = d.packet(json);
    if (change) change(*p);
    try {
      inspect(p, 0, d.names, d.subnet);
      return std::string();
    } catch (const Failure& e) {
      return std::string(e.what());
    }
  };
  const auto again = [](Packet& p) { p.icrc = Icrc::pending; };
  CHECK(wrong(ack) == "");
  CHECK(wrong(R"({"op":"ACK","psn":1,"to":"p","aeth":{"syndrome":31,"msn":1}})") == "");
  CHECK_THAT(wrong(R"({"op":"ACK","psn":1,"aeth":{"syndrome":31,"msn":1},"corrupt":"icrc"})"), Contains("ICRC"));
  CHECK_THAT(wrong(R"({"op":"ACK","psn":1,"aeth":{"syndrome":31,"msn":1},"tver":1})"),
             Contains("tver: wanted 0, got 1"));
  CHECK_THAT(wrong(R"({"op":"ACK","psn":1,"aeth":{"syndrome":31,"msn":1},"pkey":32766})"), Contains("pkey"));
  CHECK(wrong(R"({"op":"ACK","psn":1,"aeth":{"syndrome":31,"msn":1},"pkey":32767})") == "");
  CHECK_THAT(wrong(R"({"op":"ACK","psn":1,"aeth":{"syndrome":31,"msn":1},"dqpn":{"value":4662}})"),
             Contains("dest QPN"));
  CHECK_THAT(wrong(R"({"op":"ACK","psn":1,"aeth":{"syndrome":31,"msn":1},"dqpn":{"value":4661}})"),
             Contains("IP version"));
  CHECK_THAT(wrong(R"({"op":"ACK","psn":1,"aeth":{"syndrome":31,"msn":1},"src":"other"})"), Contains("source address"));
  CHECK_THAT(wrong(R"({"op":"SEND_ONLY","psn":1,"payload":{"len":257,"byte":0}})"),
             Contains("payload: wanted at most 256"));
  CHECK(wrong(R"({"op":"SEND_ONLY","psn":1,"payload":{"len":256,"byte":0}})") == "");
  CHECK_THAT(wrong(R"({"op":"SEND_ONLY","psn":1,"pad":1,"payload":{"len":4,"byte":0}})"), Contains("wanted RoCEv2"));
  CHECK_THAT(wrong(ack, [&](Packet& p) { p.data[37] ^= 1, again(p); }), Contains("wanted RoCEv2"));
  CHECK_THAT(wrong(ack,
                   [&](Packet& p) {
                     wire::put32(p.data + 30, 0x0a000009), wire::put16(p.data + 24, 0);
                     wire::put16(p.data + 24, wire::Ipv4Header::checksum_of(p.data + 14)), again(p);
                   }),
             Contains("destination address"));
  // A CNP is set aside whatever it is like.
  CHECK(wrong(R"({"op":"CNP","psn":0,"payload":{"len":16,"byte":0},"dqpn":{"value":1},"corrupt":"icrc"})") == "");
}

}  // namespace rocelab::app::replay
