#include "app/packetdrill/runner.h"
#include "support/catch.h"

// Each check must be able to fail: a script that passes, with one thing in it changed.
using namespace rocelab;
using app::CaseOutcome;

namespace {

const std::string sound = R"(
    0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3
   +0 bind(3, ..., ...) = 0
   +0 listen(3, 1) = 0
   +0 < S 0:0(0) win 30000 <mss 1000,sackOK,TS val 5 ecr 0,nop,wscale 6>
   +0 > S. 0:0(0) ack 1 win 65535 <mss 1460,sackOK,TS val 100 ecr 5,nop,wscale 8>
 +.05 < . 1:1(0) ack 1 win 600 <nop,nop,TS val 6 ecr 100>
   +0 accept(3, ..., ...) = 4
   +0 write(4, ..., 900) = 900
   +0 > P. 1:901(900) ack 1 <nop,nop,TS val 150 ecr 6>
   +0 %{ assert tcpi_snd_cwnd == 10, 'why' }%
 +.05 < . 1:1(0) ack 901 win 600 <nop,nop,TS val 7 ecr 150>
   +0 < . 1001:1501(500) ack 901 win 600 <nop,nop,TS val 7 ecr 150>
   +0 > . 901:901(0) ack 1 <nop,nop,TS val 200 ecr 7,nop,nop,sack 1001:1501>
   +0 getsockopt(4, SOL_SOCKET, SO_ERROR, [0], [4]) = 0
   +0 fcntl(4, F_SETFL, O_RDWR|O_NONBLOCK) = 0
   +0 read(4, ..., 10) = -1 EAGAIN (Resource temporarily unavailable)
   +0 poll([{fd=4, events=POLLIN|POLLOUT, revents=POLLOUT}], 1, 0) = 1
   +0 ioctl(4, SIOCINQ, [0]) = 0
)";

CaseOutcome with(const std::string& from, const std::string& to) {
  std::string text = sound;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  return app::packetdrill::play("x.pkt", text);
}

struct Change {
  const char *from, *to, *id, *reason;
};

}  // namespace

TEST_CASE("the sound script passes") {
  const CaseOutcome outcome = app::packetdrill::play("x.pkt", sound);
  INFO(outcome.id << ": " << outcome.reason);
  CHECK(outcome.verdict == CaseOutcome::Verdict::passed);
}

TEST_CASE("a wrong expectation fails where it stands, with expected and got") {
  const Change changes[]{
      {"mss 1460", "mss 1461", "x.pkt:6", "TCP options"},
      {"win 65535", "win 65534", "x.pkt:6", "window"},
      {"nop,wscale 8", "wscale 8,nop", "x.pkt:6", "TCP options"},
      {"ecr 5,", "ecr 4,", "x.pkt:6", "TS ecr"},
      {"= 900", "= 899", "x.pkt:9", "write()\n  expected  899\n  got       900"},
      {"> P. 1:901", "> . 1:901", "x.pkt:10", "flags"},
      {"1:901(900) ack 1", "2:902(900) ack 1", "x.pkt:10", "sequence number"},
      {"1:901(900) ack 1", "1:801(800) ack 1", "x.pkt:10", "length"},
      {"1:901(900) ack 1", "1:1001(1000) ack 1", "x.pkt:10", "outbound packet"},
      {"1:901(900) ack 1", "1:901(900) ack 2", "x.pkt:10", "acknowledgement"},
      {"> P.", "> [ect0] P.", "x.pkt:10", "ECN field"},
      {" <nop,nop,TS val 150 ecr 6>", "", "x.pkt:10", "TCP options"},
      {"+0 > P.", "+.02 > P.", "x.pkt:10", "time of"},
      {"tcpi_snd_cwnd == 10", "tcpi_snd_cwnd == 11", "x.pkt:11", "got       tcpi_snd_cwnd = 10"},
      {"TS val 7 ecr 150", "TS val 7 ecr 151", "x.pkt:12", "echoes TS val 151"},
      {"sack 1001:1501", "sack 1001:1500", "x.pkt:14", "TCP options"},
      {"[0], [4]", "[1], [4]", "x.pkt:15", "SO_ERROR"},
      {"EAGAIN", "EINTR", "x.pkt:17", "read()\n  expected  -1 EINTR\n  got       -1 EAGAIN"},
      {"revents=POLLOUT", "revents=POLLIN", "x.pkt:18", "revents"},
      {"SIOCINQ, [0]", "SIOCINQ, [7]", "x.pkt:19", "SIOCINQ"},
  };
  for (const Change& change : changes) {
    const CaseOutcome outcome = with(change.from, change.to);
    INFO(change.from << " -> " << change.to << "\n" << outcome.id << ": " << outcome.reason);
    CHECK(outcome.verdict == CaseOutcome::Verdict::failed);
    CHECK(outcome.id == change.id);
    CHECK_THAT(outcome.reason, Contains(change.reason));
  }
}

