#include <fmt/format.h>

#include "app/packetdrill/parser.h"

namespace rocelab::app::packetdrill {
namespace {

void parse_blocks(Cursor& in, OptionItem& item) {
  for (in.skip(); in.at_number(); in.skip()) {
    item.values.push_back(in.integer32());
    in.expect(":");
    item.values.push_back(in.integer32());
  }
  if (item.values.empty()) in.fail("expected a SACK block, left:right");
  if (item.values.size() > 8) in.fail("more SACK blocks than a header can hold");
}

OptionItem parse_option(Cursor& in, std::string& unsupported) {
  OptionItem item;
  const Place place = in.place();
  const std::string name = in.word();
  if (name == "mss") {
    item.kind = OptionItem::Kind::mss;
    item.values = {in.integer32()};
  } else if (name == "nop") {
    item.kind = OptionItem::Kind::nop;
  } else if (name == "eol") {
    item.kind = OptionItem::Kind::eol;
  } else if (name == "sackOK") {
    item.kind = OptionItem::Kind::sack_ok;
  } else if (name == "wscale") {
    item.kind = OptionItem::Kind::wscale;
    item.values = {in.integer32()};
  } else if (name == "sack") {
    item.kind = OptionItem::Kind::sack;
    parse_blocks(in, item);
  } else if (name == "TS") {
    item.kind = OptionItem::Kind::timestamps;
    in.expect("val");
    item.values = {in.integer32()};
    in.expect("ecr");
    item.values.push_back(in.integer32());
  } else if (name.empty()) {
    in.fail("expected a TCP option", place);
  } else {
    item.kind = OptionItem::Kind::other;
    item.text = name;
    while (!in.at_end() && in.peek() != ',' && in.peek() != '>' && in.peek() != '\n') {
      in.run_of(std::string(1, in.peek()));
    }
    unsupported = fmt::format("TCP option {}", name);
  }
  return item;
}

}  // namespace

void parse_options(Cursor& in, PacketLine& packet, std::string& unsupported) {
  if (in.take("...")) {
    packet.any_options = true;
  } else if (!in.take(">")) {
    do {
      in.skip();
      packet.options.push_back(parse_option(in, unsupported));
    } while (in.take(","));
  } else {
    return;
  }
  in.expect(">");
}

}  // namespace rocelab::app::packetdrill
