#include "end.h"

namespace rocelab::rc::property {

void End::arrives(const PacketPtr& packet) {
  if (failed) return;
  const wire::RoceView view = wire::RoceView::parse(*packet);
  const Ps now = timeline_.now();
  if (!view.op.response) {
    request(packet);
  } else if (view.bth.opcode == wire::Opcode::acknowledge) {
    requester.acknowledge(view, now);
  } else if (view.bth.opcode == wire::Opcode::atomic_acknowledge) {
    requester.atomic_response(view, now);
  } else {
    requester.read_response(view, now);
  }
  pump();
  arm();
}

/// Nothing passes a packet that waits for its receive work request.
void End::request(const PacketPtr& packet) {
  if (parked_waits_ || !handle(packet)) parked_.push_back(packet);
}

/// False when the packet has to wait.
bool End::handle(PacketPtr packet) {
  while (packet && !failed) {
    const wire::RoceView view = wire::RoceView::parse(*packet);
    pieces_.clear();
    const Arrival a = responder.receive(view, Tag{}, pieces_);
    if (a.kind == Arrival::Kind::wait) {
      parked_waits_ = true;
      timeline_.after(plan.fetch_time, [this] {
        fetched_ = taken_ + 1;
        parked_waits_ = false;
        std::deque<PacketPtr> again;
        again.swap(parked_);
        for (const PacketPtr& p : again) request(p);
        pump();
      });
      // It may be one that was held: it stays in front of all others.
      if (!parked_.empty()) wrong("packets were parked before there was a need");
      return parked_.push_back(packet), true;
    }
    if (a.kind == Arrival::Kind::held) early_.hold(view.bth.psn, packet);
    if (a.atomic) {
      atomics_.push_back({view.bth.psn, pieces_.front().address, *a.atomic});
      if (atomics_.size() == 1) start_atomic();
    } else {
      const std::uint8_t* from = view.payload;
      std::uint32_t placed = 0;
      for (const protection::Piece& piece : pieces_) {
        std::copy_n(from + placed, piece.length, &memory.at(piece.address + piece.length - 1) - (piece.length - 1));
        placed += piece.length;
      }
      if (a.kind == Arrival::Kind::accepted && !view.op.read && placed != view.payload_length)
        wrong("octets without a place");
      if (a.kind != Arrival::Kind::accepted && placed > 0) wrong("octets of a packet that was not accepted");
    }
    if (a.completes) completes(a.received);
    if (a.fatal) error();
    packet = a.kind == Arrival::Kind::accepted ? early_.take(responder.expected()) : PacketPtr{};
  }
  return true;
}

void End::start_atomic() {
  timeline_.after(plan.atomic_time, [this] { finish_atomic(); });
}

void End::finish_atomic() {
  const Atomic a = atomics_.front();
  atomics_.pop_front();
  std::uint64_t original;
  std::copy_n(&memory[a.address], 8, reinterpret_cast<std::uint8_t*>(&original));
  std::uint64_t value = a.operands.swap ? a.operands.swap_or_add : original + a.operands.swap_or_add;
  if (a.operands.swap && original != a.operands.compare) value = original;
  std::copy_n(reinterpret_cast<const std::uint8_t*>(&value), 8, &memory[a.address]);
  std::copy_n(reinterpret_cast<const std::uint8_t*>(&value), 8, &expect_[a.address]);
  const Step* step = peer_->nth(atomics_run++, is_atomic);
  if (!step || step->work.remote != a.address || step->found != original || step->leaves != value)
    wrong("atomic " + std::to_string(atomics_run) + " executed wrong, twice or out of order");
  responder.atomic_done(a.psn, original);
  if (!atomics_.empty()) start_atomic();
  pump();
}

ReceiveSource::Look End::look(ReceiveWork& work) {
  if (taken_ >= posted_receives()) return Look::empty;
  if (taken_ >= fetched_) {
    if (random_.below(8) < plan.slow_receives) return Look::fetching;
    fetched_ = taken_ + 1;
  }
  const Receive& r = plan.receives[taken_];
  work = {static_cast<std::uint32_t>(taken_), r.sges.data(), static_cast<std::uint32_t>(r.sges.size())};
  return Look::ready;
}

void End::take() { ++taken_; }

std::optional<std::uint32_t> End::left() const { return static_cast<std::uint32_t>(posted_receives() - taken_); }

std::size_t End::posted_receives() const {
  std::size_t n = 0;
  while (n < plan.receives.size() && plan.receives[n].posted_at <= timeline_.now()) ++n;
  return n;
}

}  // namespace rocelab::rc::property
