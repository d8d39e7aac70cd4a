#pragma once
#include <map>
#include <string>
#include <vector>

#include "hw/rnic/attack/verdict.h"
#include "hw/rnic/bench.h"
#include "tlm/random.h"

namespace rocelab::test {

/// A stranger who sends what he likes to one queue pair of a NIC: to numbers that nobody has, from addresses that are
/// not the peer's, and, in the peer's place, with guessed keys, addresses, PSNs and opcodes, and packets seen before.
class Attack {
 public:
  Attack(rc::Transport, rc::QpState, std::uint64_t seed);

  /// Throws isolation::Wrong at the first thing that is not as the rules say.
  void play(std::uint64_t packets);

  /// How many packets came to what: by the counter that a drop moved, or by the answer.
  const std::map<std::string, std::uint64_t>& outcomes() const { return outcomes_; }
  std::uint64_t replayed() const { return replayed_; }

 private:
  struct Access {
    bool write;
    BusAddr address;
    std::uint32_t bytes;
  };
  enum class Where { right, wrong_qpn, wrong_source, wrong_destination, wrong_pkey, wrong_icrc };

  void raise();
  void change_memory();
  void one();
  PacketPtr forge(Where);
  void give(const PacketPtr&);
  void harmless(const std::map<std::string, std::uint64_t>& before, const QpAttributes&, Where, const wire::RoceView&);
  void obeys(const Verdict&, const QpAttributes&, const PacketPtr&);
  void answers(const Verdict&) const;
  std::vector<BusAddr> touched(bool write) const;
  isolation::Input random_input();

  const rc::Transport transport_;
  const rc::QpState state_;
  Random random_;
  NicBench nic_;
  Qpn qpn_{}, other_{};
  std::unique_ptr<isolation::Owner> owner_;
  std::unique_ptr<Rules> rules_;
  std::vector<Access> accesses_;
  std::uint32_t posted_ = 0;
  std::vector<PacketPtr> seen_;  // packets that were accepted once
  std::vector<std::uint8_t> octets_;
  std::map<std::string, std::uint64_t> outcomes_;
  std::uint64_t replayed_ = 0;
};

}  // namespace rocelab::test
