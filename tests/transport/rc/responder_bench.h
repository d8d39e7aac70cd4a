#pragma once
#include <deque>
#include <string>
#include <vector>

#include "frames.h"
#include "support/catch.h"
#include "transport/rc/responder.h"

namespace rocelab::rc::test {

/// What a request carries beyond the usual.
struct Extra {
  bool ack = true;
  std::uint64_t va = 0x1000;
  std::uint32_t length = 0;  // RETH
  std::uint32_t imm = 0;
  Key rkey{};
  std::uint64_t add = 1, compare = 0;
  bool solicited = false;
};
/// A responder driven by hand: requests in, answers out.
class ResponderBench : public ReceiveSource {
 public:
  static Responder::Settings usual() {
    Responder::Settings s;
    s.mtu = 256;
    s.access = protection::remote_write | protection::remote_read | protection::remote_atomic;
    s.max_dest_rd_atomic = 4;
    s.min_rnr_timer = 12;
    s.self = Qpn{0x11};
    return s;
  }
  explicit ResponderBench(const std::string& scheme_name = "go_back_n", Responder::Settings s = usual(),
                          Psn expected = Psn(100), const std::vector<std::pair<std::string, double>>& parameters = {})
      : responder(keys, *this, scheme(scheme_name).receiver(scheme_values(scheme(scheme_name), parameters))) {
    using namespace protection;
    domain = s.domain = keys.allocate_pd();
    region = keys.add(domain, 0, std::uint64_t{1} << 40,
                      local_write | remote_write | remote_read | remote_atomic | mw_bind, {0}, 60);
    responder.configure(s);
    responder.start(expected);
  }

  protection::KeyTable keys;
  protection::ProtectionDomain domain{};
  protection::Registered region;
  Responder responder;
  std::vector<protection::Piece> pieces;  // of the latest request
  std::deque<std::vector<Sge>> receives;
  bool fetching = false;
  std::uint32_t taken = 0;

  void receive(std::uint32_t bytes) { receives.push_back({{0x10000, bytes, region.lkey}}); }

  Arrival request(wire::Opcode op, std::uint32_t psn, std::uint32_t payload = 8, Extra x = {}) {
    if (x.rkey == Key{}) x.rkey = region.rkey;
    wire::Bth bth;
    bth.opcode = op;
    bth.psn = Psn(psn);
    bth.ack_request = x.ack;
    bth.solicited = x.solicited;
    const wire::OpcodeTraits t = wire::traits(op);
    const std::uint32_t length = x.length > 0 ? x.length : payload;
    const PacketPtr p = frames_.make(bth, t.payload ? payload : 0, 9, [&](std::uint8_t* at) {
      if (t.reth) wire::Reth{x.va, x.rkey, length}.encode(at), at += wire::Reth::size;
      if (t.atomic_eth) wire::AtomicEth{x.va, x.rkey, x.add, x.compare}.encode(at);
      if (t.imm) wire::ImmDt{x.imm}.encode(at);
      if (t.invalidate) wire::Ieth{Key{x.imm}}.encode(at);
    });
    pieces.clear();
    return responder.receive(wire::RoceView::parse(*p), Tag{}, pieces);
  }
  Arrival read(std::uint32_t psn, std::uint32_t length, std::uint64_t va = 0x1000) {
    Extra x;
    x.va = va, x.length = length;
    return request(wire::Opcode::read_request, psn, length, x);
  }
  /// What goes back now, all of it.
  std::vector<Response> answers() {
    std::vector<Response> all;
    std::vector<protection::Piece> read;
    bool fatal = false;
    while (const auto r = responder.next(read, fatal)) all.push_back(*r);
    return all;
  }

  Look look(ReceiveWork& w) override {
    if (receives.empty()) return Look::empty;
    if (fetching) return Look::fetching;
    w = {taken, receives.front().data(), static_cast<std::uint32_t>(receives.front().size())};
    return Look::ready;
  }
  void take() override { receives.pop_front(), ++taken; }
  std::optional<std::uint32_t> left() const override { return static_cast<std::uint32_t>(receives.size()); }

 private:
  Frames frames_;
};

inline constexpr std::uint8_t sequence_nak = 0x60, invalid_nak = 0x61, access_nak = 0x62, operational_nak = 0x63;

}  // namespace rocelab::rc::test
