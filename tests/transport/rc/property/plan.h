#pragma once
#include <string>
#include <vector>

#include "path.h"
#include "transport/rc/requester.h"
#include "transport/rc/responder.h"

namespace rocelab::rc::property {

/// Why a work request is meant to fail.
enum class Flaw : std::uint8_t { none, local_check, remote_key, too_long, under_way };

/// One work request of the plan and what has to come of it.
struct Step {
  SendWork work;
  Flaw flaw = Flaw::none;
  Va local = 0;              // source of the data, or where a fetch puts it
  std::uint64_t found = 0;   // atomic: what it has to return
  std::uint64_t leaves = 0;  // atomic: what the cell then holds
  bool done = false;
  Status status = Status::success;
};

/// One receive work request: its buffers.
struct Receive {
  std::vector<Sge> sges;
  Ps posted_at = 0;
  bool done = false;
  std::uint32_t length() const {
    std::uint32_t n = 0;
    for (const Sge& s : sges) n += s.length;
    return n;
  }
};

/// What one end is to do.
struct Plan {
  Psn first;
  Requester::Settings requester;
  Responder::Settings responder;
  std::uint32_t ring = 16;  // work requests the send queue holds
  std::vector<Step> steps;
  std::vector<Receive> receives;
  std::uint32_t slow_receives = 0;  // out of 8: a receive work request has to be fetched first
  Ps fetch_time = 0, atomic_time = 0, packet_time = 0, post_gap = 0;
  Ps hold_at = never, hold_for = 0;  // SQD and back
  std::uint64_t constant = 0;        // octets at the front of memory that data is taken from and nobody changes
  std::uint64_t memory = 0;          // octets
  Faults faults;                     // of what it sends
};

/// A whole run, drawn from a seed.
struct Run {
  std::string scheme;
  std::vector<std::pair<std::string, double>> parameters;
  Plan plan[2];
  bool patient = true;  // no timer runs out unless something was lost
  bool timers = true;
};

Run draw(std::uint64_t seed);

/// Plays it: what is wrong, or "".
std::string play(std::uint64_t seed);

}  // namespace rocelab::rc::property
