#include "transport/rc/responder.h"

#include "fuzz/judge.h"
#include "support/isolation/forged_packet.h"
#include "transport/rc/early_packets.h"
#include "transport/uc/responder.h"
#include "transport/ud/responder.h"

namespace rocelab::fuzz {

using namespace isolation;
namespace {

constexpr std::uint32_t mtu = 256, qkey = 0x11111111;

/// One queue pair's receiving half in the place of a NIC.
class Bench {
 public:
  explicit Bench(Input& in)
      : in_(in),
        setup_(in.octet()),
        transport_(setup_ % 8 < 6    ? 0u
                   : setup_ % 8 == 6 ? 1u
                                     : 3u),
        owner_(
            keys_, keys_.allocate_pd(), [n = BusAddr{0}]() mutable { return 0x100000 + (n++ ^ 3) * 2 * Owner::page; },
            Qpn{0x111}, Qpn{0x112}, in.octet()),
        rights_(setup_ & 0x80 ? 14u : in.octet() & 14u),
        judge_(owner_, rights_),
        scheme_(rc::schemes()[setup_ % 8 % rc::schemes().size()]),
        rc_(owner_.keys, owner_, scheme_.receiver(rc::scheme_values(scheme_, {}))),
        uc_(owner_.keys, owner_),
        ud_(owner_.keys, owner_),
        early_(rc_.hold_window()) {
    rc_.configure({mtu, rights_, static_cast<std::uint8_t>(1 + (setup_ >> 3 & 3)), 12, bool(setup_ & 0x40),
                   owner_.domain, owner_.self});
    uc_.configure({mtu, rights_, owner_.domain, owner_.self});
    ud_.configure({mtu, qkey, owner_.domain, owner_.self});
    start(Psn(0xfffff0));
  }

  void step() {
    const std::uint8_t what = in_.octet();
    switch (what & 15) {
      case 0:
        return owner_.deregister(in_);
      case 1:
        return owner_.register_memory(in_);
      case 2:
        return owner_.bind(in_);
      case 3:
        return owner_.invalidate(in_);
      case 4:
      case 5:
        return owner_.post(in_);
      case 6:
        return answer(what >> 4);
      case 7:
        if (what >> 4 == 1) start(Psn(in_.number<std::uint32_t>()));
        if (what >> 4 == 2) owner_.fetching = !owner_.fetching;
        return execute(what);
      default:
        const PacketPtr p = forged_packet(pool(), frames(), in_, owner_, transport_, expected(), mtu, qkey);
        if (!failed_) arrives(p);
    }
  }

 private:
  static PacketPool& pool() {
    static PacketPool pool;
    return pool;
  }
  static const wire::RoceTemplate& frames() {
    static const wire::RoceTemplate frames(
        wire::RoceTemplate::Ends{1, 2, wire::Gid::from_ipv4(0x0a000001), wire::Gid::from_ipv4(0x0a000002)});
    return frames;
  }
  Psn expected() const { return transport_ == 1 ? uc_.expected() : rc_.expected(); }

  /// RESET, and up again.
  void start(Psn psn) {
    rc_.reset(), rc_.start(psn);
    uc_.reset(), uc_.start(psn);
    early_.clear();
    atomics_.clear();
    failed_ = false;
  }

  void arrives(PacketPtr p) {
    while (p) {
      const wire::RoceView v = wire::RoceView::parse(*p);
      if (!v) return;
      pieces_.clear();
      const rc::Arrival a = transport_ == 1   ? uc_.receive(v, pieces_)
                            : transport_ == 3 ? ud_.receive(v, pieces_)
                                              : rc_.receive(v, Tag{}, pieces_);
      judge_.arrived(v, a, pieces_);
      if (a.kind == rc::Arrival::Kind::held) early_.hold(v.bth.psn, p);
      if (a.atomic) atomics_.emplace_back(v.bth.psn, a.atomic->asked);
      if (a.fatal) return fail();
      const bool more = transport_ == 0 && a.kind == rc::Arrival::Kind::accepted;
      p = more ? early_.take(rc_.expected()) : PacketPtr{};
    }
  }

  /// The oldest atomic, if its memory is still there.
  void execute(std::uint64_t original) {
    if (atomics_.empty()) return;
    const auto [psn, asked] = atomics_.front();
    atomics_.pop_front();
    const bool open =
        owner_.shadow.allows(asked.key, ShadowMemory::remote_atomic, owner_.asker(), asked.start, asked.length);
    require(open == (owner_.keys.check(asked) == protection::Fault::none), "an atomic is asked about another access");
    if (open) return rc_.atomic_done(psn, original);
    rc_.atomic_refused(psn);
    fail();
  }

  void answer(unsigned most) {
    for (unsigned i = 0; i <= most; ++i) {
      pieces_.clear();
      bool fatal = false;
      const auto r = rc_.next(pieces_, fatal);
      if (!r) return;
      judge_.read(pieces_, r->length);
      if (fatal) fail();
    }
  }

  void fail() {
    failed_ = true;
    transport_ == 1 ? uc_.abandon(rc::Status::wr_flush_err) : rc_.abandon(rc::Status::wr_flush_err);
    early_.clear();
  }

  Input& in_;
  const std::uint8_t setup_;
  const unsigned transport_;
  protection::KeyTable keys_{7};
  Owner owner_;
  const unsigned rights_;
  Judge judge_;
  const rc::Scheme& scheme_;
  rc::Responder rc_;
  uc::Responder uc_;
  ud::Responder ud_;
  rc::EarlyPackets<PacketPtr> early_;
  std::deque<std::pair<Psn, protection::Request>> atomics_;
  std::vector<protection::Piece> pieces_;
  bool failed_ = false;
};

}  // namespace

int responder(const std::uint8_t* octets, std::size_t size) {
  Input in(octets, size);
  Bench bench(in);
  while (!in.empty()) bench.step();
  return 0;
}

}  // namespace rocelab::fuzz
