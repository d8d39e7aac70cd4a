#include "app/conformance/rc_peer.h"

#include "app/conformance/rc_device_frame.h"
#include "support/catch.h"
#include "tlm/wire/icrc.h"
#include "tlm/wire/udp.h"

namespace rocelab::app::replay {
namespace {

/// A device with region m, window w and the QPs q (IPv4) and p (IPv6).
struct Scene {
  Names names;
  Subnet subnet;
  PacketPool pool;

  Scene() {
    names.regions["m"] = {0x10000, 4096, Key{0x500}, Key{0x600}};
    names.windows["w"] = Key{0x700};
    names.queue_pairs["q"] = {Qpn{17}, Qpn{4660}, false, false, 256};
    names.queue_pairs["p"] = {Qpn{18}, Qpn{4661}, true, false, 256};
  }
  PacketPtr frame(const char* json) { return build_frame(Json::parse(json), names, subnet, pool); }
};

std::string hex(const PacketPtr& p, std::size_t from) {
  return to_hex(p->data + from, p->length - from - wire::icrc_size);
}

constexpr std::size_t bth4 = 14 + 20 + 8;

}  // namespace

TEST_CASE("the peer's frame has the defaults of the format") {
  Scene s;
  const PacketPtr p = s.frame(R"({"op":"SEND_ONLY","psn":100,"payload":{"hex":"aabbccddee"}})");
  REQUIRE(wire::icrc_ok(*p));
  CHECK(p->icrc == Icrc::written);
  const auto v = wire::RoceView::parse(*p);
  REQUIRE(v);
  CHECK(v.source() == s.subnet.peer[0]);
  CHECK(v.destination() == s.subnet.device[0]);
  CHECK(v.ecn == wire::Ecn::not_ect);
  CHECK(hex(p, bth4) ==
        "0470ffff"
        "00000011"
        "00000064"
        "aabbccddee000000");
}

TEST_CASE("every member of rx stands in the peer's frame") {
  Scene s;
  CHECK(hex(s.frame(R"({"op":"SEND_ONLY","psn":1,"ackreq":1,"se":1,"fecn":1,"becn":1,"mig":0,"tver":3,"pkey":4660})"),
            bth4) ==
        "04831234"
        "c0000011"
        "80000001");
  CHECK(hex(s.frame(R"({"op":31,"psn":"0xfffffe","dqpn":{"value":11259375}})"), bth4) ==
        "1f40ffff"
        "00abcdef"
        "00fffffe");
  CHECK(hex(s.frame(R"({"op":"WRITE_ONLY_IMM","psn":1,"reth":{"va":{"mr":"m","offset":16},"rkey":{"mr":"m"},"len":8},
                        "imm":9,"payload":{"len":4,"byte":1}})"),
            bth4 + 12) ==
        "0000000000010010"
        "00000600"
        "00000008"
        "00000009"
        "01010101");
  CHECK(hex(s.frame(R"({"op":"CMP_SWAP","psn":1,"atomic":{"va":{"value":1},"rkey":{"mr":"m","xor":1},"swap_add":2,
                        "compare":"0x1122334455667788"}})"),
            bth4 + 12) ==
        "0000000000000001"
        "00000601"
        "0000000000000002"
        "1122334455667788");
  CHECK(hex(s.frame(R"({"op":"ATOMIC_ACK","psn":1,"aeth":{"syndrome":31,"msn":1},"orig":7})"), bth4 + 12) ==
        "1f000001"
        "0000000000000007");
  CHECK(hex(s.frame(R"({"op":"UD_SEND_ONLY","psn":1,"deth":{"qkey":287454020,"src_qp":1911}})"), bth4 + 12) ==
        "11223344"
        "00000777");
  CHECK(hex(s.frame(R"({"op":"SEND_ONLY_INV","psn":1,"ieth":{"mw":"w"}})"), bth4 + 12) == "00000700");
}

