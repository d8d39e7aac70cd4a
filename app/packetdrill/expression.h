#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rocelab::app::packetdrill {

/// Evaluates one Python expression over numbers, by recursive descent.
class Expression {
 public:
  Expression(std::string_view text, const std::map<std::string, double>& names) : text_(text), names_(names) {}

  double value() { return either(); }
  /// Where reading stopped: at a comma, or the end.
  std::size_t end();
  /// Names that were looked up, in order, each once.
  const std::vector<std::string>& used() const { return used_; }

 private:
  double either();
  double both();
  double inverse();
  double comparison();
  double sum();
  double product();
  double sign();
  double atom();
  double call(const std::string& function);
  double literal();

  void blank();
  bool take(std::string_view s);
  bool take_word(std::string_view s);
  std::string word();

  std::string_view text_;
  const std::map<std::string, double>& names_;
  std::size_t at_ = 0;
  std::vector<std::string> used_;
};

}  // namespace rocelab::app::packetdrill
