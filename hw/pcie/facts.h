#pragma once
#include "tlm/facts.h"

/// What a PCIe slot reports.
namespace rocelab::pcie {

// On the link, TLPs with their overhead; ACKs, credit updates and SKP ordered sets are none of them.
inline constexpr Counter to_host_octets{"pcie.to_host_octets"};
inline constexpr Counter to_device_octets{"pcie.to_device_octets"};
// What of it somebody wanted moved.
inline constexpr Counter written_octets{"pcie.written_octets"};  // by the device into memory
inline constexpr Counter read_octets{"pcie.read_octets"};        // by the device from memory
inline constexpr Counter stored_octets{"pcie.stored_octets"};    // by the CPU into registers

}  // namespace rocelab::pcie
