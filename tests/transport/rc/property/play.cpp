#include "end.h"

namespace rocelab::rc::property {
namespace {

/// Does this flaw show, and how?
bool shows(const Step& s, std::uint32_t mtu, Status& as) {
  const SendWork& w = s.work;
  switch (s.flaw) {
    case Flaw::none:
      return false;
    case Flaw::local_check:
      as = Status::loc_prot_err;
      return true;
    case Flaw::remote_key:
      as = Status::rem_access_err;
      return w.op == SendOp::send_invalidate || ((is_write(w.op) || is_fetch(w.op)) && w.length > 0);
    case Flaw::too_long:
      as = Status::rem_inv_req_err;
      return is_send(w.op) && w.length > 0;
    case Flaw::under_way:
      as = Status::loc_prot_err;
      return !is_local(w.op) && !is_atomic(w.op) && w.length > mtu;
  }
  return false;
}

}  // namespace

bool End::justified(const Run& run, std::uint64_t lost, Status status) const {
  if (status == Status::rnr_retry_exc_err) return plan.requester.rnr_retry != 7;
  if (status != Status::retry_exc_err) return false;
  if (peer_->failed || !run.patient) return true;
  const Faults &f = plan.faults, &g = peer_->plan.faults;
  if (f.disorders() || g.disorders()) return true;
  return lost > plan.requester.retry_count;
}

void End::check_end(const Run& run, std::uint64_t lost) {
  bool over = false;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& s = plan.steps[i];
    Status as = Status::success;
    const bool flawed = shows(s, plan.requester.mtu, as);
    if (!s.done) {
      if (i < posted_ && !failed && !peer_->failed) wrong("stuck at " + std::to_string(i));
      if (!failed && !peer_->failed) wrong("not everything was posted");
      continue;
    }
    if (s.status == Status::success && flawed) wrong("should have failed: " + std::to_string(i));
    if (s.status == Status::success || over) continue;
    over = true;
    if (s.status == Status::wr_flush_err) continue;  // the responder half ended the queue pair
    if (!(flawed && s.status == as) && !justified(run, lost, s.status))
      wrong(std::to_string(i) + " failed without a reason: " + std::string(name(s.status)));
  }
  for (std::size_t i = 0; i < memory.size(); ++i) {
    if (open_[i] || memory[i] == expect_[i]) continue;
    wrong("memory changed at " + std::to_string(i));
    break;
  }
  if (failed || peer_->failed) return;
  const SendWindow& w = requester.window();
  if (w.oldest != w.sent || w.next != w.sent || requester.rd_outstanding() != 0) wrong("the window did not close");
  if (peer_->responder.expected() != w.sent) wrong("PSNs differ in the end");
  std::uint32_t messages = 0;
  for (const Step& s : plan.steps) messages += !is_local(s.work.op);
  if (peer_->responder.msn() != messages) wrong("the MSN differs in the end");
  if (peer_->nth(atomics_run, is_atomic)) wrong("an atomic was not executed");
}

std::string play(std::uint64_t seed) {
  const Run run = draw(seed);
  PacketPool pool;  // outlives what is pending
  Timeline timeline;
  Path ab(timeline, run.plan[0].faults, seed, "rc.property.ab"),
      ba(timeline, run.plan[1].faults, seed, "rc.property.ba");
  End a(timeline, pool, run, 0, ab), b(timeline, pool, run, 1, ba);
  ab.deliver = [&b](const PacketPtr& p) { b.arrives(p); };
  ba.deliver = [&a](const PacketPtr& p) { a.arrives(p); };
  a.begin(b);
  b.begin(a);
  constexpr Ps slice = 1'000'000'000, limit = 2'000'000'000'000'000;
  while (timeline.next() != never && timeline.steps() < 3'000'000 && timeline.now() < limit) {
    timeline.run_until(std::max(timeline.next(), timeline.now() + slice));
    if (!a.fault.empty() || !b.fault.empty()) break;
  }
  std::string what = a.fault.empty() ? b.fault : a.fault;
  if (what.empty() && timeline.next() != never) what = "it never ends";
  if (what.empty()) {
    a.check_end(run, ab.lost + ba.lost);
    b.check_end(run, ab.lost + ba.lost);
    what = a.fault.empty() ? b.fault : a.fault;
  }
  return what.empty() ? "" : run.scheme + ", " + what;
}

}  // namespace rocelab::rc::property
