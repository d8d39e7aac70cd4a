#pragma once
#include <map>
#include <string>

#include "app/conformance/rc_value.h"
#include "tlm/ids.h"
#include "tlm/memory_port.h"

namespace rocelab::app::replay {

/// What the names of a case are bound to on this device. Looking up an unknown name is Malformed.
class Names {
 public:
  struct Region {
    Va address = 0;
    std::uint64_t length = 0;
    Key lkey{}, rkey{};
  };
  enum class Side { local, remote };  // which of a region's two keys is meant
  struct QueuePair {
    Qpn number{};
    Qpn remote{};
    bool v6 = false;
    bool datagram = false;
    std::uint32_t mtu = 0;
  };

  std::map<std::string, Region> regions;
  std::map<std::string, Key> windows;  // their current keys
  std::map<std::string, QueuePair> queue_pairs;

  const Region& region(const std::string& name) const;
  const QueuePair& queue_pair(const std::string& name) const;
  /// The QP whose peer has this number; nullptr when there is none.
  const QueuePair* by_remote(Qpn, std::string& name) const;

  /// VA: {"mr","offset"} or {"value"}.
  Va va(const Json&, std::string_view what) const;
  /// KEY: {"mr"}, {"mr","xor"}, {"mw"} or {"value"}.
  Key key(const Json&, Side, std::string_view what) const;
};

}  // namespace rocelab::app::replay
