#include "app/scratch_folder.h"

#include <stdlib.h>

#include <string>

#include "app/files.h"

namespace rocelab::app {

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "rocelab-XXXXXX").string();
  if (!mkdtemp(name.data())) throw FileError(name + ": cannot be created");
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace rocelab::app
