#pragma once
#include <memory>

#include "transport/mr_check.h"

namespace rocelab::rtl {

/// mr_check.sv, clock by clock.
class MrCheckModel {
 public:
  /// Clocks between a request and its verdict.
  static constexpr unsigned latency = 2;

  MrCheckModel();
  ~MrCheckModel();

  /// One rising edge of the clock. `request` is what stands at the inputs, nullptr for nothing; then `region` is not
  /// looked at either.
  void clock(const protection::Request* request, const protection::Region* region);

  /// The registers, as they are after the last edge.
  struct Registers {
    bool asked;                // a request is in its first cycle behind it
    protection::Fault rights;  // key, domain and access
    bool before;               // begins before the region does
    std::uint64_t offset;      // octets into the region
    bool valid;                // `fault` is a verdict
    protection::Fault fault;
  };
  Registers registers() const;

 private:
  struct Verilated;
  std::unique_ptr<Verilated> verilated_;
};

}  // namespace rocelab::rtl
