#pragma once
#include <vector>

#include "fuzz/target.h"
#include "support/isolation/owner.h"
#include "tlm/wire/roce_frame.h"
#include "transport/ud/grh.h"

namespace rocelab::fuzz {

using namespace isolation;

/// Says where the octets of each accepted packet have to go, from shadow memory and from what the packets said; it
/// follows open messages by itself.
class Judge {
 public:
  Judge(Owner& owner, unsigned qp_rights) : owner_(owner), qp_rights_(qp_rights) {}

  /// What came of a packet: its pieces are exactly what its key allows, octet by octet.
  void arrived(const wire::RoceView& v, const rc::Arrival& a, const std::vector<protection::Piece>& pieces) {
    if (a.kind != rc::Arrival::Kind::accepted) {
      require(pieces.empty(), "a packet that was not accepted has a place in memory");
      if (a.refusal.fault != protection::Fault::none) refused(v, a);
      return;
    }
    const std::vector<BusAddr> wanted = v.op.write ? write(v) : v.op.send ? send(v) : fetch(v);
    std::size_t i = 0;
    for (const protection::Piece& piece : pieces) {
      for (std::uint32_t o = 0; o < piece.length; ++o, ++i)
        require(i < wanted.size() && piece.address + o == wanted[i], "an octet goes where its key does not say");
    }
    require(i == wanted.size(), "octets of an accepted packet go nowhere");
    if (v.op.invalidate) {
      const Owner::Shadow::Opening* o = owner_.shadow.behind(v.ieth().rkey);
      require(o && o->only && *o->only == owner_.self, "a key was invalidated that is not a window of this queue pair");
      owner_.closed(v.ieth().rkey);
    }
  }

  /// Octets that a READ response is made of.
  void read(const std::vector<protection::Piece>& pieces, std::uint32_t length) const {
    std::uint32_t sum = 0;
    for (const protection::Piece& piece : pieces) {
      require(owner_.shadow.reaches(S::remote_read, owner_.asker(), piece.address, piece.length),
              "an octet is read that no key opens");
      sum += piece.length;
    }
    require(sum == length, "a READ response has another length than its octets");
  }

 private:
  using S = Owner::Shadow;

  std::vector<BusAddr> octets(Key key, unsigned right, Va va, std::uint64_t n, const char* otherwise) const {
    const auto all = owner_.shadow.octets(key, right, owner_.asker(), va, n);
    require(all.has_value(), otherwise);
    return *all;
  }
  std::vector<BusAddr> write(const wire::RoceView& v) {
    if (v.op.starts()) {
      reth_ = v.reth(), offset_ = 0;
      require(qp_rights_ & protection::remote_write, "a WRITE passed that its queue pair forbids");
      require(owner_.shadow.allows(reth_.rkey, S::remote_write, owner_.asker(), reth_.va, reth_.length),
              "a WRITE began that its key does not cover");
    }
    require(offset_ + std::uint64_t{v.payload_length} <= reth_.length, "a WRITE is longer than it said");
    const Va at = reth_.va + offset_;
    offset_ += v.payload_length;
    return octets(reth_.rkey, S::remote_write, at, v.payload_length, "a WRITE goes on behind a key that is closed");
  }
  std::vector<BusAddr> send(const wire::RoceView& v) {
    if (v.op.starts()) offset_ = 0;
    const std::uint32_t header = v.op.deth ? ud::grh_bytes : 0;
    std::vector<BusAddr> all;
    std::uint64_t skip = offset_;
    for (const rc::Sge& s : owner_.taken) {
      for (std::uint32_t i = 0; i < s.length && all.size() < v.payload_length + header; ++i) {
        if (skip > 0) {
          --skip;
          continue;
        }
        const auto where = owner_.shadow.octet(s.lkey, S::local_write, owner_.asker(), s.address + i);
        require(where.has_value(), "a SEND reaches memory that its receive may not write");
        all.push_back(*where);
      }
    }
    offset_ += v.payload_length;
    require(all.size() == v.payload_length + header, "a SEND is longer than its receive");
    return all;
  }
  std::vector<BusAddr> fetch(const wire::RoceView& v) {
    if (v.op.atomic) {
      const wire::AtomicEth e = v.atomic_eth();
      require(qp_rights_ & protection::remote_atomic, "an atomic passed that its queue pair forbids");
      require(e.va % 8 == 0, "an atomic is not aligned");
      return octets(e.rkey, S::remote_atomic, e.va, 8, "an atomic acts where its key does not reach");
    }
    const wire::Reth r = v.reth();
    require(qp_rights_ & protection::remote_read, "a READ passed that its queue pair forbids");
    require(owner_.shadow.allows(r.rkey, S::remote_read, owner_.asker(), r.va, r.length),
            "a READ began that its key does not cover");
    return {};
  }
  /// What is refused must have been forbidden, too.
  void refused(const wire::RoceView& v, const rc::Arrival& a) const {
    const protection::Request& asked = a.refusal.asked;
    if (v.op.invalidate || a.refusal.asked.length == 0) return;
    const unsigned right = !asked.remote                            ? S::local_write
                           : asked.need == protection::remote_write ? S::remote_write
                           : asked.need == protection::remote_read  ? S::remote_read
                                                                    : S::remote_atomic;
    require(!owner_.shadow.allows(asked.key, right, owner_.asker(), asked.start, asked.length),
            "an access was refused that its key allows");
  }

  Owner& owner_;
  unsigned qp_rights_;
  wire::Reth reth_;
  std::uint32_t offset_ = 0;
};

}  // namespace rocelab::fuzz
