#include "tlm/wire/opcode.h"

#include <array>

namespace rocelab::wire {
namespace {

constexpr std::array<std::string_view, 24> names{
    "SEND_FIRST",  "SEND_MIDDLE",     "SEND_LAST",        "SEND_LAST_IMM",  "SEND_ONLY",      "SEND_ONLY_IMM",
    "WRITE_FIRST", "WRITE_MIDDLE",    "WRITE_LAST",       "WRITE_LAST_IMM", "WRITE_ONLY",     "WRITE_ONLY_IMM",
    "READ_REQ",    "READ_RESP_FIRST", "READ_RESP_MIDDLE", "READ_RESP_LAST", "READ_RESP_ONLY", "ACK",
    "ATOMIC_ACK",  "CMP_SWAP",        "FETCH_ADD",        "RESERVED",       "SEND_LAST_INV",  "SEND_ONLY_INV"};
constexpr std::array<std::string_view, 12> uc_names{
    "UC_SEND_FIRST",  "UC_SEND_MIDDLE",  "UC_SEND_LAST",  "UC_SEND_LAST_IMM",  "UC_SEND_ONLY",  "UC_SEND_ONLY_IMM",
    "UC_WRITE_FIRST", "UC_WRITE_MIDDLE", "UC_WRITE_LAST", "UC_WRITE_LAST_IMM", "UC_WRITE_ONLY", "UC_WRITE_ONLY_IMM"};

/// Place of a packet in its message, from the low bits that SEND and WRITE share.
constexpr void place(OpcodeTraits& t, unsigned index) {
  t.first = index == 0;
  t.middle = index == 1;
  t.last = index == 2 || index == 3;
  t.only = index == 4 || index == 5;
  t.imm = index == 3 || index == 5;
}

constexpr OpcodeTraits compute(unsigned code) {
  OpcodeTraits t;
  const unsigned transport = code >> 5, operation = code & 31;
  if (code == 0x81) {
    t.known = true;
    return t;
  }
  const bool rc = transport == 0, uc = transport == 1, ud = transport == 3;
  if (operation < 12 && (rc || uc || (ud && (operation == 4 || operation == 5)))) {
    t.known = t.request = t.payload = true;
    t.send = operation < 6;
    t.write = !t.send;
    place(t, operation % 6);
    t.reth = t.write && t.starts();
    t.deth = ud;
  } else if (rc && operation < names.size() && operation != 21) {
    t.known = true;
    t.request = operation == 12 || operation >= 19;
    t.response = !t.request;
    t.read = operation >= 12 && operation <= 16;
    t.atomic = operation >= 18 && operation <= 20;
    t.first = operation == 13;
    t.middle = operation == 14;
    t.last = operation == 15 || operation == 22;
    t.only = operation == 12 || operation >= 16;
    t.only = t.only && operation != 22;
    t.send = t.invalidate = operation >= 22;
    t.reth = operation == 12;
    t.aeth = t.response && operation != 14;
    t.atomic_eth = operation == 19 || operation == 20;
    t.atomic_ack = operation == 18;
    t.payload = (operation >= 13 && operation <= 16) || operation >= 22;
  }
  return t;
}

constexpr std::uint8_t octets_of_extension(unsigned code, const OpcodeTraits& t) {
  if (code == 0x81) return 16;  // CNP: 16 reserved octets (RoCEv2 annex, A17.9.3)
  return static_cast<std::uint8_t>(t.deth * 8 + t.reth * 16 + t.atomic_eth * 28 + t.aeth * 4 + t.atomic_ack * 8 +
                                   t.imm * 4 + t.invalidate * 4);
}

/// Looked up several times a packet.
struct Table {
  constexpr Table() {
    for (unsigned i = 0; i < 256; ++i) {
      traits[i] = compute(i);
      extension[i] = octets_of_extension(i, traits[i]);
    }
  }
  OpcodeTraits traits[256];
  std::uint8_t extension[256] = {};
};
constexpr Table table;

}  // namespace

const OpcodeTraits& traits(Opcode code) { return table.traits[static_cast<std::uint8_t>(code)]; }

std::string_view name(Opcode code) {
  const auto n = static_cast<unsigned>(code);
  if (n < names.size()) return names[n];
  if (n >= 0x20 && n - 0x20 < uc_names.size()) return uc_names[n - 0x20];
  if (code == Opcode::ud_send_only) return "UD_SEND_ONLY";
  if (code == Opcode::ud_send_only_imm) return "UD_SEND_ONLY_IMM";
  return code == Opcode::cnp ? "CNP" : "RESERVED";
}

std::uint32_t extension_size(Opcode code) { return table.extension[static_cast<std::uint8_t>(code)]; }

}  // namespace rocelab::wire
