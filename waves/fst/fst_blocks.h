#pragma once
#include <filesystem>

namespace rocelab::waves {

/// fstapi does not say when a write has failed. An FST is a chain of blocks, each with its length: WriteError names the
/// file unless the chain ends where the file does, with a header that was filled in, a hierarchy and the changes.
void require_whole_fst(const std::filesystem::path&);

}  // namespace rocelab::waves
