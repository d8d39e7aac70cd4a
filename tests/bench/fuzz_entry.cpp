// The entry that libFuzzer calls; ROCELAB_FUZZ_TARGET names the function (tests/fuzz/target.h).
#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  return rocelab::fuzz::ROCELAB_FUZZ_TARGET(octets, size);
}
