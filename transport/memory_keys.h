#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "tlm/ids.h"
#include "tlm/memory_port.h"
#include "transport/mr_check.h"

namespace rocelab::protection {

/// A run of octets that is contiguous on the bus.
struct Piece {
  BusAddr address;
  std::uint32_t length;
};

/// What a registration hands out. The keys always differ, so that code which sends its lkey to the peer fails at once
/// instead of working on most parts (field report 18).
struct Registered {
  Key lkey{};
  Key rkey{};
};

/// The key and translation tables of a NIC: which memory regions and windows exist, and where their pages are.
/// A key names a slot in its upper 20 bits; the lower 12 change with every use of the slot, so that a key which died
/// does not come back before 2048 further registrations in the same slot. Freed slots are used again oldest first.
/// The low eight bits of a window's key are its owner's to choose: of those no 256 come back before 2048 further
/// windows, and a slot that was a window's is never a region's.
class KeyTable {
 public:
  /// `secret` moves the lower bits of the keys, so that two NICs of one run do not hand out the same ones.
  explicit KeyTable(std::uint64_t secret = 0) : secret_(secret), check_(&plain_) {}

  /// The check that stands before every access; a twin may take its place.
  void use(const MrCheck& check) { check_ = &check, ++version_; }
  /// A twin wants to see every access.
  bool has_twin() const { return check_ != &plain_; }
  /// Another number whenever a key, a region or a window may have changed.
  std::uint64_t version() const { return version_; }
  /// Who wants to know that translations have been written.
  void on_pages(std::function<void(const std::vector<BusAddr>&, unsigned page_bits)> f) { written_ = std::move(f); }

  ProtectionDomain allocate_pd() { return ProtectionDomain{++domains_}; }

  /// Regions of [start, start+length) whose octets lie in `pages` of 2^page_bits octets, the first holding `start`.
  Registered add(ProtectionDomain, Va start, std::uint64_t length, Access, std::vector<BusAddr> pages,
                 unsigned page_bits = 12);
  /// False when no region has this lkey, or a window is bound to it.
  bool remove(Key lkey);

  /// Who may use a bound window: type 1 every QP of its protection domain, type 2 the QP that it was bound on.
  enum class WindowType : std::uint8_t { type_1 = 1, type_2 = 2 };
  /// A memory window, not yet bound: its key opens nothing (IBTA vol. 1, 10.6.7.2).
  Key add_window(ProtectionDomain, WindowType = WindowType::type_2);
  /// By its key of any bind: software need not have followed the low eight bits.
  bool remove_window(Key rkey);
  /// Binds a window to part of a region under `rkey`: the window's present key with the low eight bits of the owner's
  /// choice (ibv_inc_rkey). A bound window of type 1 moves; one of no octets is unbound (IBTA vol. 1, 10.6.7.2.2).
  Fault bind(Key rkey, Key lkey, Qpn qp, ProtectionDomain, Va start, std::uint64_t length, Access);
  /// Makes a window's key unusable until it is bound again. A region and a window of type 1 stay with their owner:
  /// cannot_invalidate.
  Fault invalidate(Key rkey, Qpn qp, ProtectionDomain);
  bool has_windows(Key lkey) const;
  /// What a key opens, to tell an owner what was allowed; nullptr when no region or window is behind it now.
  const Region* behind(Key) const;

  /// May this access happen? Zero octets need no valid key (IBTA C9-79, C9-80).
  Fault check(const Request&) const;
  /// Appends where the octets lie; call only after check() found no fault. Adjacent pages become one piece.
  void translate(Key, Va start, std::uint32_t length, std::vector<Piece>& to) const;
  /// How many of these octets lie in one run on the bus, and where it begins; call like translate(), length > 0.
  Piece run(Key, Va start, std::uint32_t length) const;

  std::size_t regions() const { return live_; }

 private:
  static constexpr unsigned tag_bits = 12;
  static constexpr std::uint32_t tag_mask = (1u << tag_bits) - 1;
  // Slots that stay free before one is used again; a window's has 16 times 256 keys.
  static constexpr std::size_t rest = 64, window_rest = 2048 / 16;

  struct Slot {
    Region region;
    std::vector<BusAddr> pages;
    unsigned page_bits = 12;
    std::uint32_t generation = 0;
    std::uint32_t windows = 0;  // bound to this region
    std::uint32_t parent = 0;   // slot of the region a window is bound to; 0: to none
    std::optional<WindowType> window;
  };

  std::uint32_t take_slot(std::deque<std::uint32_t>& free, std::size_t rest);
  void give_back(std::uint32_t slot, std::deque<std::uint32_t>& free);
  std::uint32_t first_tag(std::uint32_t slot) const;
  Key next_key(std::uint32_t slot);
  Key next_window_key(std::uint32_t slot);
  /// The window of any bind's key: the low eight bits change with each.
  Slot* find_window(Key rkey);
  void unbind(Slot& window);
  const Slot* find(Key key) const {
    const std::uint32_t index = key.value >> tag_bits;
    return index < slots_.size() ? &slots_[index] : nullptr;
  }
  Slot* find(Key key) { return const_cast<Slot*>(static_cast<const KeyTable*>(this)->find(key)); }

  std::uint64_t secret_;
  MrCheck plain_;
  const MrCheck* check_;
  std::uint64_t version_ = 0;
  std::uint32_t domains_ = 0;
  std::size_t live_ = 0;
  std::vector<Slot> slots_;
  std::deque<std::uint32_t> free_, free_windows_;
  std::function<void(const std::vector<BusAddr>&, unsigned)> written_;
};

}  // namespace rocelab::protection
