#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "tlm/units.h"

/// How fast one queue pair may send. A control is one file in congestion/controls/, registered under the file's name
/// with its parameter sets. What every control shares (spacing packets, sampling round trips) stays outside, in pacer.h
/// and with the NIC.
namespace rocelab::congestion {

/// What a control knows of its surroundings when a connection begins.
struct Path {
  Rate line;                    // of the NIC's port
  Ps base_rtt;                  // empty network, shortest round trip
  std::uint32_t packet = 1024;  // octets of payload of a full one
};

class RateControl {
 public:
  virtual ~RateControl() = default;

  /// A congestion notification packet has come for this queue pair.
  virtual void notified(Ps now) { (void)now; }
  /// A packet left with so many octets of line time.
  virtual void sent(std::uint32_t octets, Ps now) { (void)octets, (void)now; }
  /// A packet that left the NIC `rtt` ago is acknowledged (one at a time is followed, not every packet), and so are
  /// `packets` since the last time.
  virtual void acknowledged(std::uint32_t packets, Ps rtt, Ps now) { (void)packets, (void)rtt, (void)now; }
  /// A NAK told of a lost packet.
  virtual void lost(Ps now) { (void)now; }
  /// Nothing came back before the retransmission timer ran out.
  virtual void timed_out(Ps now) { (void)now; }
  /// Bits per second from now on; the line's rate or more: no limit. Timers that ran out by now have acted.
  virtual double rate(Ps now) = 0;
  /// Octets of line that may be unacknowledged.
  virtual std::uint64_t window() const { return UINT64_MAX; }
};

/// A number that a control can be given.
struct Parameter {
  std::string_view name, unit, says;
  double lowest, highest;
};

/// A named set of values, in the order of the control's parameters.
struct ParameterSet {
  std::string_view name, source;
  std::vector<double> values;
};

struct Control {
  std::string_view name, says, source;
  std::vector<Parameter> parameters;
  std::vector<ParameterSet> sets;  // the first is the preset; none where there are no parameters
  std::unique_ptr<RateControl> (*make)(const Path&, const std::vector<double>& values);  // null: sends at will
};

/// All controls, by name in alphabetical order.
const std::vector<Control>& controls();
/// Throws std::invalid_argument with the known names.
const Control& control(std::string_view name);
/// Values of a set ("" is the first) with `chosen` over them; throws std::invalid_argument.
std::vector<double> values_of(const Control&, std::string_view set,
                              const std::vector<std::pair<std::string, double>>& chosen);

}  // namespace rocelab::congestion
