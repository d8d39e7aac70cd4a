#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace rocelab::test {

/// [FIRST [LAST]]: plays a range of seeds, 1 to 100 000 unless told, one if one is given; prints each wrong one, which
/// can be replayed by giving its number alone. The program's exit status.
inline int play_seeds(int count, char** arguments, std::string (*play)(std::uint64_t seed)) {
  const auto number = [&](int i, std::uint64_t otherwise) {
    return count > i ? std::strtoull(arguments[i], nullptr, 10) : otherwise;
  };
  const std::uint64_t first = number(1, 1), last = number(2, count > 1 ? first : 100'000);
  std::uint64_t wrong = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const std::string what = play(seed);
    if (what.empty()) continue;
    ++wrong;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), what.c_str());
  }
  std::printf("%llu runs, %llu wrong\n", static_cast<unsigned long long>(last - first + 1),
              static_cast<unsigned long long>(wrong));
  return wrong == 0 ? 0 : 1;
}

}  // namespace rocelab::test
