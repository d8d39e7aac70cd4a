#include <cerrno>

#include "host/verbs/verbs.h"

namespace rocelab::verbs {

namespace {

/// The pages that [addr, addr+length) touches, of the size that its first one has.
PageCount pages_of(const Platform& platform, Va addr, std::uint64_t length) {
  const std::uint64_t size = platform.page_size(addr);
  return {(addr + length - 1) / size - addr / size + 1, size};
}

unsigned log_2(std::uint64_t power) {
  unsigned bits = 0;
  while (power >>= 1) ++bits;
  return bits;
}

}  // namespace

Pd* ibv_alloc_pd(Context* context) {
  Pd* pd = context->pds.add({context, {}, 0});
  context->platform.driver(DriverCall::alloc_pd, 0, [&] { pd->handle = context->platform.nic().keys().allocate_pd(); });
  return pd;
}

int ibv_dealloc_pd(Pd* pd) {
  Context* context = pd->context;
  if (pd->users > 0) return context->refuse(refused_in_use, EBUSY, {{"users", static_cast<std::uint64_t>(pd->users)}});
  context->platform.driver(DriverCall::dealloc_pd, 0, [] {});
  context->pds.drop(pd);
  return 0;
}

Mr* ibv_reg_mr(Pd* pd, Va addr, std::uint64_t length, unsigned access) {
  return ibv_reg_mr_iova(pd, addr, length, addr, access);
}

Mr* ibv_reg_mr_iova(Pd* pd, Va addr, std::uint64_t length, Va iova, unsigned access) {
  constexpr unsigned known = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
                             IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_MW_BIND;
  Context* context = pd->context;
  if (length == 0 || addr + length < addr || iova + length < iova) {
    errno = context->refuse(refused_argument, EINVAL, {{"given", length}});
    return nullptr;
  }
  // Whoever lets others write must be able to write (IBTA vol. 1, 10.6.3.1).
  const bool remote_change = access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC);
  if ((access & ~known) || (remote_change && !(access & IBV_ACCESS_LOCAL_WRITE))) {
    errno = context->refuse(refused_access, EINVAL, {{"given", access}});
    return nullptr;
  }
  const PageCount pages = pages_of(context->platform, addr, length);
  // The NIC's table maps whole pages: within one, both addresses must be the same.
  if ((addr ^ iova) & (pages.size - 1)) {
    errno = context->refuse(refused_iova, EINVAL, {{"iova", iova}, {"address", addr}, {"page", pages.size}});
    return nullptr;
  }
  Mr* mr = nullptr;
  context->platform.driver(DriverCall::reg_mr, pages, [&] {
    auto pinned = context->platform.pin(addr, length);
    if (!pinned) return;
    const auto keys = context->platform.nic().keys().add(
        pd->handle, iova, length, static_cast<protection::Access>(access), std::move(*pinned), log_2(pages.size));
    mr = context->mrs.add({context, pd, addr, length, keys.lkey.value, keys.rkey.value, pages});
  });
  if (!mr) {
    errno = context->refuse(refused_memory, EFAULT, {{"address", addr}, {"length", length}});
    return nullptr;
  }
  ++pd->users;
  return mr;
}

int ibv_dereg_mr(Mr* mr) {
  Context* context = mr->context;
  auto& keys = context->platform.nic().keys();
  if (keys.has_windows(Key{mr->lkey})) return context->refuse(refused_in_use, EBUSY, {{"users", 1}});
  context->platform.driver(DriverCall::dereg_mr, mr->pages, [&] {
    keys.remove(Key{mr->lkey});
    context->platform.unpin(mr->addr, mr->length);
  });
  --mr->pd->users;
  context->mrs.drop(mr);
  return 0;
}

Mw* ibv_alloc_mw(Pd* pd, ibv_mw_type type) {
  Context* context = pd->context;
  if (type != IBV_MW_TYPE_1 && type != IBV_MW_TYPE_2) {
    errno = context->refuse(refused_argument, EINVAL, {{"given", static_cast<std::uint64_t>(type)}});
    return nullptr;
  }
  Mw* mw = context->mws.add({context, pd, 0, type});
  const auto kind = static_cast<protection::KeyTable::WindowType>(type);
  context->platform.driver(DriverCall::alloc_mw, 0,
                           [&] { mw->rkey = context->platform.nic().keys().add_window(pd->handle, kind).value; });
  mw->first_rkey = mw->rkey;
  ++pd->users;
  return mw;
}

int ibv_dealloc_mw(Mw* mw) {
  Context* context = mw->context;
  context->platform.driver(DriverCall::dealloc_mw, 0,
                           [&] { context->platform.nic().keys().remove_window(Key{mw->first_rkey}); });
  --mw->pd->users;
  context->mws.drop(mw);
  return 0;
}

}  // namespace rocelab::verbs
