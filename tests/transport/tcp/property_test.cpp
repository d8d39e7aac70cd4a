#include "support/catch.h"
#include "transport/tcp/property/plan.h"

using namespace rocelab::tcp;

// The long range of seeds is the bench target tcp_property.
TEST_CASE("whatever path and application do, the stream arrives octet for octet or the connection ends with an error") {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const std::string wrong = property::play(seed);
    INFO("seed " << seed << ": " << wrong);
    CHECK(wrong.empty());
  }
}
