#include "waves/vcd/vcd_dump.h"

#include <fmt/format.h>

#include "waves/rows/scope_tree.h"
#include "waves/rows/state_words.h"

namespace rocelab::waves {
namespace {

using Kind = SignalDecl::Kind;

/// The shortest identifier codes: numbers to the base 94 in printable characters, least significant first.
std::string code_of(RowIndex n) {
  std::string code;
  do {
    code.push_back(static_cast<char>('!' + n % 94));
    n /= 94;
  } while (n != 0);
  return code;
}

}  // namespace

void VcdDump::begin(const Rows& rows, Ps t) {
  for (RowIndex i = 0; i < rows.size(); ++i) {
    codes_.push_back(code_of(i));
    scalar_.push_back(rows[i].has_bits() && rows[i].width == 1);
  }
  file_.write("$date\n  in simulated time\n$end\n$version\n  rocelab\n$end\n$timescale\n  1 ps\n$end\n");
  for (const Row& row : rows.all()) {
    if (const std::string words = state_words(row); !words.empty()) file_.write("$comment " + words + " $end\n");
  }
  ScopeTree(rows).visit({[&](const std::string& name) { file_.write("$scope module " + name + " $end\n"); },
                         [&](RowIndex i) { declare(rows[i], codes_[i]); }, [&] { file_.write("$upscope $end\n"); }});
  file_.write("$enddefinitions $end\n");
  file_.write(fmt::format("#{}\n$dumpvars\n", t));
  t_ = t;
}

void VcdDump::begun() { file_.write("$end\n"); }

void VcdDump::declare(const Row& row, const std::string& code) {
  switch (row.kind) {
    case Kind::text:
      return file_.write(fmt::format("$var string 1 {} {} $end\n", code, row.name));
    case Kind::event:
      return file_.write(fmt::format("$var event 1 {} {} $end\n", code, row.name));
    case Kind::bits:
    case Kind::state:
      const std::string range = row.width == 1 ? "" : fmt::format(" [{}:0]", row.width - 1);
      return file_.write(fmt::format("$var wire {} {} {}{} $end\n", row.width, code, row.name, range));
  }
}

void VcdDump::at(Ps t) {
  if (t == t_) return;
  t_ = t;
  const fmt::format_int digits(t);
  file_.put('#');
  file_.write({digits.data(), digits.size()});
  file_.put('\n');
}

void VcdDump::bits(RowIndex row, std::uint64_t value) {
  if (scalar_[row]) {
    file_.put(value ? '1' : '0');
  } else {
    char digits[64];
    char* first = digits + sizeof digits;
    do {
      *--first = static_cast<char>('0' + (value & 1));
      value >>= 1;
    } while (value != 0);
    file_.put('b');
    file_.write({first, static_cast<std::size_t>(digits + sizeof digits - first)});
    file_.put(' ');
  }
  file_.write(codes_[row]);
  file_.put('\n');
}

void VcdDump::text(RowIndex row, std::string_view value) {
  file_.put('s');
  file_.write(value);
  file_.put(' ');
  file_.write(codes_[row]);
  file_.put('\n');
}

void VcdDump::event(RowIndex row) {
  file_.put('1');
  file_.write(codes_[row]);
  file_.put('\n');
}

void VcdDump::end(Ps t) {
  at(t);
  file_.close();
}

}  // namespace rocelab::waves
