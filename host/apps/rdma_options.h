#pragma once
#include <cstdint>
#include <string>

#include "host/apps/mistake.h"
#include "host/verbs/platform.h"

namespace rocelab::host {

/// How an end of an RDMA connection is set up.
struct RdmaOptions {
  enum class Registration {
    once,  // the buffer, before the first message
    each,  // what a message needs, around every message
    pool,  // other memory, once; messages are copied through it
  };

  std::string scheme = "go_back_n";
  std::uint32_t mtu = 1024;
  std::uint8_t timeout = 14, retry_cnt = 7, rnr_retry = 7, min_rnr_timer = 12;
  bool registered = true;
  Registration registration = Registration::once;
  bool huge_pages = false;       // buffers lie in pages of 2 MiB
  std::string climb_to = "rts";  // reset, init, rtr, rts: how far the QP is brought
  bool managed = false;          // connection management brings it to RTS instead
  bool lossless = false;
  Priority priority{};             // class of its frames at its own port
  std::uint8_t traffic_class = 0;  // DSCP and ECN of its packets
  FlowId flow = no_flow;
  bool sleeps = false;       // waits for completions in the kernel instead of polling
  bool inline_data = false;  // the payload travels in the WQE
  std::uint32_t message_bytes = 0;
  verbs::BlueFlame blueflame = verbs::BlueFlame::off;
  bool window = false;           // offers its buffer through a memory window instead of the region's own rkey
  std::string mistake = "none";  // a name of host/apps/mistake.h
  Mistake::What wrong = Mistake::What::none;  // what of it this end makes
  std::uint32_t depth = 64;                   // work requests a queue holds
  std::uint8_t max_rd_atomic = 16;            // READs and atomics that this end may have open at the other
  std::uint8_t max_dest_rd_atomic = 16;       // and the other at this one
  Ps receive_delay = 0;                       // how long the receiver is busy elsewhere before it posts each RECV
  std::string receive_state = "rts";          // in which state it posts the first ones
  std::uint32_t connections = 1;              // queue pairs, each with one of the peer
  std::uint32_t completions = 128;            // the CQ that they share holds
  bool random_turn = false;                   // which of them a message takes is drawn, not the next one
  std::uint64_t seed = 1;
};

}  // namespace rocelab::host
