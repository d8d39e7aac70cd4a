#pragma once
#include "scenarios/result.h"

namespace rocelab::test {

/// A result as scenario 1 leaves it, built by hand: what lessons/ reads, without a simulation.
inline scenarios::Result sample_result() {
  using namespace scenarios;
  const auto cpu = [](Ps user, Ps syscall, Ps copy, Ps stack, Ps interrupt, Ps softirq, Ps scheduling) {
    return CpuTime{{user, syscall, copy, stack, interrupt, softirq, scheduling}};
  };
  LaneResult tcp;
  tcp.path = "kernel_tcp";
  tcp.delivered = tcp.payload_intact = true;
  tcp.payload_bytes = 4096;
  tcp.messages = 1;
  tcp.latency = tcp.latency_p99 = 12'345'678;
  tcp.window = 15'000'000;
  tcp.copies = tcp.syscalls = tcp.context_switches = 2;
  tcp.interrupts = 2;
  tcp.transport_in = "kernel";
  tcp.local = {cpu(100'000, 300'000, 900'000, 1'500'000, 0, 0, 200'000), 16384, 4096};
  tcp.peer = {cpu(0, 300'000, 900'000, 1'200'000, 400'000, 600'000, 800'000), 16384, 4096};
  tcp.wire.nic_to_nic = 1'234'560;
  tcp.wire.probe_frame_bytes = 1082;
  const Unit units[]{Unit::cpu, Unit::cpu, Unit::cpu, Unit::nic, Unit::dma, Unit::cpu, Unit::cpu, Unit::cpu, Unit::cpu};
  for (int i = 0; i < 9; ++i) {
    const std::uint64_t bytes = i == 1 || i == 7 ? 4096 : 0;
    tcp.stages.push_back({"tcp." + std::to_string(i + 1), i < 4 ? "local" : "peer", units[i], i * 1'000'000,
                          (i + 1) * 1'000'000, bytes, 1'000'000});
  }

  LaneResult rdma;
  rdma.path = "rdma_write";
  rdma.delivered = rdma.payload_intact = true;
  rdma.payload_bytes = 4096;
  rdma.messages = 1;
  rdma.latency = rdma.latency_p99 = 2'500'001;
  rdma.window = 3'500'000;
  rdma.transport_in = "nic";
  rdma.local = {cpu(250'000, 0, 0, 0, 0, 0, 0), 4200, 4200};
  rdma.peer = {cpu(0, 0, 0, 0, 0, 0, 0), 4096, 4096};
  rdma.wire = tcp.wire;
  rdma.stages = {{"rdma.post", "local", Unit::app, 0, 100'000, 0, 100'000},
                 {"rdma.dma_read", "local", Unit::dma, 600'000, 1'000'000, 4096, 400'000},
                 {"rdma.dma_write", "peer", Unit::dma, 1'900'000, 2'500'001, 4096, 600'001}};

  Result result;
  result.scenario = "01-write-4k";
  result.lessons = {1, 2};
  result.title = {"标题", "title"};
  result.question = {"问题", "question"};
  result.seed = 1;
  result.simulated = 200'000'000;
  result.t0 = 100'000'000;
  result.config = {{"operation", "write"},    {"message.size", "4KiB"},    {"message.count", "1"},
                   {"network.loss", "0"},     {"rdma.registered", "true"}, {"lanes.rdma.path", "rdma"},
                   {"application", "stream"}, {"tcp.reader", "blocking"},  {"tcp.connections", "1"}};
  result.lanes = {{"tcp", tcp}, {"rdma", rdma}};
  result.moments = {{"tcp.write_called", "tcp", "local", 100'000'000, {{"bytes", 4096}}},
                    {"rdma.posted", "rdma", "local", 100'000'000, {}},
                    {"rdma.payload_read", "rdma", "local", 101'000'000, {{"bytes", 4096}}},
                    {"rdma.payload_read", "rdma", "local", 101'500'000, {{"bytes", 4096}}},
                    {"tcp.new_kind", "tcp", "peer", 102'000'000, {}}};
  return result;
}

}  // namespace rocelab::test
