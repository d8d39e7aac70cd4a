#include "host/apps/rdma_memory.h"

#include <cerrno>

#include "host/rdma_stages.h"

namespace rocelab::host {

using namespace verbs;

int RdmaMemory::open(Pd* pd, std::uint64_t bytes, unsigned access) {
  pd_ = pd;
  access_ = access;
  const std::uint64_t page = options_.huge_pages ? huge_page_bytes : page_bytes;
  buffer_ = space_.allocate(bytes, page);
  if (!options_.registered) return 0;
  if (options_.registration == Registration::each) {
    platform_.show_registration(&stage_register);
    return 0;
  }
  const bool pool = options_.registration == Registration::pool;
  if (pool) pool_ = space_.allocate(bytes, page);
  region_ = ibv_reg_mr(pd, pool ? pool_ : buffer_, bytes, access);
  return region_ ? 0 : errno;
}

int RdmaMemory::before(Va at, std::uint32_t bytes, bool fills, ibv_sge& sge) {
  sge = {at, bytes, region_ ? region_->lkey : 0};  // 0: a key that no region has
  if (!options_.registered) return 0;
  if (options_.registration == Registration::each) {
    Mr* mr = ibv_reg_mr(pd_, at, bytes, access_);
    if (!mr) return errno;
    of_message_[at] = mr;
    sge.lkey = mr->lkey;
  }
  if (options_.registration == Registration::pool) {
    sge.addr = in_pool(at);
    if (fills) platform_.copy(in_pool(at), at, bytes, &stage_pool_copy);
  }
  return 0;
}

int RdmaMemory::after(Va at, std::uint32_t bytes, bool fetched) {
  if (options_.registration == Registration::pool && fetched) platform_.copy(at, in_pool(at), bytes, &stage_pool_copy);
  const auto it = of_message_.find(at);
  if (it == of_message_.end()) return 0;
  Mr* mr = it->second;
  of_message_.erase(it);
  return ibv_dereg_mr(mr);
}

int RdmaMemory::take_back() {
  const int error = ibv_dereg_mr(region_);
  if (error == 0) region_ = nullptr;
  return error;
}

}  // namespace rocelab::host
