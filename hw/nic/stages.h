#pragma once
#include "tlm/facts.h"

namespace rocelab::nic {

/// The steps of the ordinary path that the Ethernet NIC does (course, lesson 1: ④ and ⑤).
inline constexpr Stage tx{"tcp.4", Unit::nic, "DMA_to_NIC"};
inline constexpr Stage rx{"tcp.5", Unit::dma, "DMA_to_kernel"};

inline constexpr MomentKind moment_dma_to_kernel{"tcp.dma_to_kernel"};

}  // namespace rocelab::nic
