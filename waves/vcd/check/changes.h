#pragma once
#include <optional>
#include <string_view>

#include "waves/vcd/check/declarations.h"

namespace rocelab::waves {

/// What stands behind the header: times, values, and the commands that bracket them.
class VcdChanges {
 public:
  VcdChanges(VcdWords& words, VcdDeclarations& declarations, VcdRules rules)
      : words_(words), declarations_(declarations), own_(rules == VcdRules::own) {}

  void read();

 private:
  void time(std::string_view digits);
  void open(std::string_view command);
  void end_of_section();
  void value(const VcdWords::Word&);
  void scalar(char value, std::string_view code);
  /// Of a value whose first letter says what it is: bits, a real number, a text.
  void worded(std::string_view word, std::string_view code);

  VcdWords& words_;
  VcdDeclarations& declarations_;
  bool own_;
  std::string section_;  // "$dumpvars" and its like while inside
  bool dumped_ = false;
  std::optional<unsigned long long> time_;
};

}  // namespace rocelab::waves
