#pragma once
#include <string>
#include <unordered_map>

#include "waves/vcd/check/vcd_check.h"
#include "waves/vcd/check/words.h"

namespace rocelab::waves {

/// The header of a dump: reads it up to $enddefinitions and knows the variables from then on.
class VcdDeclarations {
 public:
  struct Variable {
    std::string type;
    std::size_t width;
    bool has_value = false;

    bool is_event() const { return type == "event"; }
    bool is_string() const { return type == "string"; }
    bool is_real() const { return type == "real" || type == "realtime"; }
    bool is_bits() const { return !is_event() && !is_string() && !is_real(); }
  };

  VcdDeclarations(VcdWords& words, VcdRules rules) : words_(words), own_(rules == VcdRules::own) {}

  void read();

  /// By code; null, and a problem, for one that was not declared.
  Variable* find(std::string_view code);
  std::unordered_map<std::string, Variable>& variables() { return variables_; }

 private:
  using Inside = std::vector<std::string_view>;

  void timescale(const Inside&);
  void scope(const Inside&);
  void upscope();
  void variable(const Inside&);
  void range(const std::string& name, const std::string& range, std::size_t width);
  void declare(const std::string& code, const Variable&);
  void end();

  VcdWords& words_;
  bool own_;
  bool timescale_ = false;
  std::vector<std::string> scopes_;
  std::unordered_map<std::string, Variable> variables_;
  std::unordered_map<std::string, std::string> names_;  // full name, code
};

}  // namespace rocelab::waves
