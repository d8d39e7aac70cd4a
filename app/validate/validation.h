#pragma once
#include <map>
#include <string>
#include <vector>

namespace rocelab::app {

/// A measurement that somebody published, and how the model is asked the same.
struct ValidationRow {
  std::string id;         // of the calibration sheet's validation row
  std::string parameter;  // or the name of the reference that it holds beside them
  std::string metric;
  double published = 0;
  std::string unit;
  double tolerance_pct = 0;
  bool required = false;  // the model has to be inside
  std::string testbed;
  std::map<std::string, std::map<std::string, std::string>> runs;  // name → key → value, on top of the testbed
  std::string measure;                                             // expression over the runs' summaries
  std::string note;                                                // what the two do not have in common; may be empty
};

std::vector<ValidationRow> validation_rows();

struct Validated {
  ValidationRow row;
  double model = 0;
  double error_pct() const { return 100 * (model / row.published - 1); }
  bool inside() const;
};

/// Runs what the row asks for, each run in a process of its own.
Validated validate(const ValidationRow&);

}  // namespace rocelab::app
