#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "tlm/memory_port.h"
#include "tlm/timeline.h"

namespace rocelab::app::replay {

/// The memory of the one process of a case, and the device's way to it. Access takes no time but never happens inside
/// the call that asks for it. Bus addresses differ from virtual ones, so that one taken for the other is found.
class Memory : public MemoryPort {
 public:
  explicit Memory(Timeline& timeline) : timeline_(timeline) {}

  /// Page aligned, zeroed; an unmapped page lies behind each allocation.
  Va allocate(std::uint64_t bytes);
  void release(Va);
  /// Bus addresses of the pages of [va, va+bytes); nothing where one is not mapped.
  std::optional<std::vector<BusAddr>> pages(Va, std::uint64_t bytes);

  /// The octets at `va`; std::logic_error unless all lie in one allocation.
  std::uint8_t* at(Va, std::uint64_t bytes);
  /// How many octets from `va` are mapped.
  std::uint64_t mapped(Va) const;

  void read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Tag, Action done) override;
  void write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Tag, Action done) override;

 private:
  struct Transfer {
    BusAddr bus;
    std::uint8_t* to;          // of a read
    const std::uint8_t* from;  // of a write
    std::uint32_t bytes;
    Action done;
  };
  void ask(Transfer);
  void perform();

  Timeline& timeline_;
  std::map<Va, std::vector<std::uint8_t>> blocks_;
  Va next_ = 0x10'0000'0000;
  std::deque<Transfer> asked_;
};

}  // namespace rocelab::app::replay
