#include "app/conformance/rc_names.h"

#include <fmt/format.h>

namespace rocelab::app::replay {
namespace {

template <class Map>
auto& found(Map& map, const std::string& name, const char* kind) {
  const auto it = map.find(name);
  if (it == map.end()) throw Malformed(fmt::format("no {} is named \"{}\"", kind, name));
  return it->second;
}

}  // namespace

const Names::Region& Names::region(const std::string& name) const { return found(regions, name, "memory region"); }

const Names::QueuePair& Names::queue_pair(const std::string& name) const { return found(queue_pairs, name, "QP"); }

const Names::QueuePair* Names::by_remote(Qpn remote, std::string& name) const {
  for (const auto& [own, qp] : queue_pairs) {
    if (qp.remote != remote) continue;
    name = own;
    return &qp;
  }
  return nullptr;
}

Va Names::va(const Json& value, std::string_view what) const {
  if (value.is_object() && value.contains("value")) {
    only(value, {"value"}, what);
    return integer(value.at("value"), what);
  }
  only(value, {"mr", "offset"}, what);
  return region(text(member(value, "mr", what), what)).address + integer_or(value, "offset", 0, what);
}

Key Names::key(const Json& value, Side side, std::string_view what) const {
  if (value.is_object() && value.contains("value")) {
    only(value, {"value"}, what);
    return Key{static_cast<std::uint32_t>(integer(value.at("value"), what))};
  }
  if (value.is_object() && value.contains("mw")) {
    only(value, {"mw"}, what);
    return found(windows, text(value.at("mw"), what), "memory window");
  }
  only(value, {"mr", "xor"}, what);
  const Region& r = region(text(member(value, "mr", what), what));
  const Key real = side == Side::local ? r.lkey : r.rkey;
  return Key{real.value ^ static_cast<std::uint32_t>(integer_or(value, "xor", 0, what))};
}

}  // namespace rocelab::app::replay
