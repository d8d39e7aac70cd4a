#pragma once
#include <cstddef>
#include <cstdint>

#include "support/isolation/wrong.h"

/// The functions that a fuzzer calls with octets of its choice, and that a seeded stream drives in the tests. They
/// throw isolation::Wrong where a rule is broken; memory errors are the sanitizers' to find.
namespace rocelab::fuzz {

/// Everything that decodes a frame from the wire.
int frame_parser(const std::uint8_t* octets, std::size_t size);
/// The responders of RC, UC and UD against shadow memory.
int responder(const std::uint8_t* octets, std::size_t size);

}  // namespace rocelab::fuzz
