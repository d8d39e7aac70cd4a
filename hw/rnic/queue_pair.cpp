#include "hw/rnic/queue_pair.h"

#include <algorithm>

#include "hw/rnic/facts.h"
#include "hw/rnic/transmitter.h"
#include "transport/rc/timers.h"

namespace rocelab::rnic {
namespace {

ReceiveQueue::Shape shape_of(const QpConfig& c, bool records) {
  return {c.recv_ring, std::max(c.recv_entries, 1u), std::max(c.recv_stride, abi::segment_bytes), false, 0,
          c.tag,       records ? c.record : 0};
}

/// Only a reliable connection sends anything again.
const rc::Scheme& scheme_of(const QpConfig& c) {
  return rc::scheme(c.transport == rc::Transport::rc ? std::string_view(c.scheme) : "go_back_n");
}

rc::SchemeValues values_of(const QpConfig& c) {
  if (c.transport != rc::Transport::rc) return rc::scheme_values(scheme_of(c), {});
  return rc::scheme_values(scheme_of(c), c.scheme_parameters);
}

std::unique_ptr<RateLimit> rate_limit_of(const Device& device, const QpConfig& c) {
  if (c.transport != rc::Transport::rc) return nullptr;
  const Engine::Config& e = device.config;
  auto control = congestion::control(e.congestion).make(e.path, e.congestion_values);
  return control ? std::make_unique<RateLimit>(std::move(control)) : nullptr;
}

}  // namespace

QueuePair::QueuePair(Device& device, Completions& completions, Transmitter& transmitter, Qpn qpn, const QpConfig& c,
                     ReceiveQueue* shared)
    : number(qpn),
      config(c),
      requester(*this, c.send_blocks, scheme_of(c).sender(values_of(c))),
      own_receives(shared ? nullptr
                          : std::make_unique<ReceiveQueue>(device, shape_of(c, device.profile.receive_records))),
      receives(shared ? shared : own_receives.get()),
      responder(device.keys, *receives, scheme_of(c).receiver(values_of(c))),
      uc_responder(device.keys, *receives),
      ud_responder(device.keys, *receives),
      early(responder.hold_window()),
      sends(device, c.send_ring, c.send_blocks, c.tag, [this] { take_work(); }),
      signals(device.take_rows()),
      rate(rate_limit_of(device, c)),
      device_(device),
      completions_(completions),
      transmitter_(transmitter) {
  sends.set_datagram(c.transport == rc::Transport::ud);
  if (c.transport == rc::Transport::ud) attributes.mtu = device.config.limits.mtu;
  signals.state(attributes.state);
}

void QueuePair::modify(const QpAttributes& a, std::uint32_t mask) {
  QpAttributes& to = attributes;
  if (mask & mask_mtu) to.mtu = a.mtu;
  if (mask & mask_access) to.access = a.access;
  if (mask & mask_path) to.path = a.path;
  if (mask & mask_remote) to.remote = a.remote;
  if (mask & mask_rq_psn) to.rq_psn = a.rq_psn;
  if (mask & mask_sq_psn) to.sq_psn = a.sq_psn;
  if (mask & mask_max_rd_atomic) to.max_rd_atomic = a.max_rd_atomic;
  if (mask & mask_max_dest_rd_atomic) to.max_dest_rd_atomic = a.max_dest_rd_atomic;
  if (mask & mask_min_rnr_timer) to.min_rnr_timer = a.min_rnr_timer;
  if (mask & mask_timeout) to.timeout = a.timeout;
  if (mask & mask_retry_count) to.retry_count = a.retry_count;
  if (mask & mask_rnr_retry) to.rnr_retry = a.rnr_retry;
  if (mask & mask_qkey) to.qkey = a.qkey;
  if (mask & mask_state) to.notify_drained = (mask & mask_notify_drained) && a.notify_drained;
  if (mask & (mask_path | mask_remote)) set_up_frames();
  set_up_responder();
  set_up_requester();
  if (mask & mask_state) enter(a.state);
}

void QueuePair::set_up_responder() {
  const QpAttributes& a = attributes;
  responder.configure({a.mtu, a.access, a.max_dest_rd_atomic, a.min_rnr_timer, device_.config.advertise_credits,
                       config.domain, number});
  uc_responder.configure({a.mtu, a.access, config.domain, number});
  ud_responder.configure({a.mtu, a.qkey, config.domain, number});
}

void QueuePair::set_up_frames() {
  wire::RoceTemplate::Ends ends;
  const Path& p = attributes.path;
  ends.source_mac = p.source_mac;
  ends.destination_mac = p.destination_mac;
  ends.source = p.source;
  ends.destination = p.destination;
  // One flow a QP for routers that hash; dynamic port range as RoCEv2 recommends (annex A17.9.1).
  ends.source_port = static_cast<std::uint16_t>(0xc000 | ((number.value ^ attributes.remote.value * 31) & 0x3fff));
  ends.dscp = static_cast<std::uint8_t>(p.traffic_class >> 2);
  ends.ecn = static_cast<wire::Ecn>(p.traffic_class & 3);
  ends.hop_limit = p.hop_limit;
  frames = wire::RoceTemplate(ends);
}

void QueuePair::set_up_requester() {
  const QpAttributes& a = attributes;
  const Ps timeout = rc::ack_timeout(a.timeout);
  requester.configure({config.transport, a.mtu, device_.profile.ack_request_every,
                       timeout == never ? never : std::max(timeout, device_.profile.minimum_timeout),
                       device_.profile.adaptive_timeouts, a.retry_count, a.rnr_retry, a.max_rd_atomic});
}

void QueuePair::enter(rc::QpState next) {
  const rc::QpState before = attributes.state;
  if (next == rc::QpState::err) return error();
  attributes.state = next;
  signals.state(next);
  switch (next) {
    case rc::QpState::reset:
      reset();
      break;
    case rc::QpState::rtr:
      responder.start(attributes.rq_psn);
      uc_responder.start(attributes.rq_psn);
      signals.expected(attributes.rq_psn);
      break;
    case rc::QpState::rts:
      if (before == rc::QpState::rtr) requester.start(attributes.sq_psn);
      requester.hold(false);
      break;
    case rc::QpState::sqd:
      if (before != rc::QpState::sqd) drain_reported_ = false;
      requester.hold(true);
      report_drained();
      break;
    default:
      break;
  }
  transmitter_.schedule(*this);
  transmitter_.pump();
}

void QueuePair::reset() {
  ++lives;
  established = false;
  discards_in.reset();
  rate = rate_limit_of(device_, config);
  requester.reset();
  responder.reset();
  uc_responder.reset();
  sends.reset();
  sending_.run.end();
  if (own_receives) own_receives->reset();
  parked.clear();
  parked_waits = false;
  early.clear();
}

void QueuePair::report_drained() {
  if (attributes.state == rc::QpState::sqd && !drain_reported_ && requester.drained()) {
    drain_reported_ = true;
    if (attributes.notify_drained) device_.raise(AsyncEvent::sq_drained, number.value);
  }
  if (attributes.state != rc::QpState::sqd) drain_reported_ = false;
}

void QueuePair::error() {
  if (attributes.state == rc::QpState::err) return;
  attributes.state = rc::QpState::err;
  signals.state(rc::QpState::err);
  device_.probe.moment(moment_qp_error, tag(no_message), {{"qpn", number.value}});
  requester.flush();
  take_work();
  const auto open = config.transport == rc::Transport::uc ? uc_responder.abandon(rc::Status::wr_flush_err)
                                                          : responder.abandon(rc::Status::wr_flush_err);
  if (open) received(*open, tag(no_message));
  flush_receives();
  parked.clear();
  early.clear();
  if (!own_receives) device_.raise(AsyncEvent::qp_last_wqe_reached, number.value);
}

/// UC and UD: a work request that failed stops the send queue alone; receiving goes on (IBTA vol. 1, 10.3.1.6).
void QueuePair::send_error() {
  attributes.state = rc::QpState::sqe;
  signals.state(rc::QpState::sqe);
  device_.probe.moment(moment_sq_error, tag(no_message), {{"qpn", number.value}});
  requester.flush();
  take_work();
}

rc::Arrival QueuePair::arrive(const wire::RoceView& v, Tag tag, std::vector<protection::Piece>& pieces) {
  switch (config.transport) {
    case rc::Transport::uc:
      return uc_responder.receive(v, pieces);
    case rc::Transport::ud:
      return ud_responder.receive(v, pieces);
    case rc::Transport::rc:
      break;
  }
  return responder.receive(v, tag, pieces);
}

void QueuePair::flush_receives() {
  if (!own_receives) return;
  while (const auto index = receives->take_unseen()) {
    rc::Received r;
    r.status = rc::Status::wr_flush_err;
    r.index = *index;
    received(r, tag(no_message));
  }
}

void QueuePair::send_doorbell(const abi::ControlSegment& newest, const std::uint8_t* octets, std::uint32_t bytes) {
  sends.doorbell(newest, octets, bytes);
}

void QueuePair::receive_doorbell(std::uint32_t posted) {
  receives->posted(posted);
  if (attributes.state == rc::QpState::err) flush_receives();
}

void QueuePair::take_work() {
  rc::SendWork w;
  for (;;) {
    switch (sends.next(w)) {
      case SendQueue::Parse::none:
        transmitter_.schedule(*this);
        return transmitter_.pump();
      case SendQueue::Parse::malformed:
        // Software wrote something that is no WQE: nothing behind it can be read either.
        if (attributes.state != rc::QpState::err) device_.raise(AsyncEvent::qp_fatal, number.value);
        return error();
      case SendQueue::Parse::work:
        break;
    }
    if (attributes.state == rc::QpState::err || attributes.state == rc::QpState::sqe) {
      complete(w, rc::Status::wr_flush_err, 0);
    } else {
      requester.push(w);
    }
  }
}

void QueuePair::show_rate() {
  if (!device_.rate_row || !signals.shown()) return;
  device_.probe.change(*device_.rate_row, rate->mbps(device_.timeline.now()));
}

void QueuePair::arm_timer() {
  const Ps t = may_send() ? requester.wakes() : never;
  if (t >= armed_for_) return;  // the pending action looks again
  armed_for_ = t;
  device_.timeline.at(std::max(t, device_.timeline.now()), [this, t] {
    if (armed_for_ == t) armed_for_ = never;
    expire();
  });
}

void QueuePair::expire() {
  const Ps now = device_.timeline.now();
  if (may_send() && requester.wakes() <= now) {
    if (requester.waits_for_receive()) {
      silence.heard(now);
    } else if (const Ps silent = silence.ended(now); silent > 0) {
      device_.probe.count(timer_idle_ps, tag(no_message), static_cast<std::uint64_t>(silent));
    }
    requester.time(now);
    transmitter_.schedule(*this);
    transmitter_.pump();
  }
  // A wish that the pipeline could not take up yet is asked for again when it picks this queue pair.
  if (requester.wakes() > now) arm_timer();
}

std::uint64_t QueuePair::held_bitmap() const {
  if (early.empty()) return 0;
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 64; ++i)
    if (early.has(responder.expected() + 1 + i)) bits |= std::uint64_t{1} << i;
  return bits;
}

}  // namespace rocelab::rnic
