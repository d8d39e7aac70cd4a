#pragma once
#include <string>

namespace rocelab::app {

/// One line on a terminal that says what is being done while it takes long; nothing where no terminal is.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void now(const std::string& doing);

 private:
  bool terminal_;
};

}  // namespace rocelab::app
