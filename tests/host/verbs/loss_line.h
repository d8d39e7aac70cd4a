#pragma once
#include <map>
#include <string>

#include "tlm/fact_sink.h"
#include "tlm/random.h"
#include "two_computers.h"

namespace rocelab::test {

/// Sums of all counters.
struct Counts : FactSink {
  std::map<std::string, std::uint64_t> n;
  void on_count(const Count& c) override { n[std::string(c.counter->id)] += c.n; }
};

/// Messages of `packets` packets, always many outstanding, over a line that loses some.
struct LossLine {
  std::string scheme = "go_back_n";
  std::uint32_t packets = 64;     // of 1024 octets, a message
  std::uint32_t messages = 1600;  // in all
  std::uint32_t outstanding = 32;
  std::uint32_t pipeline = 16;    // packets between the NIC's scheduler and its line: moves W
  std::uint8_t timeout = 14;      // 67 ms
  double p = 0;                   // of each transmission at risk
  std::uint32_t every = 0;        // one in so many transmissions, counted over all
  bool spares_nak_resend = true;  // the one packet that a NAK named is not at risk
  Ps limit = 1'000'000'000'000'000;

  struct Measured {
    std::uint64_t messages = 0;  // complete
    std::uint64_t sent = 0, lost = 0;
    Ps elapsed = 0;
    std::map<std::string, std::uint64_t> counts;
    /// Share of the line's time that moved what completed.
    double efficiency = 0;
    double w = 0;  // packets between the lost one and the sender's reaction
    std::uint64_t count(const std::string& id) const { return counts.count(id) ? counts.at(id) : 0; }
  };
  Measured run() const;

  static constexpr Ps octet = 80;             // 100 Gb/s
  static constexpr Ps packet = 1106 * octet;  // a middle packet with preamble and gap
};

}  // namespace rocelab::test
