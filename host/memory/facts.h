#pragma once
#include "tlm/facts.h"

/// What a host's memory reports.
namespace rocelab::host {

inline constexpr Counter dram_octets{"memory.dram_octets"};  // read from or written to DRAM, by CPU copies and DMA
inline constexpr Counter ddio_octets{"memory.ddio_octets"};  // of DMA that the last-level cache took or gave instead

}  // namespace rocelab::host
