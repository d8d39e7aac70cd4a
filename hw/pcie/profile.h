#pragma once
#include "tlm/units.h"

namespace rocelab::pcie {

/// What one PCIe slot costs, closed form. Defaults: gen3 x16, MPS 256 (calibration.toml, group pcie).
struct Profile {
  Rate read{105'500'000'000};     // gen3_x16_read_mps256_gbps
  Rate write{104'000'000'000};    // gen3_x16_write_mps256_gbps
  Ps read_round_trip = 450'000;   // dma_read_rtt_modern_ns
  Ps write_visible = 180'000;     // dma_write_visible_ns
  Ps mmio_propagation = 120'000;  // mmio_propagation_ns
};

}  // namespace rocelab::pcie
