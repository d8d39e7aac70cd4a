#pragma once
#include "hw/pcie/profile.h"

namespace rocelab::pcie::test {

enum class Kind { raw, for_tlps, write, read, both };

/// One rate of calibration.toml, group pcie, in Gb/s; a note of a row has none of its own.
struct SheetRow {
  const char* name;
  unsigned generation, lanes;
  std::uint32_t mps;
  Kind kind;
  double gbps;
};

/// The sheet took these from pcie-model (Neugebauer et al., SIGCOMM'18), by arithmetic from the same sizes of TLPs and
/// intervals of DLLPs that this model starts from. So they say that both count alike; they are no measurement.
inline constexpr SheetRow sheet[]{
    {"gen3_x16_raw_gbps", 3, 16, 256, Kind::raw, 126.03},
    {"gen4_x16_raw_gbps", 4, 16, 256, Kind::raw, 252.06},
    {"gen3_x8_raw_gbps", 3, 8, 256, Kind::raw, 63.02},
    {"gen3_x8_after_dll_gbps", 3, 8, 256, Kind::for_tlps, 57.88},
    {"gen3_x16_tlp_mps256_gbps", 3, 16, 256, Kind::for_tlps, 113.7},
    {"gen4_x16_tlp_mps256_gbps", 4, 16, 256, Kind::for_tlps, 227.4},
    {"gen3_x16_write_mps256_gbps", 3, 16, 256, Kind::write, 104.0},
    {"gen3_x16_write, note: MPS 512", 3, 16, 512, Kind::write, 109.5},
    {"gen3_x16_read_mps256_gbps", 3, 16, 256, Kind::read, 105.5},
    {"gen3_x16_read, note: MPS 512", 3, 16, 512, Kind::read, 110.3},
    {"gen3_x16_rw_mps256_gbps", 3, 16, 256, Kind::both, 99.7},
    {"gen4_x16_write_mps256_gbps", 4, 16, 256, Kind::write, 207.9},
    {"gen4_x16_read_mps256_gbps", 4, 16, 256, Kind::read, 210.9},
    {"gen3_x8_write_mps256_gbps", 3, 8, 256, Kind::write, 52.9},
    {"gen3_x8_write, note: MPS 512", 3, 8, 512, Kind::write, 54.7},
    {"gen3_x8_read_mps256_gbps", 3, 8, 256, Kind::read, 53.7},
    {"gen3_x8_read, note: MPS 512", 3, 8, 512, Kind::read, 55.2},
};

}  // namespace rocelab::pcie::test
