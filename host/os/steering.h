#pragma once
#include <cstdint>

namespace rocelab::host {

/// On which core what a flow brings is handled (Linux, Documentation/networking/scaling.rst).
enum class Steering : std::uint8_t {
  rss,   // where the NIC's hash sends it
  rfs,   // the interrupted core hands skbs on to the core whose thread read last, in software
  arfs,  // the NIC is told to send the flow to that core's queue
};

}  // namespace rocelab::host
