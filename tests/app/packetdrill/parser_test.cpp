#include "app/packetdrill/parser.h"

#include "support/catch.h"
#include "tlm/wire/tcp.h"

using namespace rocelab;
using namespace rocelab::app::packetdrill;

namespace {

constexpr Ps ms = 1'000'000'000;

Event only_event(const std::string& text) {
  const Script script = parse("x.pkt", text);
  REQUIRE(script.events.size() == 1);
  return script.events[0];
}

std::string refusal(const std::string& text) {
  try {
    parse("x.pkt", text);
  } catch (const SyntaxError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("times: absolute, relative, ranges, any, and how long a call takes") {
  const std::string packet = " > . 1:1(0) ack 1\n";
  CHECK(only_event("0.25" + packet).when.kind == When::Kind::absolute);
  CHECK(only_event("0.25" + packet).when.from == 250 * ms);
  CHECK(only_event("+.0035" + packet).when.kind == When::Kind::relative);
  CHECK(only_event("+.0035" + packet).when.from == 7 * ms / 2);
  CHECK(only_event("*" + packet).when.kind == When::Kind::any);
  const When range = only_event("+.3~+.310" + packet).when;
  CHECK(range.from == 300 * ms);
  CHECK(range.to == 310 * ms);
  CHECK(only_event("1~1.5" + packet).when.to == 1500 * ms);
  for (const char* text : {"+0...0.200 accept(3, ..., ...) = 4", "+0 ... 0.200 accept(3, ..., ...) = 4"}) {
    CHECK(only_event(text).when.end == 200 * ms);
  }
}

TEST_CASE("packets: flags, range, acknowledgement, window, options, ECN") {
  const auto packet = std::get<PacketLine>(
      only_event("+0 < [ce] FPE. 1001:2001(1000) ack 77 win 0x10 <nop,nop,TS val 5 ecr 6,sack 1:2 3:5,eol>").what);
  CHECK_FALSE(packet.outbound);
  CHECK(packet.ecn == wire::Ecn::ce);
  CHECK(packet.flags == (wire::tcp_fin | wire::tcp_psh | wire::tcp_ece | wire::tcp_ack));
  CHECK(packet.seq == 1001);
  CHECK(packet.payload == 1000);
  CHECK(packet.ack == 77u);
  CHECK(packet.window == 16);
  REQUIRE(packet.options.size() == 5);
  CHECK(packet.options[2].values == std::vector<std::uint32_t>{5, 6});
  CHECK(packet.options[3].values == std::vector<std::uint32_t>{1, 2, 3, 5});
  CHECK(packet.options[4].kind == OptionItem::Kind::eol);
  const auto bare = std::get<PacketLine>(only_event("* > SEW 0:0(0) <...>").what);
  CHECK(bare.outbound);
  CHECK(bare.any_options);
  CHECK_FALSE(bare.ack);
  CHECK_FALSE(bare.window);
}

TEST_CASE("calls: values of every kind, over several lines, with what stands in brackets for the reader") {
  const auto call =
      std::get<Call>(only_event("+0 sendmsg(4, {msg_name(...)=...,\n  msg_iov(2)=[{..., 10}, {..., 20}],\n"
                                "  msg_flags=0}, MSG_MORE|MSG_DONTWAIT) = -1 EAGAIN (Try again)\n")
                         .what);
  CHECK(call.name == "sendmsg");
  REQUIRE(call.arguments.size() == 3);
  CHECK(call.arguments[0].number == 4);
  const Value* iov = call.arguments[1].member("msg_iov");
  REQUIRE(iov);
  CHECK(iov->items.at(1).members.at(1).second.number == 20);
  CHECK(call.arguments[2].text == "MSG_MORE|MSG_DONTWAIT");
  CHECK(call.result.number == -1);
  CHECK(call.error == "EAGAIN");
  const auto bind = std::get<Call>(
      only_event("0 bind(3, {sa_family = AF_INET, sin_port = htons(8080)}, ...) = 0x2 (flags O_RDWR)").what);
  CHECK(bind.arguments[1].member("sin_port")->text == "htons(8080)");
  CHECK(bind.result.number == 2);
}

TEST_CASE("comments of three kinds, options at the beginning, shell and Python") {
  const Script script = parse("x.pkt",
                              "// one\n--ip_version=ipv6\n--tolerance_usecs=9000 // two\n/* three\n */ # four\n"
                              "`sysctl -q a=b\nsysctl -q c=d`\n+0 %{ assert 1 }%\n");
  REQUIRE(script.options.size() == 2);
  CHECK(script.options[1].second == "9000");
  REQUIRE(script.events.size() == 2);
  CHECK(std::get<Shell>(script.events[0].what).text == "sysctl -q a=b\nsysctl -q c=d");
  CHECK(std::get<Code>(script.events[1].what).text == " assert 1 ");
  CHECK(script.events[1].place.line == 8);
}

TEST_CASE("what is no script is refused with file, line and column") {
  CHECK_THAT(refusal("0 socket(...) = 3\n+0 > . 1:1(0) ak 1\n"), Contains("x.pkt:2:"));
  CHECK(refusal("+0 > Q. 1:1(0) ack 1") == "x.pkt:1:6: expected TCP flags");
  CHECK_THAT(refusal("+0 > . 1:3(1) ack 1"), Contains("x.pkt:1:10: 1:3 are not 1 octets"));
  CHECK_THAT(refusal("+0 > . 1:1(0)"), Contains("without 'ack'"));
  CHECK_THAT(refusal("+0~+1 < . 1:1(0) ack 1"), Contains("only an outbound packet"));
  CHECK_THAT(refusal("+2~+1 > . 1:1(0) ack 1"), Contains("ends before it begins"));
  CHECK_THAT(refusal("+0 read(3, ..., 10)"), Contains("expected '='"));
  CHECK_THAT(refusal("+0 %{ assert 1"), Contains("'}%' is missing"));
  CHECK_THAT(refusal("/* never closed"), Contains("does not end"));
  CHECK_THAT(refusal("hello world"), Contains("x.pkt:1:1: expected the time"));
  CHECK_THAT(refusal(""), Contains("no event"));
  CHECK_THAT(refusal("+0 < . 1:1(0) ack 1 <mss>"), Contains("expected a number"));
}

TEST_CASE("packets of other kinds are named, in as many lines as they take, and what follows is read") {
  const auto unsupported = [](const std::string& line) {
    const Script script = parse("x.pkt", "0 socket(...) = 3\n" + line + "\n+0 close(3) = 0\n");
    CHECK(script.events.size() == 3);
    return script.unsupported.value_or("");
  };
  CHECK(unsupported("+0 < ipv4 1.2.3.4 > 5.6.7.8: gre:\n   mpls (label 3, tc 1, [S], ttl 9): . 1:1(0) ack 1") ==
        "ipv4 packet (line 2)");
  CHECK(unsupported("+0 < P. 1:2(1) ack 1 {rep tcp src_port 0x10}") ==
        "a packet edited by {rep tcp src_port 0x10} (line 2)");
  CHECK(unsupported("+0 < icmp unreachable [1:2(1)]") == "ICMP (line 2)");
}

TEST_CASE("what comes in may acknowledge nothing") {
  const Script script = parse("x.pkt", "0 < . 1:11(10) win 5\n");
  CHECK(std::get<PacketLine>(script.events[0].what).ack == 0u);
}
