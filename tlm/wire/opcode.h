#pragma once
#include <cstdint>
#include <string_view>

namespace rocelab::wire {

/// BTH opcodes (IBTA vol. 1, table 38). The upper three bits are the transport: 0 RC, 1 UC, 3 UD.
enum class Opcode : std::uint8_t {
  send_first = 0,
  send_middle = 1,
  send_last = 2,
  send_last_imm = 3,
  send_only = 4,
  send_only_imm = 5,
  write_first = 6,
  write_middle = 7,
  write_last = 8,
  write_last_imm = 9,
  write_only = 10,
  write_only_imm = 11,
  read_request = 12,
  read_response_first = 13,
  read_response_middle = 14,
  read_response_last = 15,
  read_response_only = 16,
  acknowledge = 17,
  atomic_acknowledge = 18,
  compare_swap = 19,
  fetch_add = 20,
  send_last_invalidate = 22,
  send_only_invalidate = 23,
  uc_send_first = 0x20,
  uc_send_middle = 0x21,
  uc_send_last = 0x22,
  uc_send_last_imm = 0x23,
  uc_send_only = 0x24,
  uc_send_only_imm = 0x25,
  uc_write_first = 0x26,
  uc_write_middle = 0x27,
  uc_write_last = 0x28,
  uc_write_last_imm = 0x29,
  uc_write_only = 0x2a,
  uc_write_only_imm = 0x2b,
  ud_send_only = 0x64,
  ud_send_only_imm = 0x65,
  cnp = 0x81,
};

/// What an opcode is, whatever its transport. All false for a reserved one.
struct OpcodeTraits {
  bool known = false;
  bool request = false;   // travels from requester to responder
  bool response = false;  // the other way: READ response, ACK, ATOMIC ACK
  bool send = false, write = false, read = false, atomic = false;
  bool first = false, middle = false, last = false, only = false;
  bool imm = false, invalidate = false;
  bool reth = false, aeth = false, atomic_eth = false, atomic_ack = false, deth = false;
  bool payload = false;  // may carry one

  constexpr bool starts() const { return first || only; }
  constexpr bool ends() const { return last || only; }
};

const OpcodeTraits& traits(Opcode);

/// "WRITE_FIRST", "UC_SEND_ONLY", "CNP"; "RESERVED" for one that is not known.
std::string_view name(Opcode);

/// Octets of the extension headers behind the BTH.
std::uint32_t extension_size(Opcode);

}  // namespace rocelab::wire
