#include "waves/story_frames.h"
#include "waves/story_lanes.h"

namespace rocelab::test {
namespace {

constexpr Stage post{"rdma.post", Unit::app, "post_WQE"}, doorbell{"rdma.doorbell", Unit::nic, "doorbell"},
    wqe_fetch{"rdma.wqe_fetch", Unit::dma, "fetch_WQE"}, dma_read{"rdma.dma_read", Unit::dma, "DMA_read"},
    path_wire{"rdma.wire", Unit::wire, "wire"}, dma_write{"rdma.dma_write", Unit::dma, "DMA_write"},
    ack{"rdma.ack", Unit::nic, "ACK"}, cqe{"rdma.cqe", Unit::dma, "CQE"}, recv{"rdma.recv", Unit::app, "RECV"};

constexpr MomentKind registered{"rdma.registered"}, ready{"rdma.qp_ready"}, posted{"rdma.posted"},
    rung{"rdma.doorbell_rung"}, fetched{"rdma.wqe_fetched"}, on_wire{"rdma.frame_on_wire"}, delivered{"rdma.delivered"},
    acked{"rdma.acked"}, completed{"rdma.completed"};

constexpr Ps ns = 1'000;

}  // namespace

void tell_rdma(Script& s, const Story& story) {
  for (const HostId host : {story.rdma_local, story.rdma_peer}) {
    for (const Stage* stage : {&post, &doorbell, &wqe_fetch, &dma_read, &dma_write, &ack, &cqe, &recv}) {
      s.probe.declare(*stage, story.rdma, host);
    }
  }
  s.probe.declare(path_wire, story.rdma, no_host);
  declare_network(s.probe, story.rdma);
  const auto here = declare_cores(s.probe, "rdma.local");
  declare_cores(s.probe, "rdma.peer");
  const std::vector<std::string> states{"RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR"};
  const SignalId state = s.probe.declare({"rdma.local.qp17", "state", SignalDecl::Kind::state, 3, states, Unit::nic});
  const SignalId psn = s.probe.declare({"rdma.local.qp17", "next_psn", SignalDecl::Kind::bits, 24, {}, Unit::nic});
  const SignalId epsn = s.probe.declare({"rdma.peer.qp18", "epsn", SignalDecl::Kind::bits, 24, {}, Unit::nic});
  const SignalId ack_arrived =
      s.probe.declare({"rdma.local.qp17", "ack_arrived", SignalDecl::Kind::event, 1, {}, Unit::nic});
  const SignalId line = s.probe.declare(
      {"rdma.local.port0", "line", SignalDecl::Kind::state, 2, {"idle", "data", "headers", "control"}, Unit::wire});
  const Tag local{story.rdma, story.rdma_local, {}, {}}, peer{story.rdma, story.rdma_peer, {}, {}};

  s.moment(registered, local, 8'000 * ns, {{"lkey", 0x11}, {"rkey", 0x1234}});
  for (std::uint64_t i = 1; i <= 3; ++i) s.change(state, static_cast<Ps>(8 + 2 * i) * 1'000 * ns, i);
  s.moment(ready, local, 14'000 * ns, {{"qpn", 17}});
  s.change(psn, 14'000 * ns, 100);
  s.change(epsn, 14'000 * ns, 100);

  const Ps t = Story::t0;
  s.works(here[0], {4}, Book::user, local, t, Story::rdma_end);
  s.moment(posted, local, t, {});
  s.span(post, local, t, t + 90 * ns);
  s.moment(rung, local, t + 90 * ns, {});
  s.opened(doorbell, local, t + 90 * ns, t + 350 * ns);
  s.span(wqe_fetch, local, t + 350 * ns, t + 850 * ns);
  s.moment(fetched, local, t + 850 * ns, {});
  s.span(dma_read, local, t + 850 * ns, t + 1'500 * ns);
  s.moment(on_wire, local, t + 1'300 * ns, {{"psn", 100}});

  const Road out{story.rdma_local_port, story.rdma_peer_port, &path_wire};
  constexpr wire::Opcode opcodes[4]{wire::Opcode::write_first, wire::Opcode::write_middle, wire::Opcode::write_middle,
                                    wire::Opcode::write_last};
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Ps leaves = t + (1'300 + 90 * i) * ns;
    const PacketPtr packet = write_frame(s.pool, local, opcodes[i], Psn(100 + i));
    s.change(psn, leaves, 101 + i);
    s.change(line, leaves, 1);
    s.change(line, leaves + 80 * static_cast<Ps>(packet->frame_bytes()), 0);
    const Ps arrived = travel(s, out, leaves, packet);
    s.change(epsn, arrived, 101 + i);
    s.span(dma_write, peer, arrived + 20 * ns, arrived + 250 * ns);
  }
  s.moment(delivered, peer, t + 2'720 * ns, {});
  s.span(ack, peer, t + 2'500 * ns, t + 2'600 * ns);
  travel(s, {story.rdma_peer_port, story.rdma_local_port, &path_wire}, t + 2'600 * ns,
         ack_frame(s.pool, peer, Psn(103), wire::Aeth::ack(1)));
  s.moment(acked, local, t + 3'420 * ns, {{"psn", 103}});
  s.at(t + 3'420 * ns, [&s, ack_arrived] { s.probe.change(ack_arrived, 1); });
  s.span(cqe, local, t + 3'420 * ns, t + 3'550 * ns);
  s.moment(completed, local, Story::rdma_end, {});
}

}  // namespace rocelab::test
