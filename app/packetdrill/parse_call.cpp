#include <fmt/format.h>

#include <cctype>

#include "app/packetdrill/parser.h"

namespace rocelab::app::packetdrill {
namespace {

std::string parse_text(Cursor& in) {
  std::string text;
  while (in.take("\"")) text += in.until("\"");
  return text;
}

/// O_RDWR | O_NONBLOCK, htons(8080): kept as it is written, less the blanks.
std::string parse_words(Cursor& in) {
  std::string text;
  do {
    if (!text.empty()) text += '|';
    text += in.word();
    if (in.take("(")) text += '(' + in.until(")") + ')';
  } while (in.take("|"));
  return text;
}

Value parse_list(Cursor& in) {
  Value list;
  list.kind = Value::Kind::list;
  if (in.take("]")) return list;
  do list.items.push_back(parse_value(in));
  while (in.take(","));
  in.expect("]");
  return list;
}

/// {a = 1, b(2) = [...]}, {..., 1000}: members without a name are numbered by their order alone.
Value parse_record(Cursor& in) {
  Value record;
  record.kind = Value::Kind::record;
  if (in.take("}")) return record;
  do {
    in.skip();
    std::string name;
    Value value;
    if (std::isalpha(static_cast<unsigned char>(in.peek())) != 0) {
      value = parse_value(in);
      if (in.take("=")) {
        name = value.text.substr(0, value.text.find('('));
        value = parse_value(in);
      }
    } else {
      value = parse_value(in);
    }
    record.members.emplace_back(name, value);
  } while (in.take(","));
  in.expect("}");
  return record;
}

}  // namespace

Value parse_value(Cursor& in) {
  in.skip();
  Value value;
  value.place = in.place();
  if (in.take("...")) return value;
  if (in.take("[")) {
    value = parse_list(in);
  } else if (in.take("{")) {
    value = parse_record(in);
  } else if (in.peek() == '"') {
    value.kind = Value::Kind::text;
    value.text = parse_text(in);
  } else if (in.take("-")) {
    value.kind = Value::Kind::integer;
    value.number = -in.integer();
  } else if (in.at_number()) {
    value.kind = Value::Kind::integer;
    value.number = in.integer();
  } else if (std::isalpha(static_cast<unsigned char>(in.peek())) != 0) {
    value.kind = Value::Kind::word;
    value.text = parse_words(in);
  } else {
    in.fail("expected a value");
  }
  return value;
}

Call parse_call(Cursor& in) {
  Call call;
  in.skip();
  const Place place = in.place();
  call.name = in.word();
  if (call.name.empty()) in.fail(fmt::format("expected a packet, a call or a command, found '{}'", in.peek()));
  if (!in.take("(")) in.fail(fmt::format("'{}' is no event", call.name), place);
  if (!in.take(")")) {
    do call.arguments.push_back(parse_value(in));
    while (in.take(","));
    in.expect(")");
  }
  in.expect("=");
  call.result = parse_value(in);
  in.skip();
  if (call.result.kind == Value::Kind::integer && in.peek() == 'E') call.error = in.word();
  // What stands in brackets is for the reader.
  if (in.take("(")) in.until(")");
  return call;
}

}  // namespace rocelab::app::packetdrill
