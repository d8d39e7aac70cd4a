#include "waves/fst/fst_dump.h"

#include <fmt/format.h>
#include <fstapi.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "waves/fst/fst_blocks.h"
#include "waves/output/write_error.h"
#include "waves/rows/scope_tree.h"
#include "waves/rows/state_words.h"

namespace rocelab::waves {
namespace {
constexpr int picoseconds = -12;
constexpr fstHandle no_alias = 0;
}  // namespace

FstDump::FstDump(const std::filesystem::path& path) : path_(path) {
  errno = 0;
  writer_ = fstWriterCreate(path.c_str(), 1);
  if (!writer_) throw WriteError(path.string() + ": cannot create: " + std::strerror(errno));
  // LZ4 would map NAME.hier, which a full disk cuts short: a signal instead of an error.
  fstWriterSetPackType(writer_, FST_WR_PT_ZLIB);
  fstWriterSetTimescale(writer_, picoseconds);
  fstWriterSetDate(writer_, "in simulated time");
  fstWriterSetVersion(writer_, "rocelab");
}

FstDump::~FstDump() { close(); }

void FstDump::close() {
  if (writer_) fstWriterClose(std::exchange(writer_, nullptr));
}

void FstDump::begin(const Rows& rows, Ps t) {
  for (const Row& row : rows.all()) {
    if (const std::string words = state_words(row); !words.empty()) fstWriterSetComment(writer_, words.c_str());
  }
  handles_.resize(rows.size());
  for (const Row& row : rows.all()) widths_.push_back(row.has_bits() ? row.width : 1);
  ScopeTree(rows).visit(
      {[&](const std::string& name) { fstWriterSetScope(writer_, FST_ST_VCD_MODULE, name.c_str(), nullptr); },
       [&](RowIndex i) { handles_[i] = declare(rows[i]); }, [&] { fstWriterSetUpscope(writer_); }});
  at(t);
}

std::uint32_t FstDump::declare(const Row& row) {
  const auto variable = [&](fstVarType type, unsigned width, const std::string& name) {
    return fstWriterCreateVar(writer_, type, FST_VD_IMPLICIT, width, name.c_str(), no_alias);
  };
  switch (row.kind) {
    case SignalDecl::Kind::text:
      return variable(FST_VT_GEN_STRING, 0, row.name);  // 0: each value has a length of its own
    case SignalDecl::Kind::event:
      return variable(FST_VT_VCD_EVENT, 1, row.name);
    case SignalDecl::Kind::bits:
    case SignalDecl::Kind::state:
      break;
  }
  const std::string range = row.width == 1 ? "" : fmt::format(" [{}:0]", row.width - 1);
  return variable(FST_VT_VCD_WIRE, row.width, row.name + range);
}

void FstDump::at(Ps t) {
  if (t == t_) return;
  t_ = t;
  fstWriterEmitTimeChange(writer_, static_cast<std::uint64_t>(t));
}

void FstDump::bits(RowIndex row, std::uint64_t value) {
  fstWriterEmitValueChange64(writer_, handles_[row], widths_[row], value);
}

void FstDump::text(RowIndex row, std::string_view value) {
  fstWriterEmitVariableLengthValueChange(writer_, handles_[row], value.data(),
                                         static_cast<std::uint32_t>(value.size()));
}

void FstDump::event(RowIndex row) { fstWriterEmitValueChange(writer_, handles_[row], "1"); }

void FstDump::end(Ps t) {
  at(t);
  close();
  require_whole_fst(path_);
}

}  // namespace rocelab::waves
