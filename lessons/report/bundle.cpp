#include "lessons/report/bundle.h"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace rocelab::lessons {
namespace {

class Bundle {
 public:
  explicit Bundle(const Modules& modules) : modules_(modules) {}

  void add(const std::string& name) {
    if (done_.count(name)) return;
    if (!begun_.insert(name).second) throw std::invalid_argument(name + ": imports itself by way of others");
    const std::string module = function_of(name);  // adds what it imports
    script_ += module;
    done_.insert(name);
  }

  const std::string& script() const { return script_; }

 private:
  /// "clock.js" → "$clock"
  static std::string variable(const std::string& name) { return "$" + name.substr(0, name.find('.')); }

  std::string_view text(const std::string& name) const {
    const auto it = std::find_if(modules_.begin(), modules_.end(), [&](const auto& m) { return m.first == name; });
    if (it == modules_.end()) throw std::invalid_argument(name + ": no such module");
    return it->second;
  }

  std::string function_of(const std::string& name) {
    static const std::regex import_line(R"re(import (\{[^}]*\}) from "\./([\w.]+)";)re");
    static const std::regex export_line(R"re(export ((?:async )?function|class|const) (\w+)(.*))re");
    std::string body, exports;
    std::istringstream lines{std::string(text(name))};
    std::smatch m;
    for (std::string line; std::getline(lines, line);) {
      if (std::regex_match(line, m, import_line)) {
        add(m[2]);
        line = "const " + m[1].str() + " = " + variable(m[2]) + ";";
      } else if (std::regex_match(line, m, export_line)) {
        exports += (exports.empty() ? "" : ", ") + m[2].str();
        line = m[1].str() + " " + m[2].str() + m[3].str();
      } else if (line.rfind("import", 0) == 0 || line.rfind("export", 0) == 0) {
        throw std::invalid_argument(name + ": cannot be bundled: " + line);
      }
      body += line + '\n';
    }
    return "// " + name + "\nconst " + variable(name) + " = (() => {\n" + body + "return { " + exports + " };\n})();\n";
  }

  const Modules& modules_;
  std::set<std::string> begun_, done_;
  std::string script_;
};

}  // namespace

std::string bundled(const Modules& modules, std::string_view entry) {
  Bundle bundle(modules);
  bundle.add(std::string(entry));
  return bundle.script();
}

}  // namespace rocelab::lessons
