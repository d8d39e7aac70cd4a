// rc_property [FIRST [LAST]]: the property test of the reliable connection over a range of seeds.
// `ninja rc_property && tests/rc_property`
#include "transport/rc/property/plan.h"

#include "bench/seeds.h"

int main(int count, char** arguments) {
  return rocelab::test::play_seeds(count, arguments,
                                   [](std::uint64_t seed) { return rocelab::rc::property::play(seed); });
}
