#pragma once
#include <cstdint>

#include "tlm/ids.h"
#include "tlm/memory_port.h"

namespace rocelab::protection {

using ProtectionDomain = Id<struct PdName, std::uint32_t>;

/// Access rights of a region or window; the values of ibv_access_flags.
enum Access : std::uint32_t {
  local_read = 0,  // always there
  local_write = 1,
  remote_write = 2,
  remote_read = 4,
  remote_atomic = 8,
  mw_bind = 16,
};
constexpr Access operator|(Access a, Access b) { return static_cast<Access>(std::uint32_t{a} | std::uint32_t{b}); }

/// Why an access is refused.
enum class Fault : std::uint8_t {
  none,
  unknown_key,        // no such key, or no longer
  wrong_domain,       // key of another protection domain, or of a window bound to another QP
  no_access,          // the right is missing
  out_of_bounds,      // not wholly inside, 64-bit overflow included
  cannot_bind,        // window: the region lacks MW_BIND, or the rights asked for exceed the region's
  cannot_invalidate,  // not a window
};

/// What the tables hold about one key's slot.
struct Region {
  enum class Kind : std::uint8_t { free, region, window };
  Kind kind = Kind::free;
  Key lkey{};  // never matches for a window
  Key rkey{};
  ProtectionDomain domain{};
  Access access = local_read;
  Va start = 0;
  std::uint64_t length = 0;
  Qpn qp{};            // window: the QP it was bound on
  bool bound = false;  // window
};

struct Request {
  Key key{};
  bool remote = false;  // the key is an rkey that came over the network
  ProtectionDomain domain{};
  Qpn qp{};
  Access need = local_read;
  Va start = 0;
  std::uint64_t length = 0;
};

/// An access that was refused, and why; with no fault there was none.
struct Refusal {
  Fault fault = Fault::none;
  Request asked;
};

/// The one question of memory protection: may this request touch these octets? (IBTA vol. 1, 10.6.) It is asked
/// before anything is read or written, for the whole message where its length is known.
class MrCheck {
 public:
  virtual ~MrCheck() = default;
  virtual Fault operator()(const Request& request, const Region& region) const {
    if (region.kind == Region::Kind::free) return Fault::unknown_key;
    if (request.key != (request.remote ? region.rkey : region.lkey)) return Fault::unknown_key;
    if (region.kind == Region::Kind::window && (!request.remote || !region.bound)) return Fault::unknown_key;
    if (request.domain != region.domain) return Fault::wrong_domain;
    if (region.kind == Region::Kind::window && request.qp != region.qp) return Fault::wrong_domain;
    if ((region.access & request.need) != request.need) return Fault::no_access;
    // Written so that neither start + length nor the region's end can wrap.
    if (request.start < region.start) return Fault::out_of_bounds;
    const std::uint64_t offset = request.start - region.start;
    if (offset > region.length || request.length > region.length - offset) return Fault::out_of_bounds;
    return Fault::none;
  }
};

}  // namespace rocelab::protection
