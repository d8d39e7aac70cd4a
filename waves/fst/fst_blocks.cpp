#include "waves/fst/fst_blocks.h"

#include <fstapi.h>

#include <cstdint>
#include <fstream>
#include <set>

#include "waves/output/write_error.h"

namespace rocelab::waves {
namespace {

/// Types of the blocks of a whole file; empty for one that is cut short. A block is its type in one octet, then its
/// length in eight, the first one the highest, which count in the length.
std::set<int> blocks_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::uint64_t>(in ? static_cast<std::streamoff>(in.tellg()) : 0);
  std::set<int> types;
  for (std::uint64_t at = 0; at != size;) {
    in.seekg(static_cast<std::streamoff>(at));
    types.insert(in.get());
    std::uint64_t length = 0;
    for (int i = 0; i < 8; ++i) length = length << 8 | static_cast<std::uint8_t>(in.get());
    if (!in || length < 8 || length > size - at - 1) return {};
    at += 1 + length;
  }
  return types;
}

}  // namespace

void require_whole_fst(const std::filesystem::path& path) {
  const std::set<int> types = blocks_of(path);
  const bool unfinished = types.count(FST_BL_SKIP) > 0;  // what a block is called while it is written
  const bool hierarchy = types.count(FST_BL_HIER) + types.count(FST_BL_HIER_LZ4) + types.count(FST_BL_HIER_LZ4DUO) > 0;
  const bool changes =
      types.count(FST_BL_VCDATA) + types.count(FST_BL_VCDATA_DYN_ALIAS) + types.count(FST_BL_VCDATA_DYN_ALIAS2) > 0;
  if (types.count(FST_BL_HDR) == 0 || unfinished || !hierarchy || !changes)
    throw WriteError(path.string() + ": cannot write: it is not whole (is the disk full?)");
}

}  // namespace rocelab::waves
