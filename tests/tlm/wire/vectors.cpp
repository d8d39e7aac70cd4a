#include "tlm/wire/vectors.h"
#include "support/places.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace rocelab::wire::test {

Octets from_hex(const std::string& hex) {
  Octets octets;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    octets.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  }
  return octets;
}

std::string to_hex(const std::uint8_t* octets, std::size_t n) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string hex;
  for (std::size_t i = 0; i < n; ++i) hex += {digits[octets[i] >> 4], digits[octets[i] & 15]};
  return hex;
}

std::uint64_t Vector::ib_number(const char* field) const {
  const nlohmann::json& v = ib.at(field);
  return v.is_string() ? std::stoull(v.get<std::string>(), nullptr, 0) : v.get<std::uint64_t>();
}

const std::vector<Vector>& vectors() {
  static const std::vector<Vector> all = [] {
    std::ifstream file(rocelab::test::data_folder() + "/conformance/icrc_vectors.json");
    if (!file) throw std::runtime_error("icrc_vectors.json is not there");
    const nlohmann::json document = nlohmann::json::parse(file);
    std::vector<Vector> list;
    for (const auto& v : document.at("vectors")) {
      list.push_back({v.at("name"), from_hex(v.at("hex")), v.at("l3"), v.at("udp"), v.at("ib")});
    }
    return list;
  }();
  return all;
}

Exact::Exact(const std::uint8_t* from, std::size_t n)
    : octets_(new std::uint8_t[n]), size_(static_cast<std::uint32_t>(n)) {
  std::copy_n(from, n, octets_.get());
}

}  // namespace rocelab::wire::test
