#include <sstream>

#include "fuzz/target.h"
#include "support/catch.h"
#include "tlm/random.h"

using namespace rocelab;

namespace {

using Target = int (*)(const std::uint8_t*, std::size_t);

/// What the fuzzer does for hours, for a moment and the same each time.
void drive(Target target, const char* name, std::uint64_t inputs) {
  Random random(1, name);
  for (std::uint64_t n = 0; n < inputs; ++n) {
    std::vector<std::uint8_t> octets(random.below(300));
    for (std::uint8_t& o : octets) o = static_cast<std::uint8_t>(random.next());
    try {
      target(octets.data(), octets.size());
    } catch (const isolation::Wrong& wrong) {
      std::ostringstream input;
      for (const std::uint8_t o : octets) input << std::hex << unsigned{o} << ' ';
      FAIL("input " << n << ": " << wrong.what() << "\n" << input.str());
    }
  }
}

}  // namespace

TEST_CASE("octets of any kind are a frame or are refused: no parser looks past their end") {
  drive(fuzz::frame_parser, "fuzz.frame_parser", 40'000);
}

TEST_CASE("whatever requests arrive, no octet is written or read but where a key allows it") {
  drive(fuzz::responder, "fuzz.responder", 40'000);
}
