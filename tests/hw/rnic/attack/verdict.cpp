#include "verdict.h"

namespace rocelab::test {

namespace {

constexpr std::uint8_t ack = 0x1f, sequence_error = 0x60, invalid_request = 0x61, access_error = 0x62,
                       operational_error = 0x63;
constexpr std::uint32_t longest = 1u << 31;

}  // namespace

void Rules::start(Psn expected) {
  expected_ = expected;
  told_ = false;
  open_ = Open::none;
  receives_.clear();
  taken_.reset();
}

Verdict Rules::nothing() const {
  Verdict v;
  v.expected = expected_;
  return v;
}

Verdict Rules::nak(std::uint8_t syndrome, Psn psn, bool fatal) {
  Verdict v = nothing();
  v.answer = syndrome;
  v.answer_psn = psn;
  v.error = fatal;
  return v;
}

Verdict Rules::judge(const wire::RoceView& p) {
  switch (transport_) {
    case rc::Transport::rc:
      return reliable(p);
    case rc::Transport::uc:
      return unreliable(p);
    case rc::Transport::ud:
      break;
  }
  return datagram(p);
}

/// Whole packets but for the last one, and as much as the RETH announced.
bool Rules::length_right(const wire::RoceView& p) const {
  const std::uint32_t n = p.payload_length;
  const wire::OpcodeTraits& t = p.op;
  if (t.read) return n == 0 && p.reth().length <= longest;
  if (t.atomic) return n == 0;
  if (t.first || t.middle ? n != mtu : n > mtu) return false;
  if (t.last && n == 0) return false;
  if (!t.write) return true;
  if (t.only) return n == p.reth().length;
  if (t.first) return p.reth().length > mtu && p.reth().length <= longest;
  const std::uint64_t left = reth_.length - offset_;
  return t.last ? n == left : left > mtu;
}

std::optional<std::vector<BusAddr>> Rules::write_place(const wire::RoceView& p) {
  const bool starts = p.op.starts();
  const wire::Reth to = starts ? p.reth() : reth_;
  if (starts && !owner_.shadow.allows(to.rkey, S::remote_write, owner_.asker(), to.va, to.length)) return std::nullopt;
  return owner_.shadow.octets(to.rkey, S::remote_write, owner_.asker(), to.va + (starts ? 0 : offset_),
                              p.payload_length);
}

std::optional<std::vector<BusAddr>> Rules::receive_place(std::uint32_t offset, std::uint32_t length) const {
  const rc::Sge s = taken_ ? *taken_ : receives_.front();
  if (std::uint64_t{offset} + length > s.length) return std::nullopt;
  return owner_.shadow.octets(s.lkey, S::local_write, owner_.asker(), s.address + offset, length);
}

bool Rules::fits(const wire::RoceView& p) const {
  const rc::Sge s = taken_ ? *taken_ : receives_.front();
  return (p.op.starts() ? 0 : std::uint64_t{offset_}) + p.payload_length <= s.length;
}

void Rules::accepted(const wire::RoceView& p) {
  const wire::OpcodeTraits& t = p.op;
  if (t.starts()) offset_ = 0;
  if (t.write && t.starts()) reth_ = p.reth();
  offset_ += p.payload_length;
  open_ = t.ends() ? Open::none : t.send ? Open::send : Open::write;
  expected_ = p.bth.psn + 1;
  told_ = false;
  if (t.ends() && (t.send || t.imm)) taken_.reset();
}

Verdict Rules::reliable(const wire::RoceView& p) {
  const wire::OpcodeTraits& t = p.op;
  const std::int32_t distance = p.bth.psn - expected_;
  if (distance > 0) {
    if (told_) return nothing();
    told_ = true;
    return nak(sequence_error, expected_, false);
  }
  if (distance < 0) {
    Verdict v = nothing();
    v.repeats = t.read || t.atomic;
    if (!v.repeats && p.bth.ack_request) v.answer = ack, v.answer_psn = expected_ + -1;
    return v;
  }
  const bool in_sequence = open_ == Open::none ? t.starts() : !t.starts() && t.send == (open_ == Open::send);
  const std::uint32_t need = !t.starts() ? 0u : t.write ? 2u : t.read ? 4u : t.atomic ? 8u : 0u;
  if (!in_sequence || (access & need) != need || !length_right(p)) return nak(invalid_request, p.bth.psn, true);

  const bool receives = (t.send ? t.starts() : t.imm) && !taken_;
  if (receives && receives_.empty()) {
    told_ = true;
    return nak(static_cast<std::uint8_t>(0x20 | rnr_timer), p.bth.psn, false);
  }
  Verdict v;
  std::uint32_t psns = 1;
  if (t.read) {
    const wire::Reth r = p.reth();
    const auto from = owner_.shadow.octets(r.rkey, S::remote_read, owner_.asker(), r.va, r.length);
    if (!from) return nak(access_error, p.bth.psn, true);
    v.from = *from;
    v.reads = true;
    v.read = r.length;
    psns = r.length == 0 ? 1 : (r.length + mtu - 1) / mtu;
  } else if (t.atomic) {
    const wire::AtomicEth e = p.atomic_eth();
    const auto at = owner_.shadow.octets(e.rkey, S::remote_atomic, owner_.asker(), e.va, 8);
    if (!at) return nak(access_error, p.bth.psn, true);
    if (e.va % 8 != 0) return nak(invalid_request, p.bth.psn, true);
    v.atomic = true;
    v.to = v.from = *at;
    v.may_store = p.bth.opcode == wire::Opcode::fetch_add;
  } else {
    const auto to = t.write ? write_place(p) : receive_place(t.starts() ? 0 : offset_, p.payload_length);
    if (!to) return nak(t.write ? access_error : fits(p) ? operational_error : invalid_request, p.bth.psn, true);
    if (t.invalidate) {
      const S::Opening* o = owner_.shadow.behind(p.ieth().rkey);
      if (!o || !o->only || *o->only != owner_.self) return nak(access_error, p.bth.psn, true);
      owner_.closed(p.ieth().rkey);
    }
    v.to = *to;
    if (receives) taken_ = receives_.front(), receives_.pop_front();
    if (p.bth.ack_request) v.answer = ack, v.answer_psn = p.bth.psn;
  }
  accepted(p);
  v.expected = expected_ = p.bth.psn + psns;
  return v;
}

Verdict Rules::unreliable(const wire::RoceView& p) {
  const wire::OpcodeTraits& t = p.op;
  const auto drop = [&] {
    open_ = Open::none;
    return nothing();
  };
  const bool continues = open_ != Open::none && p.bth.psn == expected_ && t.send == (open_ == Open::send);
  if (!t.starts() && !continues) return drop();
  if (!length_right(p) || (t.write && t.starts() && !(access & 2u))) return drop();
  const bool receives = (t.send ? t.starts() : t.imm) && !taken_;
  if (receives && receives_.empty()) return drop();
  const auto to = t.write ? write_place(p) : receive_place(t.starts() ? 0 : offset_, p.payload_length);
  if (!to && t.write) return drop();
  Verdict v;
  if (to) v.to = *to;
  // A receive that does not hold its message is the receiver's own fault (9.8.2.2.6): the queue pair ends with it.
  v.error = !to;
  if (receives) taken_ = receives_.front(), receives_.pop_front();
  accepted(p);
  v.expected = expected_;
  return v;
}

Verdict Rules::datagram(const wire::RoceView& p) {
  if (p.deth().qkey != qkey || p.payload_length > mtu || receives_.empty()) return nothing();
  taken_ = receives_.front();
  receives_.pop_front();
  const auto to = receive_place(0, 40 + p.payload_length);
  taken_.reset();
  Verdict v = nothing();
  if (to) v.to = *to;
  v.error = !to;
  return v;
}

}  // namespace rocelab::test
