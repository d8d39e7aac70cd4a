#include <fmt/format.h>

#include <map>

#include "app/packetdrill/parser.h"
#include "tlm/wire/tcp.h"

namespace rocelab::app::packetdrill {
namespace {

/// [ect0], [ce], … before the flags.
std::optional<wire::Ecn> parse_marks(Cursor& in, std::string& unsupported) {
  const std::string text = in.until("]");
  static const std::map<std::string, wire::Ecn> marks{
      {"noecn", wire::Ecn::not_ect}, {"ect0", wire::Ecn::ect0}, {"ect1", wire::Ecn::ect1}, {"ce", wire::Ecn::ce}};
  const auto it = marks.find(text);
  if (it != marks.end()) return it->second;
  unsupported = fmt::format("IP field [{}]", text);
  return std::nullopt;
}

std::uint8_t parse_flags(Cursor& in, std::string& unsupported) {
  in.skip();
  const Place place = in.place();
  const std::string letters = in.run_of("SFRP.EWCUA0123456789-");
  if (letters.empty()) in.fail("expected TCP flags", place);
  std::uint8_t flags = 0;
  static const std::map<char, std::uint8_t> meaning{{'S', wire::tcp_syn}, {'F', wire::tcp_fin}, {'R', wire::tcp_rst},
                                                    {'P', wire::tcp_psh}, {'.', wire::tcp_ack}, {'E', wire::tcp_ece},
                                                    {'W', wire::tcp_cwr}, {'C', wire::tcp_cwr}, {'-', 0}};
  for (const char letter : letters) {
    const auto it = meaning.find(letter);
    if (it != meaning.end()) {
      flags |= it->second;
    } else {
      unsupported = letter == 'U' ? "urgent data" : "AccECN flags";
    }
  }
  return flags;
}

/// Encapsulation, ICMP, UDP, addresses: told by their first word.
bool is_tcp(Cursor& in) {
  in.skip();
  const char c = in.peek();
  return !(c >= 'a' && c <= 'z') && c != '(' && !(c >= '0' && c <= '9');
}

}  // namespace

PacketLine parse_packet(Cursor& in, bool outbound, std::string& unsupported) {
  PacketLine packet;
  packet.outbound = outbound;
  if (in.take("[")) packet.ecn = parse_marks(in, unsupported);
  if (!is_tcp(in)) {
    const std::string word = in.word();
    // The layers of such a packet may go on in further lines; an event begins with a time.
    do {
      in.rest_of_line();
      in.skip();
    } while (!in.at_end() && ((in.peek() >= 'a' && in.peek() <= 'z') || in.peek() == '('));
    unsupported = word == "icmp" ? "ICMP" : word.empty() ? "encapsulation" : fmt::format("{} packet", word);
    return packet;
  }
  packet.flags = parse_flags(in, unsupported);
  packet.seq = in.integer32();
  in.expect(":");
  const Place place = in.place();
  const std::uint32_t end = in.integer32();
  in.expect("(");
  packet.payload = in.integer32();
  in.expect(")");
  if (end != packet.seq + packet.payload) {
    in.fail(fmt::format("{}:{} are not {} octets", packet.seq, end, packet.payload), place);
  }
  for (;;) {
    if (in.take("ack")) {
      packet.ack = in.integer32();
    } else if (in.take("win")) {
      packet.window = static_cast<std::uint16_t>(in.integer());
    } else if (in.take("urg")) {
      in.integer();
      unsupported = "urgent data";
    } else if (in.take("<")) {
      parse_options(in, packet, unsupported);
      break;
    } else {
      break;
    }
  }
  if (in.take("{")) unsupported = fmt::format("a packet edited by {{{}}}", in.until("}"));
  // What comes in may carry the flag with an acknowledgement of nothing.
  if (!outbound && (packet.flags & wire::tcp_ack) != 0 && !packet.ack) packet.ack = 0;
  if (packet.ack.has_value() != ((packet.flags & wire::tcp_ack) != 0)) {
    in.fail(packet.ack ? "an acknowledgement without the flag '.'" : "the flag '.' without 'ack'", place);
  }
  return packet;
}

}  // namespace rocelab::app::packetdrill
