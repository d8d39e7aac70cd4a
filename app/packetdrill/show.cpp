#include "app/packetdrill/show.h"

#include <fmt/format.h>

namespace rocelab::app::packetdrill {
namespace {

std::string show_ecn(wire::Ecn ecn) {
  switch (ecn) {
    case wire::Ecn::ect0:
      return "[ect0] ";
    case wire::Ecn::ect1:
      return "[ect1] ";
    case wire::Ecn::ce:
      return "[ce] ";
    default:
      return "[noecn] ";
  }
}

}  // namespace

std::string show_flags(std::uint8_t flags) {
  static constexpr std::pair<std::uint8_t, char> letters[]{
      {wire::tcp_syn, 'S'}, {wire::tcp_fin, 'F'}, {wire::tcp_rst, 'R'}, {wire::tcp_psh, 'P'},
      {wire::tcp_ece, 'E'}, {wire::tcp_cwr, 'W'}, {wire::tcp_urg, 'U'}, {wire::tcp_ack, '.'}};
  std::string all;
  for (const auto& [flag, letter] : letters) {
    if ((flags & flag) != 0) all += letter;
  }
  return all.empty() ? "-" : all;
}

std::string show_option(const OptionItem& o) {
  switch (o.kind) {
    case OptionItem::Kind::mss:
      return fmt::format("mss {}", o.values[0]);
    case OptionItem::Kind::nop:
      return "nop";
    case OptionItem::Kind::eol:
      return "eol";
    case OptionItem::Kind::wscale:
      return fmt::format("wscale {}", o.values[0]);
    case OptionItem::Kind::sack_ok:
      return "sackOK";
    case OptionItem::Kind::timestamps:
      return fmt::format("TS val {} ecr {}", o.values[0], o.values[1]);
    case OptionItem::Kind::sack: {
      std::string text = "sack";
      for (std::size_t i = 0; i + 1 < o.values.size(); i += 2) {
        text += fmt::format(" {}:{}", o.values[i], o.values[i + 1]);
      }
      return text;
    }
    case OptionItem::Kind::other:
      break;
  }
  return o.text;
}

std::string show_options(const std::vector<OptionItem>& options) {
  if (options.empty()) return "";
  std::string text = " <";
  for (const OptionItem& o : options) text += (text.size() > 2 ? "," : "") + show_option(o);
  return text + ">";
}

std::string show(const tcp::SegmentOut& s, const std::vector<OptionItem>& options) {
  const auto& h = s.header;
  std::string text = fmt::format("> {}{} {}:{}({})", s.ecn == wire::Ecn::not_ect ? "" : show_ecn(s.ecn),
                                 show_flags(h.flags), h.seq, h.seq + s.payload, s.payload);
  if ((h.flags & wire::tcp_ack) != 0) text += fmt::format(" ack {}", h.ack);
  return text + fmt::format(" win {}", h.window) + show_options(options);
}

std::string show(const PacketLine& p) {
  std::string text = fmt::format("{} {}{} {}:{}({})", p.outbound ? '>' : '<', p.ecn ? show_ecn(*p.ecn) : "",
                                 show_flags(p.flags), p.seq, p.seq + p.payload, p.payload);
  if (p.ack) text += fmt::format(" ack {}", *p.ack);
  if (p.window) text += fmt::format(" win {}", *p.window);
  return text + (p.any_options ? " <...>" : show_options(p.options));
}

std::string show_time(Ps t) {
  const Ps us = t / 1'000'000;
  return fmt::format("{}.{:06}", us / 1'000'000, us % 1'000'000);
}

}  // namespace rocelab::app::packetdrill
