#pragma once
#include <cstdint>

namespace rocelab::rc {

/// Why a responder holds a request to be invalid (IBTA vol. 1, 9.7.4.1 and 9.9.4.2), other than by its key. On the
/// wire the peer hears "invalid request" and no more; which rule it was, what came and what is allowed stand here.
struct Objection {
  enum class Rule : std::uint8_t {
    none,
    sequence,   // FIRST, MIDDLE, LAST, ONLY out of turn. given: the opcode
    qp_access,  // the QP does not offer the operation. given: the right needed, allowed: those the QP has
    length,     // payload and the length that was announced disagree. given: octets, allowed: the path MTU
    fetches,    // more READs and atomics at a time than agreed. given: with this one, allowed: max_dest_rd_atomic
    alignment,  // atomic. given: the address, allowed: what it must be a multiple of
    receive,    // the RECV is too small for the SEND. given: octets so far, allowed: octets of the RECV
  };
  Rule rule = Rule::none;
  std::uint64_t given = 0, allowed = 0;

  explicit operator bool() const { return rule != Rule::none; }
};

}  // namespace rocelab::rc
