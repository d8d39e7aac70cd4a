#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "waves/trace/dump.h"

namespace rocelab::waves {

/// Writes GTKWave's fast signal trace with the writer that GTKWave's author gives away and Verilator ships (fstapi):
/// the same rows, texts and events as the VCD, compressed, with an index. In units of 1 ps; date and version are fixed,
/// so that equal runs give equal files. Beside it lies NAME.hier until the end.
class FstDump : public Dump {
 public:
  /// WriteError when the file cannot be made.
  explicit FstDump(const std::filesystem::path&);
  ~FstDump() override;
  FstDump(const FstDump&) = delete;
  FstDump& operator=(const FstDump&) = delete;

  void begin(const Rows&, Ps t) override;
  void begun() override {}
  void at(Ps t) override;
  void bits(RowIndex, std::uint64_t value) override;
  void text(RowIndex, std::string_view value) override;
  void event(RowIndex) override;
  /// WriteError when not all of it has reached the disk.
  void end(Ps t) override;

 private:
  std::uint32_t declare(const Row&);
  void close();

  std::filesystem::path path_;
  void* writer_;
  std::vector<std::uint32_t> handles_;  // by row
  std::vector<unsigned> widths_;        // by row
  Ps t_ = -1;
};

}  // namespace rocelab::waves
