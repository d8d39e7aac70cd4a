// rtl_twins [REQUESTS]: every circuit in hw/rtl against its class, a million random requests each unless told.
// `ninja rtl_twins && tests/rtl_twins`
#include <cstdio>
#include <cstdlib>

#include "hw/rtl/twin_comparison.h"

int main(int count, char** arguments) {
  const std::uint64_t requests = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1'000'000;
  const auto seen = rocelab::test::compare_mr_check(1, requests);
  std::printf("mr_check: %llu requests, %s\n", static_cast<unsigned long long>(requests),
              seen.difference.empty() ? "no difference" : seen.difference.c_str());
  return seen.difference.empty() ? 0 : 1;
}
