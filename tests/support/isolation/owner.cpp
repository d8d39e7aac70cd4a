#include "support/isolation/owner.h"

#include <algorithm>

#include "support/isolation/wrong.h"

namespace rocelab::isolation {

using namespace protection;

namespace {

constexpr Access everything = local_write | remote_write | remote_read | remote_atomic | mw_bind;

/// The rights that an rkey of this access gives (the values of ibv_access_flags).
unsigned remote_rights(unsigned access) {
  using S = ShadowMemory;
  return (access & 2 ? S::remote_write : 0u) | (access & 4 ? S::remote_read : 0u) |
         (access & 8 ? S::remote_atomic : 0u);
}
unsigned local_rights(unsigned access) {
  using S = ShadowMemory;
  return S::local_read | (access & 1 ? S::local_write : 0u);
}

}  // namespace

Owner::Owner(KeyTable& table, ProtectionDomain pd, const std::function<BusAddr()>& new_page, Qpn own, Qpn another,
             std::uint8_t rights)
    : keys(table), self(own), other(another), domain(pd) {
  for (Region& r : regions_)
    for (int p = 0; p < 4; ++p) r.pages.push_back(new_page());
  add(0, everything, domain);
  add(1, rights & 31u, domain);
  add(2, everything, foreign);
  add(3, local_write, domain);
  for (Key& w : windows_) w = keys.add_window(domain);
}

void Owner::add(std::size_t index, unsigned access, ProtectionDomain pd) {
  Region& r = regions_[index];
  r.live = true, r.rights = access, r.domain = pd, r.start = base + index * 0x10000;
  // Each time in another order, so that a run over a page's end and a translation of before are noticed.
  std::rotate(r.pages.begin(), r.pages.begin() + 3, r.pages.end());
  r.keys = keys.add(pd, r.start, length, static_cast<Access>(access), r.pages, 10);
  require(r.keys.lkey != r.keys.rkey, "lkey and rkey are the same");
  Shadow::Opening o;
  o.domain = pd.value, o.start = o.base = r.start, o.length = length, o.pages = r.pages, o.page = page;
  o.rights = local_rights(access);
  shadow.open(r.keys.lkey, o);
  o.rights = remote_rights(access);
  shadow.open(r.keys.rkey, o);
}

Key Owner::key(Input& in) const {
  const std::uint8_t choice = in.octet();
  if (choice < 0x80) return regions_[choice & 3].keys.rkey;  // may be a dead one
  if (choice < 0x98) return regions_[choice & 3].keys.lkey;
  if (choice < 0xc0) return windows_[choice & 1];
  if (choice < 0xe0 && !dead_.empty()) return dead_[choice % dead_.size()];
  if (choice < 0xf0) return Key{regions_[choice & 3].keys.rkey.value ^ (1u << (in.octet() & 31))};
  return Key{in.number<std::uint32_t>()};
}

Va Owner::address(Input& in) const {
  const std::uint8_t choice = in.octet();
  const Va start = base + (choice & 3) * 0x10000;
  if (choice < 0x40) return start;
  if (choice < 0x80) return start + in.octet() * 8u;
  if (choice < 0xc0) return start + in.number<std::uint16_t>() % (length + 64);
  if (choice < 0xe0) return start + length - in.octet();
  if (choice < 0xf0) return start - in.octet();
  return in.number<Va>();
}

void Owner::register_memory(Input& in) {
  const std::uint8_t choice = in.octet();
  if (regions_[choice & 3].live) return;
  add(choice & 3, choice >> 2 & 31, choice & 0x80 ? foreign : domain);
}

void Owner::deregister(Input& in) {
  Region& r = regions_[in.octet() & 3];
  if (!r.live || keys.has_windows(r.keys.lkey)) return;
  require(keys.remove(r.keys.lkey), "a living region could not be removed");
  r.live = false;
  shadow.close(r.keys.lkey);
  shadow.close(r.keys.rkey);
  dead_.push_back(r.keys.rkey);
}

void Owner::bind(Input& in) {
  const std::uint8_t choice = in.octet();
  Key& window = windows_[choice & 1];
  const Region& r = regions_[choice >> 1 & 3];
  const Qpn qp = choice & 8 ? other : self;
  const unsigned access = in.octet() & 14u;
  const Va start = r.start + in.octet() * 4u;
  const std::uint64_t n = in.number<std::uint16_t>() % (length + 64);
  const Key as{(window.value & ~0xffu) | ((window.value + 1) & 0xff)};
  if (keys.bind(as, r.keys.lkey, qp, domain, start, n, static_cast<Access>(access)) != Fault::none) return;
  require(r.live && (r.rights & mw_bind) && r.domain == domain, "a window was bound to memory that forbids it");
  require(start - r.start <= length && n <= length - (start - r.start), "a window reaches out of its region");
  require(!(access & 10u) || (r.rights & 1u), "a window lets the peer write what its owner may not");
  dead_.push_back(window);
  window = as;
  Shadow::Opening o;
  o.domain = domain.value, o.only = qp, o.start = start, o.length = n, o.rights = remote_rights(access);
  o.base = r.start, o.pages = r.pages, o.page = page;
  shadow.open(as, o);
}

void Owner::invalidate(Input& in) {
  const Key window = windows_[in.octet() & 1];
  if (keys.invalidate(window, self, domain) == Fault::none) closed(window);
}

void Owner::post(Input& in) {
  if (posted_.size() >= 4) return;
  std::vector<rc::Sge> sges;
  for (unsigned n = in.octet() & 3; n > 0; --n) {
    const std::uint8_t choice = in.octet();
    const Region& r = regions_[choice & 0x80 ? choice & 3 : 3];
    sges.push_back({r.start + in.octet() * 8u, (choice >> 2 & 31) * 64u, r.keys.lkey});
  }
  posted_.push_back(std::move(sges));
}

rc::Sge Owner::receive_buffer(Input& in) const {
  const Region& r = regions_[3];
  return {r.start + in.octet() * 4u, in.octet() * 4u, r.keys.lkey};
}

rc::ReceiveSource::Look Owner::look(rc::ReceiveWork& work) {
  if (posted_.empty()) return Look::empty;
  if (fetching) return Look::fetching;
  work = {takes, posted_.front().data(), static_cast<std::uint32_t>(posted_.front().size())};
  return Look::ready;
}

void Owner::take() {
  require(!posted_.empty(), "a receive was taken that nobody posted");
  taken = posted_.front();
  posted_.pop_front();
  ++takes;
}

}  // namespace rocelab::isolation