TEST_CASE("extension headers are there exactly if given, pad and raw as told") {
  Scene s;
  CHECK(hex(s.frame(R"({"op":"WRITE_ONLY","psn":1,"payload":{"hex":"aabb"}})"), bth4 + 12) == "aabb0000");
  CHECK(hex(s.frame(R"({"op":"SEND_ONLY","psn":1,"pad":1,"payload":{"hex":"aabbcc"}})"), bth4 + 12) == "aabbcc00");
  const PacketPtr more = s.frame(R"({"op":"SEND_ONLY","psn":1,"pad":3,"payload":{"hex":"aabbccdd"}})");
  CHECK(hex(more, bth4) ==
        "0470ffff"
        "00000011"
        "00000001"
        "aabbccdd000000");
  CHECK(wire::icrc_ok(*more));
  const PacketPtr raw = s.frame(R"({"op":"ACK","psn":1,"aeth":{"syndrome":31,"msn":1},"raw":"0102"})");
  CHECK(hex(raw, bth4 + 12) == "0102");
  CHECK(wire::icrc_ok(*raw));
}

TEST_CASE("the peer speaks the QP's IP version, marks ECN and may be somebody else") {
  Scene s;
  const auto six = wire::RoceView::parse(*s.frame(R"({"op":"SEND_ONLY","psn":1,"to":"p","ecn":3})"));
  REQUIRE(six);
  CHECK(six.v6);
  CHECK(six.ecn == wire::Ecn::ce);
  CHECK(six.bth.destination == Qpn{18});
  CHECK(six.source() == s.subnet.peer[1]);
  const auto other = wire::RoceView::parse(*s.frame(R"({"op":"SEND_ONLY","psn":1,"src":"other"})"));
  CHECK(other.source() == s.subnet.other[0]);
}

TEST_CASE("corrupt flips one bit after the ICRC was computed") {
  Scene s;
  const PacketPtr whole = s.frame(R"({"op":"SEND_ONLY","psn":100,"payload":{"len":8,"byte":16}})");
  const auto changed = [&](const char* where) {
    const PacketPtr p = s.frame(
        (std::string(R"({"op":"SEND_ONLY","psn":100,"payload":{"len":8,"byte":16},"corrupt":")") + where + "\"}")
            .c_str());
    CHECK_FALSE(wire::icrc_ok(*p));
    std::vector<std::size_t> at;
    for (std::size_t i = 0; i < p->length; ++i) {
      if (p->data[i] == whole->data[i]) continue;
      CHECK((p->data[i] ^ whole->data[i]) == 1);
      at.push_back(i);
    }
    REQUIRE(at.size() == 1);
    return at[0];
  };
  CHECK(changed("icrc") == whole->length - 4);
  CHECK(changed("psn") == bth4 + 11);
  CHECK(changed("payload") == bth4 + 12);
}

TEST_CASE("an rx step that cannot be is said to be malformed") {
  Scene s;
  for (const char* bad :
       {R"({"op":"SEND_ONLY"})", R"({"psn":1})", R"({"op":"SENT_ONLY","psn":1})", R"({"op":256,"psn":1})",
        R"({"op":"SEND_ONLY","psn":1,"to":"x"})", R"({"op":"SEND_ONLY","psn":1,"ackrec":1})",
        R"({"op":"SEND_ONLY","psn":1,"ackreq":2})", R"({"op":"SEND_ONLY","psn":1,"src":"me"})",
        R"({"op":"SEND_ONLY","psn":1,"corrupt":"bth"})", R"({"op":"SEND_ONLY","psn":1,"raw":"0"})",
        R"({"op":"WRITE_ONLY","psn":1,"reth":{"va":{"value":1},"len":1}})",
        R"({"op":"WRITE_ONLY","psn":1,"reth":{"va":{"value":1},"rkey":{"value":1},"len":1,"x":1}})",
        R"({"op":"SEND_ONLY","psn":1,"payload":{"len":70000,"byte":1}})", R"([1])"}) {
    INFO(bad);
    CHECK_THROWS_AS(s.frame(bad), Malformed);
  }
}

}  // namespace rocelab::app::replay
