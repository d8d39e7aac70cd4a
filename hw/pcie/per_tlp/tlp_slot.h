#pragma once
#include <deque>

#include "hw/pcie/per_tlp/dma_engine.h"
#include "hw/pcie/per_tlp/root_complex.h"

namespace rocelab::pcie {

/// The slot TLP by TLP: the device's DMA engine and the root complex at both ends of two directions, with credits, tags
/// and ordering. Some twenty times the events of the closed form, which it is there to check.
class TlpSlot : public Slot {
 public:
  TlpSlot(const Surroundings&, const Profile&);

  void read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Tag, Action done) override {
    engine_.read(from, to, bytes, std::move(done));
  }
  void write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Tag, Action done) override {
    engine_.write(to, from, bytes, std::move(done));
  }
  void store(Ps delay, std::uint32_t bytes, Action arrived) override;
  void declare_rows(const std::string& scope) override { meter_.declare_rows(scope, true); }
  void settle() override { meter_.settle(); }

 private:
  void receive(const Tlp&);  // at the device

  Timeline& timeline_;
  Profile profile_;
  Meter meter_;
  Direction to_host_, to_device_;
  DmaEngine engine_;
  RootComplex root_;
  std::deque<Action> stores_;  // on their way to the device, in order
};

}  // namespace rocelab::pcie
