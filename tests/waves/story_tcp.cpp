#include "tlm/wire/tcp.h"
#include "waves/story_frames.h"
#include "waves/story_lanes.h"

namespace rocelab::test {
namespace {

constexpr Stage stages[9]{
    {"tcp.1", Unit::cpu, "syscall_write"}, {"tcp.2", Unit::cpu, "copy_to_kernel"}, {"tcp.3", Unit::cpu, "kernel_stack"},
    {"tcp.4", Unit::nic, "NIC_sends"},     {"tcp.5", Unit::dma, "DMA_to_kernel"},  {"tcp.6", Unit::cpu, "interrupt"},
    {"tcp.7", Unit::cpu, "peer_stack"},    {"tcp.8", Unit::cpu, "copy_to_user"},   {"tcp.9", Unit::cpu, "read_returns"},
};
constexpr const Stage& stage(int n) { return stages[n - 1]; }

constexpr MomentKind connected{"tcp.connected"}, write_called{"tcp.write_called"}, copied{"tcp.copied_to_kernel"},
    on_wire{"tcp.frame_on_wire"}, in_kernel{"tcp.dma_to_kernel"}, interrupted{"tcp.interrupt"},
    read_returned{"tcp.read_returned"}, acked{"tcp.acked"};

constexpr Ps ns = 1'000;

void handshake(Script& s, const Story& story) {
  const Road out{story.tcp_local_port, story.tcp_peer_port}, back{story.tcp_peer_port, story.tcp_local_port};
  const Tag local{story.tcp, story.tcp_local, {}, no_message}, peer{story.tcp, story.tcp_peer, {}, no_message};
  travel(s, out, 2'000 * ns, tcp_frame(s.pool, local, true, wire::tcp_syn, 999, 0, 0));
  travel(s, back, 4'500 * ns, tcp_frame(s.pool, peer, false, wire::tcp_syn | wire::tcp_ack, 4'999, 1'000, 0));
  travel(s, out, 7'000 * ns, tcp_frame(s.pool, local, true, wire::tcp_ack, 1'000, 5'000, 0));
  s.moment(connected, local, 7'000 * ns, {});
}

}  // namespace

void tell_tcp(Script& s, const Story& story) {
  for (const Stage& each : stages) {
    for (const HostId host : {story.tcp_local, story.tcp_peer}) s.probe.declare(each, story.tcp, host);
  }
  declare_network(s.probe, story.tcp);
  const auto here = declare_cores(s.probe, "tcp.local"), there = declare_cores(s.probe, "tcp.peer");
  const CoreId here0{0}, there1{3};
  const SignalId cwnd = s.probe.declare({"tcp.local.flow0", "cwnd", SignalDecl::Kind::bits, 32, {}, Unit::cpu});
  const SignalId state = s.probe.declare(
      {"tcp.local.flow0", "state", SignalDecl::Kind::state, 4, {"CLOSED", "SYN_SENT", "ESTABLISHED"}, Unit::cpu});
  const SignalId queue =
      s.probe.declare({"tcp.local.port0", "queue_bytes", SignalDecl::Kind::bits, 32, {}, Unit::wire});
  const Tag local{story.tcp, story.tcp_local, {}, {}}, peer{story.tcp, story.tcp_peer, {}, {}};

  s.change(state, 1'800 * ns, 1);
  handshake(s, story);
  s.change(state, 6'000 * ns, 2);
  s.change(cwnd, 6'000 * ns, 10);

  const Ps t = Story::t0;
  s.moment(write_called, local, t, {{"bytes", 4096}});
  s.span(stage(1), local, t, t + 300 * ns);
  s.works(here[0], here0, Book::syscall, local, t, t + 300 * ns);
  s.span(stage(2), local, t + 300 * ns, t + 1'200 * ns);
  s.works(here[0], here0, Book::copy, local, t + 300 * ns, t + 1'200 * ns);
  s.moment(copied, local, t + 1'200 * ns, {{"bytes", 4096}});
  s.opened(stage(3), local, t + 1'200 * ns, t + 2'500 * ns);
  s.works(here[0], here0, Book::stack, local, t + 1'200 * ns, t + 2'500 * ns);

  s.span(stage(4), local, t + 2'500 * ns, t + 3'300 * ns);
  s.moment(on_wire, local, t + 3'000 * ns, {{"seq", 1'000}});
  const Road out{story.tcp_local_port, story.tcp_peer_port}, back{story.tcp_peer_port, story.tcp_local_port};
  s.change(queue, t + 2'900 * ns, 4'228);
  s.change(queue, t + 3'200 * ns, 0);
  travel(s, out, t + 3'000 * ns, tcp_frame(s.pool, local, true, wire::tcp_ack, 1'000, 5'000, 2'048));
  travel(s, out, t + 3'172 * ns, tcp_frame(s.pool, local, true, wire::tcp_psh | wire::tcp_ack, 3'048, 5'000, 2'048));

  s.span(stage(5), peer, t + 4'100 * ns, t + 4'700 * ns);
  s.moment(in_kernel, peer, t + 4'700 * ns, {{"bytes", 4096}});
  s.moment(interrupted, peer, t + 5'200 * ns, {});
  s.span(stage(6), peer, t + 5'200 * ns, t + 6'400 * ns);
  s.works(there[1], there1, Book::interrupt, peer, t + 5'200 * ns, t + 5'600 * ns);
  s.works(there[1], there1, Book::softirq, peer, t + 5'600 * ns, t + 6'400 * ns);
  s.span(stage(7), peer, t + 6'400 * ns, t + 7'500 * ns);
  s.works(there[1], there1, Book::stack, peer, t + 6'400 * ns, t + 7'500 * ns);
  s.span(stage(8), peer, t + 7'500 * ns, t + 8'500 * ns);
  s.works(there[1], there1, Book::copy, peer, t + 7'500 * ns, t + 8'500 * ns);
  s.opened(stage(9), peer, t + 8'500 * ns, t + 9'100 * ns);
  s.works(there[1], there1, Book::scheduling, peer, t + 8'500 * ns, t + 9'100 * ns);
  s.moment(read_returned, peer, t + 9'100 * ns, {{"bytes", 4096}});

  s.span(stage(4), peer, t + 7'300 * ns, t + 7'600 * ns);
  travel(s, back, t + 7'500 * ns, tcp_frame(s.pool, peer, false, wire::tcp_ack, 5'000, 5'096, 0));
  s.span(stage(5), local, t + 8'400 * ns, t + 8'600 * ns);
  s.span(stage(6), local, t + 9'300 * ns, t + 10'400 * ns);
  s.works(here[1], {1}, Book::softirq, local, t + 9'300 * ns, t + 10'400 * ns);
  s.span(stage(7), local, t + 10'400 * ns, t + 11'300 * ns);
  s.works(here[1], {1}, Book::stack, local, t + 10'400 * ns, t + 11'300 * ns);
  s.change(cwnd, t + 11'000 * ns, 12);
  s.moment(acked, local, t + 11'300 * ns, {});
}

}  // namespace rocelab::test
