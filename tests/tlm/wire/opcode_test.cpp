#include "tlm/wire/opcode.h"

#include <map>
#include <string>

#include "support/catch.h"

namespace rocelab::wire {
namespace {

/// IBTA vol. 1, table 38: the operations of RC by number, with the extension headers that follow the BTH.
struct Row {
  unsigned code;
  const char* name;
  const char* headers;
};
constexpr Row reliable[] = {{0, "SEND_FIRST", ""},       {1, "SEND_MIDDLE", ""},       {2, "SEND_LAST", ""},
                            {3, "SEND_LAST_IMM", "I"},   {4, "SEND_ONLY", ""},         {5, "SEND_ONLY_IMM", "I"},
                            {6, "WRITE_FIRST", "R"},     {7, "WRITE_MIDDLE", ""},      {8, "WRITE_LAST", ""},
                            {9, "WRITE_LAST_IMM", "I"},  {10, "WRITE_ONLY", "R"},      {11, "WRITE_ONLY_IMM", "RI"},
                            {12, "READ_REQ", "R"},       {13, "READ_RESP_FIRST", "A"}, {14, "READ_RESP_MIDDLE", ""},
                            {15, "READ_RESP_LAST", "A"}, {16, "READ_RESP_ONLY", "A"},  {17, "ACK", "A"},
                            {18, "ATOMIC_ACK", "AO"},    {19, "CMP_SWAP", "X"},        {20, "FETCH_ADD", "X"},
                            {22, "SEND_LAST_INV", "E"},  {23, "SEND_ONLY_INV", "E"}};

std::string headers_of(const OpcodeTraits& t) {
  std::string h;
  if (t.deth) h += 'D';
  if (t.reth) h += 'R';
  if (t.atomic_eth) h += 'X';
  if (t.aeth) h += 'A';
  if (t.atomic_ack) h += 'O';
  if (t.imm) h += 'I';
  if (t.invalidate) h += 'E';
  return h;
}

std::uint32_t octets_of(const std::string& headers) {
  static const std::map<char, std::uint32_t> size{{'D', 8}, {'R', 16}, {'X', 28}, {'A', 4},
                                                  {'O', 8}, {'I', 4},  {'E', 4}};
  std::uint32_t n = 0;
  for (const char h : headers) n += size.at(h);
  return n;
}

std::map<unsigned, std::pair<std::string, std::string>> known() {
  std::map<unsigned, std::pair<std::string, std::string>> all;
  for (const Row& r : reliable) all[r.code] = {r.name, r.headers};
  for (unsigned i = 0; i < 12; ++i) all[0x20 + i] = {std::string("UC_") + reliable[i].name, reliable[i].headers};
  all[0x64] = {"UD_SEND_ONLY", "D"};
  all[0x65] = {"UD_SEND_ONLY_IMM", "DI"};
  return all;
}

}  // namespace

TEST_CASE("each opcode has its name and its extension headers, every other one is reserved") {
  const auto all = known();
  for (unsigned code = 0; code < 256; ++code) {
    if (code == 0x81) continue;
    INFO("opcode " << code);
    const auto op = static_cast<Opcode>(code);
    const OpcodeTraits t = traits(op);
    const auto row = all.find(code);
    REQUIRE(t.known == (row != all.end()));
    if (t.known) {
      CHECK(name(op) == row->second.first);
      CHECK(headers_of(t) == row->second.second);
      CHECK(extension_size(op) == octets_of(row->second.second));
      CHECK(t.request != t.response);
      CHECK(t.first + t.middle + t.last + t.only == 1);
      CHECK(t.send + t.write + t.read + t.atomic == (op == Opcode::acknowledge ? 0 : 1));
    } else {
      CHECK(name(op) == "RESERVED");
      CHECK(extension_size(op) == 0);
      CHECK_FALSE((t.request || t.response || t.payload));
    }
  }
}

TEST_CASE("the place of a packet in its message follows from its name") {
  for (const auto& [code, row] : known()) {
    const OpcodeTraits t = traits(static_cast<Opcode>(code));
    const std::string& n = row.first;
    const auto has = [&n](const char* word) { return n.find(word) != std::string::npos; };
    INFO(n);
    CHECK(t.first == has("_FIRST"));
    CHECK(t.middle == has("_MIDDLE"));
    CHECK(t.last == has("_LAST"));
    CHECK(t.imm == has("_IMM"));
    CHECK(t.invalidate == has("_INV"));
    CHECK(t.send == has("SEND"));
    CHECK(t.write == has("WRITE"));
    CHECK(t.read == has("READ"));
    CHECK(t.response == (has("RESP") || has("ACK")));
    CHECK(t.payload == (t.send || t.write || has("RESP")));
  }
}

TEST_CASE("a CNP is neither request nor response and has 16 reserved octets") {
  const OpcodeTraits t = traits(Opcode::cnp);
  CHECK(t.known);
  CHECK_FALSE((t.request || t.response || t.payload));
  CHECK(extension_size(Opcode::cnp) == 16);
  CHECK(name(Opcode::cnp) == "CNP");
}

}  // namespace rocelab::wire
