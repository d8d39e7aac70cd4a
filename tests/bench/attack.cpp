// attack [PACKETS [SEED]]: forged packets (a million) to a queue pair of each transport in each of its states, and what
// became of them. `ninja attack && tests/attack`
#include <cstdio>
#include <cstdlib>

#include "hw/rnic/attack/attack.h"
#include "support/isolation/wrong.h"

using namespace rocelab;

int main(int count, char** arguments) {
  const auto number = [&](int i, std::uint64_t otherwise) {
    return count > i ? std::strtoull(arguments[i], nullptr, 10) : otherwise;
  };
  const std::uint64_t packets = number(1, 1'000'000), seed = number(2, 1);
  bool wrong = false;
  for (const auto& [transport, name] :
       {std::pair{rc::Transport::rc, "RC"}, {rc::Transport::uc, "UC"}, {rc::Transport::ud, "UD"}}) {
    for (unsigned s = 0; s < std::size(rc::qp_state_names); ++s) {
      const auto state = static_cast<rc::QpState>(s);
      // A reliable connection has no such state (IBTA vol. 1, 10.3.1.6).
      if (transport == rc::Transport::rc && state == rc::QpState::sqe) continue;
      test::Attack attack(transport, state, seed * 32 + s);
      std::printf("%s %s:", name, std::string(rc::name(state)).c_str());
      try {
        attack.play(packets);
      } catch (const isolation::Wrong& what) {
        wrong = true;
        std::printf(" WRONG: %s;", what.what());
      }
      for (const auto& [outcome, n] : attack.outcomes())
        std::printf(" %s %llu,", outcome.c_str(), static_cast<unsigned long long>(n));
      std::printf(" replayed %llu\n", static_cast<unsigned long long>(attack.replayed()));
      std::fflush(stdout);
    }
  }
  return wrong;
}
