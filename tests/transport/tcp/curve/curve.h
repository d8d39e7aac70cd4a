#pragma once
#include <cstdint>
#include <string>

#include "tlm/units.h"

namespace rocelab::tcp::test {

/// One bulk flow between two plain machines: no CPU, no line rate, nothing but delay and independent losses of data
/// frames. What limits it is its congestion control.
struct CurveSetup {
  std::string congestion = "reno";
  Ps round_trip = 100'000'000;
  double loss = 1e-3;                  // probability that a data frame is lost; acknowledgements are not
  std::uint64_t segments = 1'000'000;  // acknowledged, after the start that is left out
  std::uint64_t seed = 1;
  Ps jiffy = 4'000'000'000;
  std::uint64_t buffer = 0;  // of the receiver, octets; 0: the machine's default
};

struct CurvePoint {
  double window = 0;      // segments delivered a round trip, over the time without timer idle
  double timer_idle = 0;  // share of the whole time that ended with a timer
  double acks = 0;        // acknowledgements a data frame
  std::uint64_t losses = 0;
  std::uint64_t timeouts = 0;
};

CurvePoint measure(const CurveSetup&);

/// Segments a round trip of a flow that gains one a round trip and halves at a loss (Mathis, Semke, Mahdavi and Ott,
/// 1997): sqrt(3/2) / sqrt(p), the receiver's delayed acknowledgements counted by segments, not by number.
double mathis(double loss);

}  // namespace rocelab::tcp::test
