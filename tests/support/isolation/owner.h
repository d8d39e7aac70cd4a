#pragma once
#include <array>
#include <deque>
#include <functional>
#include <vector>

#include "support/isolation/input.h"
#include "support/isolation/shadow_memory.h"
#include "transport/memory_keys.h"
#include "transport/rc/responder_types.h"

namespace rocelab::isolation {

/// The owner of the memory: registers, binds, takes back and posts receives as the input says, and notes each in
/// shadow memory.
class Owner : public rc::ReceiveSource {
 public:
  using Shadow = ShadowMemory;

  /// `new_page`: where the next page of memory lies on the bus. `rights`: of the second region.
  Owner(protection::KeyTable&, protection::ProtectionDomain, const std::function<BusAddr()>& new_page, Qpn self,
        Qpn other, std::uint8_t rights);

  static constexpr Va base = 0x10300;  // of the first region; each one lies 0x10000 above the last
  static constexpr std::uint64_t length = 2300, page = 1024;

  protection::KeyTable& keys;
  const Qpn self, other;
  const protection::ProtectionDomain domain, foreign = keys.allocate_pd();
  Shadow shadow;
  bool fetching = false;
  std::vector<rc::Sge> taken;  // the receive work request that was taken last
  std::uint32_t takes = 0;

  Shadow::Asker asker() const { return {domain.value, self}; }
  /// A key and an address of the input's choice: living, dead and never given ones.
  Key key(Input&) const;
  Va address(Input&) const;

  void register_memory(Input&);
  void deregister(Input&);
  void bind(Input&);
  void invalidate(Input&);
  void post(Input&);
  /// A part of the region for receives, for a queue that is not this one.
  rc::Sge receive_buffer(Input&) const;
  /// The peer has invalidated `key`: it opens nothing from now on.
  void closed(Key key) { shadow.close(key); }

  // rc::ReceiveSource
  Look look(rc::ReceiveWork&) override;
  void take() override;
  std::optional<std::uint32_t> left() const override { return static_cast<std::uint32_t>(posted_.size()); }

 private:
  struct Region {
    bool live = false;
    protection::Registered keys;
    Va start = 0;
    unsigned rights = 0;
    protection::ProtectionDomain domain{};
    std::vector<BusAddr> pages;
  };
  void add(std::size_t index, unsigned access, protection::ProtectionDomain);

  std::array<Region, 4> regions_;
  std::array<Key, 2> windows_;
  std::vector<Key> dead_;
  std::deque<std::vector<rc::Sge>> posted_;
};

}  // namespace rocelab::isolation
