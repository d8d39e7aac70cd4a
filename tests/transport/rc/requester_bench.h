#pragma once
#include <string>
#include <vector>

#include "frames.h"
#include "support/catch.h"
#include "transport/rc/requester.h"

namespace rocelab::rc::test {

inline constexpr Ps us = 1'000'000;

/// A requester driven by hand: packets out as one line each, answers in, completions noted.
class RequesterBench : public Requester::Owner {
 public:
  struct Done {
    std::uint32_t wqe;
    Status status;
    bool operator==(const Done& o) const { return wqe == o.wqe && status == o.status; }
  };
  static Requester::Settings usual() {
    Requester::Settings s;
    s.mtu = 256;
    s.ack_timeout = 100 * us;
    s.retry_count = 3;
    s.rnr_retry = 3;
    s.max_rd_atomic = 4;
    return s;
  }
  explicit RequesterBench(const std::string& scheme_name = "go_back_n", const Requester::Settings& s = usual(),
                          Psn first = Psn(100), const std::vector<std::pair<std::string, double>>& parameters = {})
      : requester(*this, 16, scheme(scheme_name).sender(scheme_values(scheme(scheme_name), parameters))) {
    requester.configure(s);
    requester.start(first);
  }

  Requester requester;
  Ps now = 0;
  std::vector<Done> done;
  std::vector<std::uint32_t> executed;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> placed;  // wqe, offset
  Status refuse_with = Status::success;                         // of the local checks
  std::uint32_t refuse = 0xffffffff;                            // ... of this work request
  std::vector<Ps> waits;
  unsigned timeouts = 0;

  std::uint32_t post(SendOp op, std::uint32_t length = 8, bool fence = false) {
    SendWork w;
    w.op = op;
    w.length = length;
    w.fence = fence;
    w.wqe = posted_++;
    requester.push(w);
    return w.wqe;
  }
  /// PSNs of all packets that may leave now.
  std::vector<std::uint32_t> sent() {
    std::vector<std::uint32_t> psns;
    last.clear();
    while (const auto s = requester.next(now)) psns.push_back(s->psn.value()), last.push_back(*s);
    return psns;
  }
  std::vector<Segment> last;  // of the latest sent()

  void answer(const wire::Aeth& aeth, std::uint32_t psn, std::uint32_t distance = 0) {
    wire::Bth bth;
    bth.opcode = wire::Opcode::acknowledge;
    bth.psn = Psn(psn);
    bth.reserved6 = static_cast<std::uint8_t>(distance >> 7);
    bth.reserved7 = static_cast<std::uint8_t>(distance & 127);
    const PacketPtr p = frames_.make(bth, 0, 0, [&](std::uint8_t* at) { aeth.encode(at); });
    requester.acknowledge(wire::RoceView::parse(*p), now);
  }
  void ack(std::uint32_t psn, std::uint32_t msn = 0, std::uint8_t credits = wire::Aeth::no_credits) {
    answer(wire::Aeth::ack(msn, credits), psn);
  }
  void nak(std::uint32_t psn, wire::NakCode code = wire::NakCode::psn_sequence_error, std::uint32_t distance = 0) {
    answer(wire::Aeth::nak(0, code), psn, distance);
  }
  void rnr(std::uint32_t psn, std::uint8_t timer) { answer(wire::Aeth::rnr(0, timer), psn); }
  void read_response(wire::Opcode op, std::uint32_t psn, std::uint32_t bytes, std::uint32_t msn = 0,
                     std::uint8_t credits = 31) {
    wire::Bth bth;
    bth.opcode = op;
    bth.psn = Psn(psn);
    const PacketPtr p = frames_.make(bth, bytes, 7, [&](std::uint8_t* at) {
      if (wire::traits(op).aeth) wire::Aeth::ack(msn, credits).encode(at);
    });
    requester.read_response(wire::RoceView::parse(*p), now);
  }
  void atomic_response(std::uint32_t psn, std::uint64_t original, std::uint32_t msn = 0, std::uint8_t credits = 31) {
    wire::Bth bth;
    bth.opcode = wire::Opcode::atomic_acknowledge;
    bth.psn = Psn(psn);
    const PacketPtr p = frames_.make(bth, 0, 0, [&](std::uint8_t* at) {
      wire::Aeth::ack(msn, credits).encode(at);
      wire::AtomicAckEth{original}.encode(at + wire::Aeth::size);
    });
    requester.atomic_response(wire::RoceView::parse(*p), now);
  }
  /// The timer of the requester runs out.
  void expire() {
    now = requester.wakes();
    requester.time(now);
  }

  Status admit(const SendWork& w) override { return w.wqe == refuse ? refuse_with : Status::success; }
  Status execute(const SendWork& w) override {
    executed.push_back(w.wqe);
    return admit(w);
  }
  Status place(const SendWork& w, std::uint32_t offset, const std::uint8_t*, std::uint32_t) override {
    placed.emplace_back(w.wqe, offset);
    return Status::success;
  }
  void completed(const SendWork& w, Status status, std::uint8_t) override {
    done.push_back({w.wqe, status});
    if (status != Status::success && status != Status::wr_flush_err) requester.flush();
  }
  void timed_out(Psn, std::uint8_t) override { ++timeouts; }
  void rnr_waits(Psn, Ps d) override { waits.push_back(d); }

 private:
  Frames frames_;
  std::uint32_t posted_ = 0;
};

using Psns = std::vector<std::uint32_t>;
using Dones = std::vector<RequesterBench::Done>;
inline std::ostream& operator<<(std::ostream& os, const RequesterBench::Done& d) {
  return os << d.wqe << ' ' << name(d.status);
}

}  // namespace rocelab::rc::test
