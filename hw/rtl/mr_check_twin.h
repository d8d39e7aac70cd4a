#pragma once
#include <string>

#include "hw/rtl/mr_check_model.h"
#include "tlm/clock.h"
#include "tlm/probe.h"

namespace rocelab::rtl {

/// mr_check.sv in the place of the class: the same question, answered by gates. It is clocked only while it has a
/// request, on edges of the NIC's clock: it stands at the inputs from now on, and requests of one instant (the entries
/// of one gather list) stand in line. The verdict is due `latency` cycles after the request, for either twin: they are
/// part of what the profile books for the stage that asks (rx_pipeline, gather). The model asks when that stage ends, so
/// the registers are shown from then on, `latency` cycles later than they would stand in a chip.
class MrCheckTwin : public protection::MrCheck {
 public:
  /// `scope` is where its rows stand in the waveform, e.g. "rdma.peer.mr_check".
  MrCheckTwin(const Timeline&, Probe&, Clock, const std::string& scope);

  ~MrCheckTwin() override;

  /// Throws std::logic_error when the circuit breaks its latency contract.
  protection::Fault operator()(const protection::Request&, const protection::Region&) const override;

 private:
  struct Circuit;
  std::unique_ptr<Circuit> circuit_;  // asking changes the circuit's state, not what it answers
};

}  // namespace rocelab::rtl
