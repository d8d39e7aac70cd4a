#include "app/conformance/rc_data.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/conformance/icrc_field.h"

namespace rocelab::app::replay {
namespace {

constexpr std::uint64_t most_octets = 16 << 20;

std::uint64_t length_of(const Json& value, std::string_view what) {
  const std::uint64_t n = integer(member(value, "len", what), what);
  if (n > most_octets) throw Malformed(fmt::format("{}: {} octets are more than a case can hold", what, n));
  return n;
}

Octets one(const Json& value, const Addresses& addresses, std::string_view what) {
  if (value.contains("hex")) {
    only(value, {"hex"}, what);
    return from_hex(value.at("hex"), what);
  }
  if (value.contains("ip")) {
    only(value, {"ip"}, what);
    const std::string& whose = text(value.at("ip"), what);
    if (whose != "device" && whose != "peer") throw Malformed(fmt::format("{}: ip of \"{}\"?", what, whose));
    const auto& octets = (whose == "device" ? addresses.device : addresses.peer).octets;
    return Octets(octets.begin(), octets.end());
  }
  if (value.contains("byte")) {
    only(value, {"byte", "len"}, what);
    const std::uint64_t octet = integer(value.at("byte"), what);
    if (octet > 255) throw Malformed(fmt::format("{}: byte {} is none", what, octet));
    return Octets(length_of(value, what), static_cast<std::uint8_t>(octet));
  }
  if (value.contains("seed")) {
    only(value, {"seed", "from", "len"}, what);
    return pattern(integer(value.at("seed"), what), integer_or(value, "from", 0, what), length_of(value, what));
  }
  throw Malformed(fmt::format("{}: {} is no DATA", what, value.dump()));
}

}  // namespace

Octets pattern(std::uint64_t seed, std::uint64_t from, std::uint64_t length) {
  Octets octets(length);
  for (std::uint64_t i = 0; i < length; ++i) {
    octets[i] = static_cast<std::uint8_t>(seed + 7 * (from + i) + 37 * ((from + i) / 256));
  }
  return octets;
}

Octets data(const Json& value, const Addresses& addresses, std::string_view what) {
  if (!value.is_object()) throw Malformed(fmt::format("{}: {} is no DATA", what, value.dump()));
  if (!value.contains("cat")) return one(value, addresses, what);
  only(value, {"cat"}, what);
  if (!value.at("cat").is_array()) throw Malformed(fmt::format("{}: cat is no list", what));
  Octets all;
  for (const Json& part : value.at("cat")) {
    const Octets octets = data(part, addresses, what);
    all.insert(all.end(), octets.begin(), octets.end());
    if (all.size() > most_octets) throw Malformed(fmt::format("{}: more octets than a case can hold", what));
  }
  return all;
}

Octets fill(const Json& value, std::uint64_t length, const Addresses& addresses, std::string_view what) {
  Json whole = value;
  if (whole.is_object() && (whole.contains("seed") || whole.contains("byte"))) whole["len"] = length;
  Octets octets = data(whole, addresses, what);
  octets.resize(length);
  return octets;
}

void expect_octets(const std::uint8_t* got, std::size_t n, const Octets& wanted, std::string_view what) {
  if (n != wanted.size()) throw Failure(fmt::format("{}: wanted {} octets, got {}", what, wanted.size(), n));
  const auto at = static_cast<std::size_t>(std::mismatch(wanted.begin(), wanted.end(), got).first - wanted.begin());
  if (at == n) return;
  const std::size_t shown = std::min<std::size_t>(16, n - at);
  throw Failure(fmt::format("{} at octet {}: wanted {}, got {}", what, at, to_hex(wanted.data() + at, shown),
                            to_hex(got + at, shown)));
}

Octets from_hex(const Json& digits, std::string_view what) {
  const auto octets = octets_of_hex(text(digits, what));
  if (!octets) throw Malformed(fmt::format("{}: {} is no hex", what, digits.dump()));
  return Octets(octets->begin(), octets->end());
}

std::string to_hex(const std::uint8_t* octets, std::size_t n) {
  return hex_of(std::string_view(reinterpret_cast<const char*>(octets), n));
}

}  // namespace rocelab::app::replay
