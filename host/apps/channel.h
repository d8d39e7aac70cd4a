#pragma once
#include <cstdint>
#include <optional>

#include "tlm/probe.h"

namespace rocelab::host {

/// One end of the road between two programs, as an application sees it: messages of one size go and come, by their
/// round. What sends them, how they are waited for and who copies them is the road's affair.
class Channel {
 public:
  /// Which messages of the flow an end's rounds are: round r goes out as r · each + out and comes in as r · each + in.
  struct Numbers {
    unsigned each = 1, out = 0, in = 0;
  };

  explicit Channel(Numbers numbers) : numbers_(numbers) {}
  virtual ~Channel() = default;

  /// Returns when the program may go on; waits while no more may be on its way. False: the road has failed.
  virtual bool send(std::uint64_t round) = 0;
  /// Waits for the end of all that was sent, where the road tells a program of it.
  virtual void flush() {}
  /// Waits for the message of `round`. Which one has come: another where several connections bring them. Nothing: no
  /// more will.
  virtual std::optional<std::uint64_t> receive(std::uint64_t round) = 0;
  /// Does this end learn that a message has come? A one-sided WRITE of a stream tells nobody.
  virtual bool hears() const { return true; }
  /// The application's own time at which something of a round happened.
  virtual void note(const MomentKind&, std::uint64_t round) = 0;

 protected:
  std::uint64_t outgoing(std::uint64_t round) const { return round * numbers_.each + numbers_.out; }
  std::uint64_t incoming(std::uint64_t round) const { return round * numbers_.each + numbers_.in; }

 private:
  Numbers numbers_;
};

}  // namespace rocelab::host
