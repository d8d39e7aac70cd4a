#pragma once
#include <string>

#include "hw/pcie/bench.h"
#include "tlm/random.h"

namespace rocelab::pcie::test {

enum class Flow { write, read, both };

/// What a stream asks for: requests of these sizes in turn, from aligned places, so many at a time.
struct Stream {
  Flow direction = Flow::write;
  std::vector<std::uint32_t> sizes{4096};
  std::uint64_t octets = 1 << 20;
  unsigned inflight = 64;
  std::uint64_t misaligned = 0;  // the place of every request, within its page
};

/// Plays it and returns its rate in Gb/s, per direction.
class Player {
 public:
  Player(const Profile& profile, const Stream& stream)
      : bench_(profile, pages * 4096 + 65536), stream_(stream), buffer_(65536) {}

  double gbps() {
    if (stream_.direction != Flow::read) start(true);
    if (stream_.direction != Flow::write) start(false);
    bench_.timeline.run_while_busy();
    return static_cast<double>(moved_ / (stream_.direction == Flow::both ? 2 : 1)) * 8e3 /
           static_cast<double>(bench_.timeline.now());
  }

 private:
  static constexpr std::uint64_t pages = 64;

  void start(bool writes) {
    // Read requests queue behind writes on their way to the host: to be as fast, twice as many have to be under way.
    const bool behind = !writes && stream_.direction == Flow::both;
    for (unsigned i = 0; i < stream_.inflight * (behind ? 2 : 1); ++i) next(writes);
  }
  void next(bool write) {
    std::uint64_t& asked = asked_[write];
    if (asked >= stream_.octets) return;
    const std::uint32_t size = stream_.sizes[turn_[write]++ % stream_.sizes.size()];
    const BusAddr at = turn_[write] % pages * 4096 + stream_.misaligned;
    asked += size;
    moved_ += size;
    if (write) {
      bench_.slot->write(at, buffer_.data(), size, {}, [this] { next(true); });
    } else {
      bench_.slot->read(at, buffer_.data(), size, {}, [this] { next(false); });
    }
  }

  Bench bench_;
  Stream stream_;
  std::vector<std::uint8_t> buffer_;
  std::uint64_t asked_[2]{}, turn_[2]{}, moved_ = 0;
};

inline double gbps(const Profile& profile, const Stream& stream) { return Player(profile, stream).gbps(); }

}  // namespace rocelab::pcie::test
