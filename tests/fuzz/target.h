#pragma once
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

/// The functions that a fuzzer calls with octets of its choice, and that a seeded stream drives in the tests. They
/// throw Wrong where a rule is broken; memory errors are the sanitizers' to find.
namespace rocelab::fuzz {

struct Wrong : std::logic_error {
  using std::logic_error::logic_error;
};
inline void require(bool holds, const char* what) {
  if (!holds) throw Wrong(what);
}

/// Everything that decodes a frame from the wire.
int frame_parser(const std::uint8_t* octets, std::size_t size);
/// The responders of RC, UC and UD against shadow memory.
int responder(const std::uint8_t* octets, std::size_t size);

}  // namespace rocelab::fuzz
