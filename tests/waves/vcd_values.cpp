#include "waves/vcd_values.h"

#include <fstream>
#include <sstream>
#include <vector>

namespace rocelab::test {
namespace {

struct Variable {
  std::string name;
  bool is_event;
};

std::string without_zeros(const std::string& bits) {
  const auto first = bits.find_first_not_of('0');
  return first == std::string::npos ? "0" : bits.substr(first);
}

}  // namespace

VcdValues read_vcd(const std::filesystem::path& path) {
  std::ifstream in(path);
  VcdValues values;
  std::map<std::string, Variable> variables;
  std::vector<std::string> scopes;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string word, type, width, code, name, range;
    words >> word;
    if (word == "$scope") {
      words >> type >> name;
      scopes.push_back(name);
    } else if (word == "$upscope") {
      scopes.pop_back();
    } else if (word == "$var") {
      words >> type >> width >> code >> name >> range;
      for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) name.insert(0, *scope + ".");
      variables[code] = {name + (range == "$end" ? "" : range), type == "event"};
      values.rows[variables[code].name];
    } else if (word[0] == '#') {
      values.last = std::stoll(word.substr(1));
      if (values.first < 0) values.first = values.last;
    } else if (word[0] == 'b' || word[0] == 's') {
      words >> code;
      values.rows[variables.at(code).name][values.last] =
          word[0] == 'b' ? without_zeros(word.substr(1)) : word.substr(1);
    } else if (values.last >= 0 && std::string("01xz").find(word[0]) != std::string::npos) {
      const Variable& variable = variables.at(word.substr(1));
      if (!variable.is_event || word[0] == '1') values.rows[variable.name][values.last] = word.substr(0, 1);
    }
  }
  return values;
}

}  // namespace rocelab::test
