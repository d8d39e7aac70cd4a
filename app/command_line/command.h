#pragma once
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace rocelab::app {

/// One word or option of a command and where its value goes. A name that begins with "--" is an option, any other a
/// word that stands by itself.
struct Argument {
  /// A bool is a flag, a string takes one value, a vector takes several: words all that stand there, an option one each
  /// time it is given. The function is told the one value given.
  using Target = std::variant<bool*, std::string*, std::vector<std::string>*, std::function<void(const std::string&)>>;

  std::string name;
  std::string says;
  Target target;
  std::string shape = {};                // as help shows the value: FILE, N, KEY=VALUE
  std::vector<std::string> one_of = {};  // empty: anything
};

/// A command of the program as data, so that a command's own file needs nothing of the library that parses
/// (command_line/parse.cpp): that library is all headers and slow to compile.
struct Command {
  std::string name;
  std::string says;
  std::vector<Argument> arguments;
  std::function<int()> run;  // returns the exit status
};

}  // namespace rocelab::app