TEST_CASE("a packet that does not come, a call that blocks, a return that is late") {
  CHECK_THAT(with("   +0 fcntl", "   +0 > . 901:902(1) ack 1 <...>\n   +0 fcntl").reason,
             Contains("got       nothing until"));
  CHECK_THAT(with("   +0 fcntl", "   +0 read(4, ..., 10) = 10\n   +0 fcntl").reason, Contains("it blocks"));
  CHECK_THAT(with("   +0 fcntl", "   +0...0.100 read(4, ..., 10) = 10\n   +0 fcntl").reason,
             Contains("it still blocks"));
  CHECK_THAT(with("   +0 fcntl", "   +0...0.300 poll([{fd=4, events=POLLIN}], 1, 200) = 0\n   +0 fcntl").reason,
             Contains("poll()'s return"));
}

TEST_CASE("what is not modelled is skipped by name") {
  const Change changes[]{
      {"mss 1000,", "mss 1000,FO 1234,", "", "TCP option FO (line 5)"},
      {"> P. 1:901", "> (flowlabel 0x1) . 1:901", "", "encapsulation (line 10)"},
      {"write(4, ..., 900)", "send(4, ..., 900, MSG_EOR)", "", "MSG_EOR"},
      {"write(4, ..., 900)", "write(4, ..., 90000000)", "", "a write that fills the send buffer"},
      {"SOCK_STREAM", "SOCK_DGRAM", "", "SOCK_STREAM"},
      {"   +0 fcntl", "   +0 epoll_create(1) = 5\n   +0 fcntl", "", "system call epoll_create"},
      {"   +0 fcntl", "   +0 `nstat -n`\n   +0 fcntl", "", "shell command nstat"},
      {"   +0 fcntl", "   +0 `sysctl -q net.ipv4.tcp_ecn=3`\n   +0 fcntl", "", "sysctl net.ipv4.tcp_ecn=3"},
      {"   +0 fcntl", "   +0 setsockopt(4, SOL_TCP, TCP_NOTSENT_LOWAT, [9], 4) = 0\n   +0 fcntl", "",
       "TCP_NOTSENT_LOWAT"},
      {"   +0 fcntl", "   +0 setsockopt(4, SOL_TCP, TCP_MD5SIG, [1], 4) = 0\n   +0 fcntl", "", "TCP_MD5SIG"},
      {"   +0 fcntl", "   +0 < icmp unreachable frag_needed mtu 1400 [1:901(900)]\n   +0 fcntl", "", "ICMP"},
      {"tcpi_snd_cwnd", "tcpi_delivery_rate", "", "tcpi_delivery_rate in an assertion"},
      {"[0], [4]) = 0", "[0], [4]) = 0\n   +0 %{ for i in x: pass }%", "", "Python"},
  };
  for (const Change& change : changes) {
    const CaseOutcome outcome = with(change.from, change.to);
    INFO(change.to << "\n" << outcome.reason);
    CHECK(outcome.verdict == CaseOutcome::Verdict::skipped);
    CHECK_THAT(outcome.reason, Contains(change.reason));
  }
}
