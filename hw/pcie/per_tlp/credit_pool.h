#pragma once
#include <stdexcept>

#include "hw/pcie/profile.h"

namespace rocelab::pcie {

/// A count that a receiver advertised: its transmitter never uses more, and its receiver never holds more. Both ends
/// have one, so that each is checked by itself. An infinite one always has room.
class CreditPool {
 public:
  explicit CreditPool(const Credits& advertised) : advertised_(advertised) {}

  bool covers(std::uint32_t header, std::uint32_t data) const {
    return fits(header_ + header, advertised_.header) && fits(data_ + data, advertised_.data);
  }
  /// Throws std::logic_error where more is used than was advertised.
  void use(std::uint32_t header, std::uint32_t data) {
    if (!covers(header, data)) throw std::logic_error("pcie: a TLP was sent without credits for it");
    header_ += header, data_ += data;
  }
  /// Throws std::logic_error where more comes back than was used.
  void give_back(std::uint32_t header, std::uint32_t data) {
    if (header > header_ || data > data_) throw std::logic_error("pcie: more credits came back than were used");
    header_ -= header, data_ -= data;
  }

  std::uint32_t headers_used() const { return header_; }
  std::uint32_t data_used() const { return data_; }
  std::uint32_t headers_left() const { return left(header_, advertised_.header); }
  std::uint32_t data_left() const { return left(data_, advertised_.data); }

 private:
  static bool fits(std::uint32_t used, std::uint32_t most) { return most == 0 || used <= most; }
  static std::uint32_t left(std::uint32_t used, std::uint32_t most) { return most == 0 ? 0 : most - used; }

  Credits advertised_;
  std::uint32_t header_ = 0, data_ = 0;
};

}  // namespace rocelab::pcie
