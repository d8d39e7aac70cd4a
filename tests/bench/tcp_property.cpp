// tcp_property [FIRST [LAST]]: the property test of the TCP machine over a range of seeds; each wrong one is
// printed and can be replayed by giving its number alone. `ninja tcp_property && tests/tcp_property`
#include <cstdio>
#include <cstdlib>

#include "transport/tcp/property/plan.h"

int main(int count, char** arguments) {
  const auto number = [&](int i, std::uint64_t otherwise) {
    return count > i ? std::strtoull(arguments[i], nullptr, 10) : otherwise;
  };
  const std::uint64_t first = number(1, 1), last = number(2, count > 1 ? first : 100'000);
  std::uint64_t wrong = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const std::string what = rocelab::tcp::property::play(seed);
    if (what.empty()) continue;
    ++wrong;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), what.c_str());
  }
  std::printf("%llu runs, %llu wrong\n", static_cast<unsigned long long>(last - first + 1),
              static_cast<unsigned long long>(wrong));
  return wrong == 0 ? 0 : 1;
}
