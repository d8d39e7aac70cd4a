#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "tlm/ids.h"
#include "tlm/memory_port.h"

namespace rocelab::isolation {

/// Which octets every open key allows for which access at this moment, noted by the owner of the memory beside the
/// tables of the NIC. It is the oracle against which they are judged, so it shares nothing with them and is as plain as
/// can be: one octet after the other.
class ShadowMemory {
 public:
  enum Right : unsigned { local_read = 1, local_write = 2, remote_read = 4, remote_write = 8, remote_atomic = 16 };

  /// Who asks.
  struct Asker {
    std::uint32_t domain = 0;
    Qpn qp{};
  };
  /// What one key opens.
  struct Opening {
    unsigned rights = 0;
    std::uint32_t domain = 0;
    std::optional<Qpn> only{};  // a window: no other queue pair
    Va start = 0;
    std::uint64_t length = 0;
    std::vector<BusAddr> pages{};  // the first one holds `base`
    std::uint64_t page = 4096;     // octets
    Va base = 0;                   // start of the region behind the key
  };

  void open(Key key, Opening opening) { open_[key] = std::move(opening); }
  void close(Key key) { open_.erase(key); }
  const Opening* behind(Key key) const {
    const auto it = open_.find(key);
    return it == open_.end() ? nullptr : &it->second;
  }

  /// Where the octet at `va` lies, if the key opens it to that asker for `right`.
  std::optional<BusAddr> octet(Key key, unsigned right, const Asker& who, Va va) const {
    return octet(behind(key), right, who, va);
  }
  /// All of [va, va + length), each octet; nothing if one of them is closed or the addresses wrap around.
  std::optional<std::vector<BusAddr>> octets(Key key, unsigned right, const Asker& who, Va va,
                                             std::uint64_t length) const {
    const Opening* o = behind(key);
    std::vector<BusAddr> all;
    all.reserve(length < 4096 ? length : 4096);
    for (std::uint64_t i = 0; i < length; ++i) {
      const auto where = octet(o, right, who, va + i);
      if (!where) return std::nullopt;
      all.push_back(*where);
    }
    return all;
  }
  bool allows(Key key, unsigned right, const Asker& who, Va va, std::uint64_t length) const {
    const Opening* o = behind(key);
    for (std::uint64_t i = 0; i < length; ++i)
      if (!octet(o, right, who, va + i)) return false;
    return true;
  }
  /// Does any key at all open these octets of the bus to that asker?
  bool reaches(unsigned right, const Asker& who, BusAddr address, std::uint32_t length) const {
    const Opening* by = nullptr;
    Va va = 0;
    for (std::uint32_t i = 0; i < length; ++i, ++va) {
      // What opened the octet before mostly opens this one.
      if (by && octet(by, right, who, va) == address + i) continue;
      by = nullptr;
      for (auto it = open_.begin(); !by && it != open_.end(); ++it) {
        const Opening& o = it->second;
        for (std::size_t p = 0; !by && p < o.pages.size(); ++p) {
          if (address + i < o.pages[p] || address + i - o.pages[p] >= o.page) continue;
          va = o.base - o.base % o.page + p * o.page + (address + i - o.pages[p]);
          if (octet(&o, right, who, va)) by = &o;
        }
      }
      if (!by) return false;
    }
    return true;
  }

 private:
  static std::optional<BusAddr> octet(const Opening* o, unsigned right, const Asker& who, Va va) {
    if (!o || (o->rights & right) != right || o->domain != who.domain || (o->only && *o->only != who.qp))
      return std::nullopt;
    if (va < o->start || va - o->start >= o->length) return std::nullopt;
    const Va first_page = o->base - o->base % o->page;
    return o->pages[(va - first_page) / o->page] + va % o->page;
  }

  std::map<Key, Opening> open_;
};

}  // namespace rocelab::isolation
