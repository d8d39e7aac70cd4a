// tcp_property [FIRST [LAST]]: the property test of the TCP machine over a range of seeds.
// `ninja tcp_property && tests/tcp_property`
#include "transport/tcp/property/plan.h"

#include "bench/seeds.h"

int main(int count, char** arguments) {
  return rocelab::test::play_seeds(count, arguments,
                                   [](std::uint64_t seed) { return rocelab::tcp::property::play(seed); });
}
