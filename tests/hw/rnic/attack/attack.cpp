#include "hw/rnic/attack/attack.h"

#include <algorithm>

#include "support/isolation/forged_packet.h"
#include "support/isolation/wrong.h"

namespace rocelab::test {

using isolation::Owner;
using isolation::require;
using rc::QpState;
using rc::Transport;

namespace {

constexpr std::size_t remembered = 64;

wire::RoceTemplate between(const wire::Gid& source, const wire::Gid& destination) {
  return wire::RoceTemplate(wire::RoceTemplate::Ends{1, 2, source, destination});
}

std::string answer_name(std::uint8_t syndrome) {
  static const char* const codes[]{"NAK sequence", "NAK invalid request", "NAK access", "NAK operational"};
  return syndrome >> 5 == 1 ? "RNR NAK" : codes[syndrome & 3];
}

}  // namespace

Attack::Attack(Transport transport, QpState state, std::uint64_t seed)
    : transport_(transport), state_(state), random_(seed, "attack"), octets_(64) {
  nic_.mtu = 256;
  nic_.domain = nic_.engine.keys().allocate_pd();
  qpn_ = nic_.queue_pair(transport, QpState::reset);
  const RingPages receives = nic_.receive_ring;
  other_ = nic_.queue_pair(transport, QpState::rts);
  nic_.receive_ring = receives;
  owner_ = std::make_unique<Owner>(
      nic_.engine.keys(), nic_.domain, [this] { return *nic_.memory.translate(nic_.memory.allocate(Owner::page)); },
      qpn_, other_, static_cast<std::uint8_t>(random_.next()));
  nic_.memory.on_dma = [this](bool write, BusAddr at, std::uint32_t bytes) { accesses_.push_back({write, at, bytes}); };
  raise();
}

/// The queue pair comes up anew, with other rights.
void Attack::raise() {
  nic_.modify(qpn_, QpState::reset);
  nic_.access = random_.below(4) > 0 ? 14u : static_cast<std::uint32_t>(random_.below(8)) * 2;
  for (const QpState s : {QpState::init, QpState::rtr, QpState::rts}) {
    if (state_ == QpState::reset) break;
    nic_.modify(qpn_, s);
    if (s == state_) break;
  }
  posted_ = 0;
  rules_ = std::make_unique<Rules>(*owner_, transport_);
  rules_->mtu = transport_ == Transport::ud ? nic_.engine.limits().mtu : nic_.mtu;
  rules_->access = nic_.access;
  rules_->qkey = NicBench::qkey;
  rules_->start(Psn(100));
  if (nic_.engine.query_qp(qpn_).state != state_) nic_.modify(qpn_, state_);
  nic_.settle();
  change_memory();
}

/// The owner goes on with his life: registers, takes back, binds, posts receives.
void Attack::change_memory() {
  isolation::Input in = random_input();
  switch (random_.below(4)) {
    case 0:
      owner_->deregister(in);
      break;
    case 1:
      owner_->register_memory(in);
      break;
    case 2:
      owner_->bind(in);
      break;
    default:
      owner_->invalidate(in);
  }
  if (state_ == QpState::reset || state_ == QpState::err || rules_->receives() >= 8) return;
  const rc::Sge sge = owner_->receive_buffer(in);
  nic_.post_receive(nic_.receive_ring, qpn_.value, ++posted_, sge);
  rules_->posted(sge);
}

isolation::Input Attack::random_input() {
  for (std::uint8_t& o : octets_) o = static_cast<std::uint8_t>(random_.next());
  return {octets_.data(), octets_.size()};
}

PacketPtr Attack::forge(Where where) {
  const wire::Gid stranger = wire::Gid::from_ipv4(0x0a000000u + 3 + static_cast<std::uint32_t>(random_.below(200)));
  static const wire::RoceTemplate right = between(NicBench::peer(), NicBench::own());
  const wire::RoceTemplate frames = where == Where::wrong_source        ? between(stranger, NicBench::own())
                                    : where == Where::wrong_destination ? between(NicBench::peer(), stranger)
                                                                        : right;
  isolation::Input in = random_input();
  const Psn expected = nic_.engine.query_qp(qpn_).state >= QpState::rtr ? nic_.engine.query_qp(qpn_).rq_psn : Psn(100);
  const PacketPtr p = isolation::forged_packet(nic_.pool, frames, in, *owner_, static_cast<unsigned>(transport_),
                                               expected, nic_.mtu, NicBench::qkey);
  std::uint8_t* bth = p->data + frames.header_size(wire::Opcode::send_only) - wire::Bth::size;
  if (random_.below(8) == 0) bth[0] = static_cast<std::uint8_t>(random_.next());  // any opcode, length as it is
  if (where == Where::wrong_qpn) {
    std::uint32_t guess = static_cast<std::uint32_t>(random_.below(1 << 24));
    while (guess == qpn_.value || guess == other_.value) ++guess;
    wire::put24(bth + 5, guess);
  }
  if (where == Where::wrong_pkey) wire::put16(bth + 2, static_cast<std::uint16_t>(random_.below(0x7fff)));
  if (where == Where::wrong_icrc) {
    wire::write_icrc(*p);
    p->data[p->length - 1 - random_.below(4)] ^= static_cast<std::uint8_t>(1 + random_.below(255));
  }
  return p;
}

void Attack::give(const PacketPtr& p) {
  accesses_.clear();
  nic_.port.sent.clear();
  nic_.give(p);
}

void Attack::play(std::uint64_t packets) {
  for (std::uint64_t i = 0; i < packets; ++i) {
    if (random_.below(16) == 0) change_memory();
    one();
    nic_.completions();
    if (nic_.engine.query_qp(qpn_).state != state_ || random_.below(256) == 0) raise();
  }
}

void Attack::one() {
  const auto draw = random_.below(16);
  Where where = draw < 5 ? static_cast<Where>(draw + 1) : Where::right;
  // A datagram queue pair takes from anybody: there is no wrong source.
  if (transport_ == Transport::ud && where == Where::wrong_source) where = Where::wrong_qpn;
  PacketPtr p;
  if (where == Where::right && !seen_.empty() && random_.below(4) == 0) {
    p = nic_.pool.clone(*seen_[random_.below(seen_.size())]);
    ++replayed_;
  } else {
    p = forge(where);
  }
  const wire::RoceView v = wire::RoceView::parse(*p);
  const QpAttributes before = nic_.engine.query_qp(qpn_);
  const auto counted = nic_.counts.by_name;
  const bool of_transport = v && static_cast<unsigned>(v.bth.opcode) >> 5 == static_cast<unsigned>(transport_);
  if (where == Where::right && of_transport && v.op.request && rc::receives(state_)) {
    const Verdict verdict = rules_->judge(v);
    give(p);
    return obeys(verdict, before, p);
  }
  give(p);
  harmless(counted, before, where, v);
}

/// Nothing has changed but one counter, and that is a cause which applies.
void Attack::harmless(const std::map<std::string, std::uint64_t>& before, const QpAttributes& was, Where where,
                      const wire::RoceView& v) {
  require(accesses_.empty(), "a packet that is none of the queue pair's touched memory");
  require(nic_.port.sent.empty(), "a packet that is none of the queue pair's was answered");
  const QpAttributes now = nic_.engine.query_qp(qpn_);
  require(now.state == was.state && now.rq_psn == was.rq_psn && now.sq_psn == was.sq_psn,
          "a packet that is none of the queue pair's changed it");
  std::vector<std::string> moved;
  for (const auto& [name, n] : nic_.counts.by_name) {
    if (name == discarded_wire_bytes.id) continue;  // how much of the wire it took, beside the cause
    const auto it = before.find(name);
    if (n != (it == before.end() ? 0 : it->second)) moved.push_back(name);
  }
  require(!moved.empty(), "a packet was dropped that nothing counted");
  require(moved.size() == 1, "a packet was counted twice");
  const std::string& cause = moved.front();
  const bool up = rc::receives(state_);
  const bool response = v && v.op.response;
  const bool foreign = v && static_cast<unsigned>(v.bth.opcode) >> 5 != static_cast<unsigned>(transport_);
  const bool elsewhere = where == Where::wrong_source || where == Where::wrong_destination;
  const bool applies =
      (cause == malformed.id && !v) || (cause == unsolicited.id && response && where == Where::right) ||
      (cause == unknown_qp.id && where == Where::wrong_qpn) || (cause == wrong_address.id && up && elsewhere) ||
      (cause == wrong_pkey.id && where == Where::wrong_pkey) ||
      (cause == icrc_errors.id && where == Where::wrong_icrc) || (cause == wrong_state.id && (!up || response)) ||
      (cause == wrong_transport.id && foreign) || (where == Where::right && cause == cnps_received.id && up);
  require(applies, "a packet was dropped for a cause that does not apply");
  ++outcomes_[cause];
}

std::vector<BusAddr> Attack::touched(bool write) const {
  std::vector<BusAddr> all;
  for (const Access& a : accesses_) {
    if (a.write != write || (write && nic_.in_completions(a.address)) || (!write && nic_.in_rings(a.address))) continue;
    for (std::uint32_t i = 0; i < a.bytes; ++i) all.push_back(a.address + i);
  }
  return all;
}

void Attack::obeys(const Verdict& verdict, const QpAttributes& was, const PacketPtr& p) {
  const std::vector<BusAddr> written = touched(true), read = touched(false);
  require(written == verdict.to || (verdict.atomic && !verdict.may_store && written.empty()),
          "octets were written that the key does not allow, or not those that it does");
  if (verdict.repeats) {
    for (const BusAddr at : read)
      require(owner_->shadow.reaches(isolation::ShadowMemory::remote_read, owner_->asker(), at, 1),
              "a repeated READ reads what no key opens");
  } else {
    require(read == verdict.from, "octets were read that the key does not allow, or not those that it does");
  }
  const QpAttributes now = nic_.engine.query_qp(qpn_);
  // A repeated READ whose memory is closed meanwhile ends the connection, as a new one does.
  const bool refused_again = verdict.repeats && now.state == QpState::err;
  require(now.state == (verdict.error || refused_again ? QpState::err : was.state),
          "the state is not what the rules say");
  if (transport_ != Transport::ud && now.state != QpState::err)
    require(now.rq_psn == verdict.expected, "the expected PSN is not what the rules say");
  answers(verdict);
  if (verdict.repeats) {
    ++outcomes_["repeated"];
  } else if (verdict.answer && *verdict.answer >> 5 != 0) {
    ++outcomes_[answer_name(*verdict.answer)];
  } else {
    ++outcomes_[verdict.to.empty() && !verdict.reads ? "without effect" : "accepted"];
  }
  if (verdict.to.empty() && !verdict.reads) return;
  if (seen_.size() < remembered) seen_.push_back(p);
  seen_[random_.below(seen_.size())] = p;
}

void Attack::answers(const Verdict& verdict) const {
  std::uint32_t length = 0;
  std::size_t plain = 0;
  for (const PacketPtr& p : nic_.port.sent) {
    const wire::RoceView v = wire::RoceView::parse(*p);
    require(bool(v) && v.op.response && v.bth.destination == Qpn{77},
            "something is sent that is no response to the peer");
    require(v.source() == NicBench::own() && v.destination() == NicBench::peer(), "a response goes to a stranger");
    if (v.bth.opcode != wire::Opcode::acknowledge) {
      require(verdict.reads || verdict.atomic || verdict.repeats, "data is sent that nobody may ask for");
      length += v.payload_length;
      continue;
    }
    ++plain;
    if (verdict.repeats) continue;
    require(verdict.answer.has_value(), "an answer is sent where the rules say none");
    const std::uint8_t got = v.aeth().syndrome;
    require(*verdict.answer >> 5 == 0 ? got >> 5 == 0 : got == *verdict.answer, "an answer has the wrong syndrome");
    require(v.bth.psn == verdict.answer_psn, "an answer has the wrong PSN");
  }
  require(verdict.repeats || plain == verdict.answer.has_value(), "an answer is missing");
  require(verdict.repeats || length == verdict.read, "a READ is answered with another length");
}

}  // namespace rocelab::test
