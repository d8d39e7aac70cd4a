#pragma once
#include <filesystem>

namespace rocelab::app {

/// A folder of its own under the system's temporary one, removed with the object. Throws FileError.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace rocelab::app
