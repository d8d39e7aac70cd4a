#pragma once
#include <array>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "tlm/packet.h"
#include "tlm/prefetch.h"

namespace rocelab {

/// Free lists of packets by size class, last in first out: 36 live packets stay in cache where 4096 would not.
/// Must outlive every PacketPtr taken from it.
class PacketPool {
 public:
  PacketPool() = default;
  PacketPool(const PacketPool&) = delete;
  PacketPool& operator=(const PacketPool&) = delete;

  /// An empty packet with room for `octets` (at most max_octets, else std::length_error); all fields at defaults.
  PacketPtr make(std::uint32_t octets);

  /// A packet with the same octets and attributes as `original`, owned apart from it.
  PacketPtr clone(const Packet& original);

  /// A packet that waited for long will be looked at soon: its attributes and headers.
  static void prefetch(const PacketPtr& p) { rocelab::prefetch(p.get(), octets_behind + 128); }

  /// Packets alive outside the pool.
  std::size_t alive() const { return alive_; }

  static constexpr std::uint32_t max_octets = 65'664;

 private:
  friend class PacketPtr;
  static constexpr std::array<std::uint32_t, 5> class_octets{256, 1'280, 2'048, 10'240, max_octets};

  /// A packet and behind it, in the same piece of memory, its octets.
  struct Release {
    void operator()(void* slab) const { ::operator delete (slab, std::align_val_t{64}); }
  };
  using Slab = std::unique_ptr<void, Release>;
  static constexpr std::uint32_t octets_behind = 128;  // from the packet to its octets, which begin a cache line
  static_assert(sizeof(Packet) <= octets_behind && std::is_trivially_destructible_v<Packet>);

  Packet* add(std::uint32_t octets);
  void take_back(Packet* p);

  std::array<std::vector<Packet*>, class_octets.size()> free_;
  std::vector<Slab> slabs_;
  std::size_t alive_ = 0;
};

}  // namespace rocelab
