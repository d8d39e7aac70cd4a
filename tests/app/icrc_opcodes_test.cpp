#include <cstring>

#include "app/conformance/icrc_field.h"
#include "app/conformance/icrc_vectors.h"
#include "support/catch.h"
#include "tlm/packet_pool.h"
#include "tlm/random.h"
#include "tlm/wire/icrc.h"
#include "tlm/wire/roce_frame.h"

using namespace rocelab;
using Json = nlohmann::json;
using app::CaseOutcome;

namespace {

wire::RoceTemplate ends(bool v6) {
  wire::RoceTemplate::Ends e;
  e.source_mac = 0x020000000002, e.destination_mac = 0x020000000001;
  e.source =
      v6 ? wire::Gid{{0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}} : wire::Gid::from_ipv4(0x0a000002);
  e.destination = e.source, e.destination.octets[15] = 1;
  e.dscp = 26, e.ecn = wire::Ecn::ect0;
  return wire::RoceTemplate(e);
}

std::string hex(const std::uint8_t* octets, std::size_t n) {
  return app::hex_of(std::string_view(reinterpret_cast<const char*>(octets), n));
}

/// A frame of this opcode with random extension headers and payload, and what a vector would list for it.
Json vector_of(wire::Opcode op, bool v6, std::uint32_t payload, Random& random, PacketPool& pool) {
  const wire::RoceTemplate from = ends(v6);
  const PacketPtr p = pool.make(from.frame_size(op, payload));
  wire::Bth bth;
  bth.opcode = op, bth.destination = Qpn{static_cast<std::uint32_t>(random.below(1 << 24))};
  bth.psn = Psn(static_cast<std::uint32_t>(random.below(1 << 24)));
  std::uint8_t* const extension = from.write(*p, bth, payload);
  std::uint8_t* const data = p->data + from.header_size(op);
  for (std::uint8_t* at = extension; at < data + payload; ++at) *at = static_cast<std::uint8_t>(random.next());
  if (wire::traits(op).deth) extension[4] = 0;  // reserved (IBTA vol. 1, 9.3.3)
  wire::write_icrc(*p);

  Json ib{{"op", wire::name(op)},
          {"opc", static_cast<unsigned>(op)},
          {"pad", -payload & 3},
          {"psn", bth.psn.value()},
          {"dqpn", bth.destination.value}};
  if (op == wire::Opcode::cnp) {
    ib["payload_len"] = 16, ib["payload_hex"] = hex(extension, 16);
  } else {
    ib["payload_len"] = payload, ib["payload_hex"] = hex(data, payload);
  }
  return {{"name", wire::name(op)},
          {"hex", hex(p->data, p->length)},
          {"icrc_wire_bytes", hex(p->data + p->length - wire::icrc_size, wire::icrc_size)},
          {"l3", {{"ver", v6 ? 6 : 4}, {v6 ? "tclass" : "tos", 26 << 2 | 2}}},
          {"udp", {{"dport", 4791}, {"checksum", "0000"}}},
          {"ib", ib}};
}

}  // namespace

TEST_CASE("vectors of every opcode, pad and IP version pass, and the extension headers are encoded again") {
  Random random(1, "icrc opcodes");
  PacketPool pool;
  Json vectors = Json::array();
  for (unsigned code = 0; code < 256; ++code) {
    const auto op = static_cast<wire::Opcode>(code);
    if (!wire::traits(op).known) continue;
    for (const bool v6 : {false, true}) {
      for (std::uint32_t payload = 0; payload <= (wire::traits(op).payload ? 5u : 0u); ++payload) {
        vectors.push_back(vector_of(op, v6, payload, random, pool));
      }
    }
  }
  CHECK(vectors.size() > 250);
  for (const CaseOutcome& o : app::run_icrc_vectors({{"vectors", vectors}})) {
    INFO(o.id << ": " << o.reason);
    CHECK(o.verdict == CaseOutcome::Verdict::passed);
  }
}

TEST_CASE("the extension headers of a datagram have their names in a vector") {
  Random random(1, "icrc datagram");
  PacketPool pool;
  Json v = vector_of(wire::Opcode::ud_send_only_imm, true, 3, random, pool);
  const std::string frame = v["hex"];
  const std::size_t deth = 2 * (14 + 40 + 8 + 12);
  v["ib"]["qkey"] = "0x" + frame.substr(deth, 8);
  v["ib"]["src_qp"] = "0x" + frame.substr(deth + 10, 6);
  v["ib"]["imm"] = "0x" + frame.substr(deth + 16, 8);
  v["ib"]["sqpn"] = v["ib"]["src_qp"];
  CHECK(app::run_icrc_vectors({{"vectors", Json::array({v})}})[0].verdict == CaseOutcome::Verdict::passed);
  for (const char* field : {"qkey", "src_qp", "sqpn", "imm"}) {
    Json changed = v;
    changed["ib"][field] = "0x1";
    CHECK_THAT(app::run_icrc_vectors({{"vectors", Json::array({changed})}})[0].reason, Contains(field));
  }
}

TEST_CASE("a frame that is not what its decoded headers encode to fails") {
  Random random(1, "icrc reserved");
  PacketPool pool;
  Json v = vector_of(wire::Opcode::ud_send_only, false, 4, random, pool);
  auto octets = *app::octets_of_hex(v["hex"].get<std::string>());
  const std::size_t reserved = 14 + 20 + 8 + 12 + 4;  // of the DETH: sent as 0, not kept when decoded
  octets[reserved] = 1;
  const PacketPtr p = pool.make(static_cast<std::uint32_t>(octets.size()));
  std::memcpy(p->data, octets.data(), octets.size());
  p->length = static_cast<std::uint32_t>(octets.size()), p->icrc = Icrc::pending;
  wire::write_icrc(*p);
  v["hex"] = hex(p->data, p->length);
  v["icrc_wire_bytes"] = hex(p->data + p->length - wire::icrc_size, wire::icrc_size);
  CHECK(app::run_icrc_vectors({{"vectors", Json::array({v})}})[0].reason == "encoded octet 58: wanted 01, got 00");
}
