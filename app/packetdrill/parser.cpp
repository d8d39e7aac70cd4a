#include "app/packetdrill/parser.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelab::app::packetdrill {
namespace {

void parse_option_lines(Cursor& in, Script& script) {
  while (in.take("--")) {
    const std::string name = in.run_of("abcdefghijklmnopqrstuvwxyz_");
    if (name.empty()) in.fail("expected the name of an option");
    std::string value;
    if (in.peek() == '=') {
      in.take("=");
      value = in.rest_of_line();
      value.erase(std::min(value.find("//"), value.size()));
      value.erase(value.find_last_not_of(" \t\r") + 1);
    }
    script.options.emplace_back(name, value);
  }
}

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  const auto both_blank = [](char a, char b) { return a == ' ' && b == ' '; };
  text.erase(std::unique(text.begin(), text.end(), both_blank), text.end());
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

Event parse_event(Cursor& in, Script& script) {
  Event event;
  event.place = in.place();
  const std::size_t from = in.offset();
  std::string unsupported;
  if (in.peek() == '`') {  // before or after the time line
    event.when.kind = When::Kind::relative;
  } else {
    event.when = parse_when(in);
  }
  if (in.take("<") || in.take(">")) {
    const bool outbound = in.slice(from).back() == '>';
    event.what = parse_packet(in, outbound, unsupported);
  } else if (in.take("`")) {
    event.what = Shell{in.until("`")};
  } else if (in.take("%{")) {
    event.what = Code{in.until("}%")};
  } else {
    event.what = parse_call(in);
  }
  event.text = one_line(in.slice(from));
  if (!unsupported.empty() && !script.unsupported) {
    script.unsupported = fmt::format("{} (line {})", unsupported, event.place.line);
  }
  const auto* packet = std::get_if<PacketLine>(&event.what);
  if (event.when.end && !std::holds_alternative<Call>(event.what)) {
    in.fail("only a system call takes a while", event.place);
  }
  if ((event.when.kind == When::Kind::any || event.when.to) && !(packet && packet->outbound)) {
    in.fail("only an outbound packet may come at any time or within a range", event.place);
  }
  return event;
}

}  // namespace

const Value* Value::member(const std::string& name) const {
  for (const auto& [key, value] : members) {
    if (key == name) return &value;
  }
  return nullptr;
}

When parse_when(Cursor& in) {
  When when;
  if (in.take("*")) {
    when.kind = When::Kind::any;
    return when;
  }
  if (!in.at_number() && in.peek() != '+') in.fail(fmt::format("expected the time of an event, found '{}'", in.peek()));
  const bool relative = in.take("+");
  when.kind = relative ? When::Kind::relative : When::Kind::absolute;
  when.from = in.seconds();
  if (in.take("~")) {
    if (in.take("+") != relative) in.fail("both ends of a range are relative or none is");
    when.to = in.seconds();
    if (*when.to < when.from) in.fail("the range ends before it begins");
  } else if (in.take("...")) {
    when.end = in.seconds();
    if (*when.end < when.from) in.fail("the call ends before it begins");
  }
  in.skip();
  return when;
}

Script parse(const std::string& file, const std::string& text) {
  Script script;
  script.file = file;
  Cursor in(file, text);
  parse_option_lines(in, script);
  for (in.skip(); !in.at_end(); in.skip()) script.events.push_back(parse_event(in, script));
  if (script.events.empty()) in.fail("no event in this script");
  return script;
}

}  // namespace rocelab::app::packetdrill
