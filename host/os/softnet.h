#pragma once
#include <deque>
#include <vector>

#include "host/cpu/core.h"
#include "host/os/adaptive_moderation.h"
#include "host/os/socket.h"

namespace rocelab::host {

/// One or more frames that GRO has merged, on their way up the stack.
struct Received {
  Socket* socket = nullptr;
  tcp::SegmentIn segment;
  wire::TcpView first;
  std::vector<ReceiveQueue::Fragment> payload;
};

/// What one core's softirq has before it (Linux: softnet_data).
struct Softnet {
  Core& core;
  std::deque<Received> backlog;
  std::deque<Socket*> dirty;  // may have something to send
  bool stepping = false;      // a step of the softirq is on the core
  bool called = false;        // an IPI is on its way: what is put into the backlog meanwhile will be seen
};

/// A receive queue of the NIC under NAPI.
struct Napi {
  unsigned queue;
  Softnet& home;           // where its MSI-X vector points
  std::size_t polled = 0;  // frames of the poll in progress
  bool polling = false;    // its interrupts stay off
  AdaptiveModeration moderation = {};
  AdaptiveModeration::Totals totals = {};
  SignalId row = {};  // microseconds that its interrupts wait, where that is adapted
};

}  // namespace rocelab::host
