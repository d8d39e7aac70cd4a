#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "waves/output/output_file.h"
#include "waves/trace/dump.h"

namespace rocelab::waves {

/// Writes a value change dump (IEEE 1364-2005, clause 18; string and event variables as GTKWave takes them) in units
/// of 1 ps. What each value of a state means stands in a comment of the header. Date and version are fixed, so that
/// equal runs give equal files.
class VcdDump : public Dump {
 public:
  /// WriteError here and later when the file cannot be written.
  explicit VcdDump(const std::filesystem::path& path) : file_(path) {}

  void begin(const Rows&, Ps t) override;
  void begun() override;
  void at(Ps t) override;
  void bits(RowIndex, std::uint64_t value) override;
  void text(RowIndex, std::string_view value) override;
  void event(RowIndex) override;
  void end(Ps t) override;

 private:
  void declare(const Row&, const std::string& code);

  OutputFile file_;
  std::vector<std::string> codes_;  // by row
  std::vector<bool> scalar_;        // by row: one bit, written without b and space
  Ps t_ = 0;
};

}  // namespace rocelab::waves
