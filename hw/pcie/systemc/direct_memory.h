#pragma once
#include <array>
#include <cstdint>
#include <tlm>

namespace rocelab::pcie {

/// What a target has granted of its memory for direct access (IEEE 1666-2011, 11.2: DMI), by address, so that transfers
/// to several buffers in turn do not push each other out.
class DirectMemory {
 public:
  /// Where [addr, addr + bytes) stands, or null where it is not granted.
  std::uint8_t* find(std::uint64_t addr, std::uint32_t bytes) const {
    const Stretch& s = stretches_[place(addr)];
    return addr >= s.begin && addr + bytes <= s.end ? s.octets + (addr - s.begin) : nullptr;
  }
  void add(std::uint64_t addr, const tlm::tlm_dmi& granted) {
    stretches_[place(addr)] = {granted.get_start_address(), granted.get_end_address() + 1, granted.get_dmi_ptr()};
  }
  void forget() { stretches_ = {}; }

 private:
  struct Stretch {
    std::uint64_t begin = 0, end = 0;
    std::uint8_t* octets = nullptr;
  };

  static std::size_t place(std::uint64_t addr) { return addr >> 16 & 127; }  // 64 KiB each, as granted

  std::array<Stretch, 128> stretches_;
};

}  // namespace rocelab::pcie
