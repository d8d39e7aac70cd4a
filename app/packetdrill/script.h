#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tlm/units.h"
#include "tlm/wire/ip_address.h"

/// A packetdrill script as it was written: a time line of packets, system calls, shell lines and assertions.
namespace rocelab::app::packetdrill {

/// Where in the file, counted from 1.
struct Place {
  unsigned line = 1;
  unsigned column = 1;
};

/// "0.1", "+.1", "+.1~+.2", "*".
struct When {
  enum class Kind { absolute, relative, any };

  Kind kind = Kind::absolute;
  Ps from = 0;
  std::optional<Ps> to;   // end of a range
  std::optional<Ps> end;  // of a call that blocks: "0...0.2"
};

/// An argument of a system call: 3, 0x2, O_RDWR|O_NONBLOCK, "text", ..., [1], {onoff=1, linger=0}.
struct Value {
  enum class Kind { ellipsis, integer, word, text, list, record };

  Kind kind = Kind::ellipsis;
  std::int64_t number = 0;
  std::string text;                                    // of a word or a text
  std::vector<Value> items;                            // of a list
  std::vector<std::pair<std::string, Value>> members;  // of a record, in order
  Place place;

  const Value* member(const std::string& name) const;
};

/// One TCP option as written.
struct OptionItem {
  enum class Kind { mss, nop, wscale, sack_ok, sack, timestamps, eol, other };

  Kind kind = Kind::nop;
  std::vector<std::uint32_t> values;  // mss, shift, val and ecr, or left and right of each block
  std::string text;                   // of another kind: what it is
};

struct PacketLine {
  bool outbound = false;
  std::optional<wire::Ecn> ecn;
  std::uint8_t flags = 0;
  std::uint32_t seq = 0;
  std::uint32_t payload = 0;
  std::optional<std::uint32_t> ack;
  std::optional<std::uint16_t> window;
  bool any_options = false;  // <...>
  std::vector<OptionItem> options;
};

struct Call {
  std::string name;
  std::vector<Value> arguments;
  Value result;
  std::string error;  // the name behind -1
};

/// `...`: a shell command.
struct Shell {
  std::string text;
};

/// %{ ... }%: lines of Python over tcp_info.
struct Code {
  std::string text;
};

struct Event {
  When when;
  Place place;
  std::string text;  // as written, for messages
  std::variant<PacketLine, Call, Shell, Code> what;
};

struct Script {
  std::string file;
  std::vector<std::pair<std::string, std::string>> options;  // --name=value lines at the beginning
  std::vector<Event> events;
  /// What was understood and is not modelled, with its line: such a script is not played.
  std::optional<std::string> unsupported;
};

}  // namespace rocelab::app::packetdrill
