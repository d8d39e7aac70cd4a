#pragma once
#include <vector>

#include "hw/pcie/per_tlp/direction.h"
#include "hw/pcie/per_tlp/tag_pool.h"
#include "hw/pcie/slot.h"

namespace rocelab::pcie {

/// The device's end: cuts what it is asked for into TLPs, gives read requests their tags, and collects completions.
/// A read for which there is no tag waits: `done` comes later, which is all that the asking engine notices.
class DmaEngine : private Gate {
 public:
  DmaEngine(const Slot::Surroundings&, const Profile&, Meter&, Direction& to_host);

  void read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Action done);
  void write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Action done);

  /// A completion has come in.
  void completed(const Tlp&);
  /// Moves the octets of a write, or of a completion, between memory and the device. For a write this is when it is
  /// performed; its last one ends the request.
  void access(const Tlp&);

 private:
  struct Request {
    BusAddr addr;
    std::uint8_t* octets;
    std::uint32_t bytes;
    std::uint64_t left;  // octets of its stretches that are not yet moved, or not yet here
    Action done;
  };

  std::uint32_t add(Request);
  void progress(std::uint32_t request, std::uint64_t octets);
  bool is_open() const override { return tags_.used() < profile_.tags; }
  void pass(Tlp&) override;

  MemoryBus& bus_;
  Profile profile_;
  Meter& meter_;
  Direction& to_host_;
  TagPool tags_;
  std::vector<std::uint64_t> awaited_;  // octets, by tag
  std::vector<Request> requests_;
  std::vector<std::uint32_t> free_;
};

}  // namespace rocelab::pcie
