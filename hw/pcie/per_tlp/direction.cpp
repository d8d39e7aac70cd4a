#include "hw/pcie/per_tlp/direction.h"

#include <utility>

namespace rocelab::pcie {

Direction::Direction(Timeline& timeline, const Profile& profile, const std::array<Credits, class_count>& advertised,
                     Receive receive)
    : timeline_(timeline),
      propagation_(profile.propagation),
      period_(profile.update_period()),
      line_(profile.link, profile.limits.mps),
      receive_(std::move(receive)),
      ends_{End(advertised[0]), End(advertised[1]), End(advertised[2])} {}

void Direction::push(Tlp tlp) {
  tlp.serial = serial_++;
  ends_[index(tlp.cls)].queue.push_back(tlp);
  pump();
}

bool Direction::may_go(Class c) const {
  const End& end = ends_[index(c)];
  if (end.queue.empty() || !end.transmitter.covers(1, end.queue.front().data_credits())) return false;
  if (c == Class::non_posted && gate_ && !gate_->is_open()) return false;
  const auto& posted = ends_[index(Class::posted)].queue;
  return c == Class::posted || posted.empty() || posted.front().serial > end.queue.front().serial;
}

Direction::End* Direction::next() {
  End* first = nullptr;
  for (const Class c : {Class::posted, Class::non_posted, Class::completion}) {
    End& end = ends_[index(c)];
    if (may_go(c) && (!first || end.queue.front().serial < first->queue.front().serial)) first = &end;
  }
  return first;
}

void Direction::pump() {
  if (pump_due_) return;
  End* end = next();
  if (!end) return;
  Tlp tlp = end->queue.front();
  end->queue.pop_front();
  if (tlp.cls == Class::non_posted && gate_) gate_->pass(tlp);
  end->transmitter.use(1, tlp.data_credits());
  if (on_credits) on_credits();
  flying_.push_back(tlp);
  const Ps sent = line_.send(timeline_.now(), tlp.octets);
  timeline_.at(sent + propagation_, [this] {
    const Tlp landed = flying_.front();
    flying_.pop_front();
    arrive(landed);
  });
  pump_due_ = true;
  timeline_.at(sent, [this] {
    pump_due_ = false;
    pump();
  });
}

void Direction::arrive(const Tlp& tlp) {
  ends_[index(tlp.cls)].receiver.use(1, tlp.data_credits());
  receive_(tlp);
}

void Direction::drained(const Tlp& tlp) {
  End& end = ends_[index(tlp.cls)];
  end.receiver.give_back(1, tlp.data_credits());
  ++end.to_return.header;
  end.to_return.data += tlp.data_credits();
  if (update_due_) return;
  update_due_ = true;
  timeline_.at((timeline_.now() + period_ - 1) / period_ * period_, [this] { send_update(); });
}

void Direction::send_update() {
  update_due_ = false;
  std::array<Credits, class_count> returned;
  for (std::size_t c = 0; c < class_count; ++c) returned[c] = std::exchange(ends_[c].to_return, {});
  timeline_.after(propagation_, [this, returned] {
    for (std::size_t c = 0; c < class_count; ++c) ends_[c].transmitter.give_back(returned[c].header, returned[c].data);
    if (on_credits) on_credits();
    pump();
  });
}

}  // namespace rocelab::pcie
