#include <fmt/format.h>

#include <sstream>

#include "app/conformance/outcome.h"
#include "app/packetdrill/environment.h"
#include "app/packetdrill/expression.h"

/// The few shell commands that scripts prepare their machine with.
namespace rocelab::app::packetdrill {
namespace {

using Words = std::vector<std::string>;

bool ends_with(const std::string& s, const std::string& end) {
  return s.size() >= end.size() && s.compare(s.size() - end.size(), end.size(), end) == 0;
}
bool starts_with(const std::string& s, const std::string& begin) { return s.compare(0, begin.size(), begin) == 0; }

/// Commands, each as its words, quotes taken off; redirections and comments are left out.
std::vector<Words> commands(const std::string& text) {
  std::vector<Words> all(1);
  std::string word;
  bool in_word = false;
  char quote = '\0';
  const auto end_word = [&] {
    if (in_word) all.back().push_back(word);
    word.clear();
    in_word = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '\\' && i + 1 < text.size()) {
      if (text[++i] == '\n') {
        end_word();
      } else {
        word += text[i];
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == '\n' || c == ';' || (c == '&' && i + 1 < text.size() && text[i + 1] == '&')) {
      end_word();
      if (c == '&') ++i;
      if (!all.back().empty()) all.emplace_back();
    } else if (c == '#' && !in_word) {
      while (i + 1 < text.size() && text[i + 1] != '\n') ++i;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      end_word();
    } else {
      word += c;
      in_word = true;
    }
  }
  end_word();
  if (all.back().empty()) all.pop_back();
  return all;
}

/// $((…)) is reckoned as in a shell, by whole numbers.
std::string with_arithmetic(std::string text) {
  static const std::map<std::string, double> nothing;
  const std::string begin = "$((", end = "))";
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const std::size_t close = text.find(end, at);
    if (close == std::string::npos) break;
    const std::string inner = text.substr(at + begin.size(), close - at - begin.size());
    const auto value = static_cast<std::int64_t>(Expression(inner, nothing).value());
    text.replace(at, close + end.size() - at, std::to_string(value));
  }
  return text;
}

void assign(Environment& e, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) throw Unsupported(fmt::format("sysctl {}", assignment));
  apply_sysctl(e, assignment.substr(0, equals), assignment.substr(equals + 1));
}

/// What common/defaults.sh sets, which is where an Environment begins; the command line's options stay.
void apply_common_defaults(Environment& e) {
  const Environment fresh;
  e.settings = fresh.settings;
  e.receive_buffer_default = fresh.receive_buffer_default;
  e.receive_buffer_most = fresh.receive_buffer_most;
  e.paced = false;
}

/// fq paces; those that only keep order leave no trace in a script.
void apply_qdisc(Environment& e, const Words& words) {
  e.paced = words.back() == "fq";
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "limit" || words[i] == "netem" || words[i] == "tbf") throw Unsupported("tc qdisc " + words[i]);
  }
}

void apply_ethtool(Environment& e, const Words& words) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] == "tso" || words[i] == "gso") e.tso = words[i + 1] == "on";
  }
}

void run(Environment& e, const Words& words) {
  const std::string& name = words[0];
  if (ends_with(name, "defaults.sh")) {
    apply_common_defaults(e);
  } else if (ends_with(name, "set_sysctls.py")) {
    for (std::size_t i = 1; i < words.size(); ++i) assign(e, words[i]);
  } else if (name == "sysctl") {
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i][0] != '-' && words[i].find('>') == std::string::npos && words[i] != "/dev/null") assign(e, words[i]);
    }
  } else if (name == "echo" && words.size() == 4 && words[2] == ">" && starts_with(words[3], "/proc/sys/")) {
    apply_sysctl(e, words[3], words[1]);
  } else if (name == "echo" && words.size() == 4 && ends_with(words[3], "tcp_cubic/parameters/hystart_detect")) {
    if (words[1] != "3") throw Unsupported("hystart_detect " + words[1]);  // both by delay and by train of ACKs
  } else if (name == "tc" && words.size() > 1 && words[1] == "qdisc") {
    apply_qdisc(e, words);
  } else if (name == "ethtool") {
    apply_ethtool(e, words);
  } else if (name == "ip" && words.size() > 1 && words[1] == "tcp_metrics") {
    // Nothing is remembered from an earlier connection.
  } else if (!starts_with(name, "/tmp/sysctl_restore_") && name != "sleep" && name != "true") {
    throw Unsupported(fmt::format("shell command {}", name));
  }
}

}  // namespace

void apply_shell(Environment& e, const std::string& text) {
  for (const Words& words : commands(with_arithmetic(text))) run(e, words);
}

}  // namespace rocelab::app::packetdrill
