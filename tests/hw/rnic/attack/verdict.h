#pragma once
#include <deque>
#include <optional>
#include <vector>

#include "support/isolation/owner.h"
#include "tlm/wire/roce_frame.h"
#include "transport/rc/qp_state.h"

namespace rocelab::test {

/// What has to come of one packet, and nothing else.
struct Verdict {
  bool error = false;                  // the queue pair goes to the error state
  bool repeats = false;                // asked for once more: responses, if any, hold what may be read
  std::optional<std::uint8_t> answer;  // syndrome of the only response without payload; bits 0 to 4 of an ACK are free
  Psn answer_psn{};
  std::uint32_t read = 0;  // octets of READ responses
  bool reads = false, atomic = false;
  std::vector<BusAddr> to;    // octets that are written, in order
  std::vector<BusAddr> from;  // octets that are read, in order
  bool may_store = true;      // an atomic that compares may find another value
  Psn expected{};             // PSN that the queue pair waits for then
};

/// The rules of IBTA vol. 1, 9.7.4.1 (RC), 9.8.2.2 (UC) and 9.8.3 (UD) for a queue pair that takes requests, followed
/// packet by packet from outside. Keys are judged by shadow memory.
class Rules {
 public:
  Rules(isolation::Owner& owner, rc::Transport transport) : owner_(owner), transport_(transport) {}

  std::uint32_t mtu = 1024, access = 0, qkey = 0;
  std::uint8_t rnr_timer = 0;

  void start(Psn expected);
  /// A receive has been posted.
  void posted(const rc::Sge& s) { receives_.push_back(s); }
  std::size_t receives() const { return receives_.size(); }

  Verdict judge(const wire::RoceView&);

 private:
  enum class Open : std::uint8_t { none, send, write };
  using S = isolation::ShadowMemory;

  Verdict reliable(const wire::RoceView&);
  Verdict unreliable(const wire::RoceView&);
  Verdict datagram(const wire::RoceView&);
  bool length_right(const wire::RoceView&) const;
  Verdict nak(std::uint8_t syndrome, Psn, bool fatal);
  Verdict nothing() const;
  std::optional<std::vector<BusAddr>> write_place(const wire::RoceView&);
  std::optional<std::vector<BusAddr>> receive_place(std::uint32_t offset, std::uint32_t length) const;
  /// Does the receive work request have room for the message so far?
  bool fits(const wire::RoceView&) const;
  void accepted(const wire::RoceView&);

  isolation::Owner& owner_;
  rc::Transport transport_;
  Psn expected_{};
  bool told_ = false;  // of the gap, or of the missing receive
  Open open_ = Open::none;
  std::uint32_t offset_ = 0;
  wire::Reth reth_;
  std::deque<rc::Sge> receives_;
  std::optional<rc::Sge> taken_;
};

}  // namespace rocelab::test
