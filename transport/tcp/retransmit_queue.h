#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm/units.h"
#include "transport/tcp/sequence.h"

namespace rocelab::tcp {

/// A range that was sent in one go and is not yet acknowledged as a whole, and what the scoreboard knows of it
/// (RFC 6675, 3). The SYN and the FIN take one number each.
struct Chunk {
  Seq begin = 0;
  Seq end = 0;
  std::uint32_t mss = 1;
  std::uint32_t segments = 1;
  std::uint16_t transmissions = 1;
  bool fin = false;   // the last number is the FIN's
  bool push = false;  // PSH stands on its last octet
  bool sacked = false;
  bool lost = false;
  bool resent = false;          // and that copy is still thought to be in the network
  Ps sent = 0;                  // last transmission
  std::uint64_t delivered = 0;  // segments delivered by then

  std::uint32_t payload() const { return static_cast<std::uint32_t>(end - begin) - (fin ? 1 : 0); }
  bool ever_resent() const { return transmissions > 1; }
};

/// All that is sent and not acknowledged, in order of sequence, without gaps; counts segments by mark.
class RetransmitQueue {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const Chunk& operator[](std::size_t i) const { return ring_[(head_ + i) & (ring_.size() - 1)]; }
  const Chunk& front() const { return (*this)[0]; }
  const Chunk& back() const { return (*this)[size_ - 1]; }

  void push(const Chunk&);
  /// Takes the first chunk out, with its marks.
  void pop_front();
  /// Cuts the segments that are acknowledged as a whole off the first chunk; returns how many.
  std::uint32_t trim_front(Seq una);
  /// The chunk that holds `at`, or size() when none does.
  std::size_t find(Seq at) const;
  /// Cuts chunk i at `at`, which lies inside it.
  void split(std::size_t i, Seq at);

  void mark_sacked(std::size_t i);
  void clear_sacked(std::size_t i);
  /// False when it was marked, and not resent since. A resend that is lost again goes out again (RFC 8985, 7.2).
  bool mark_lost(std::size_t i);
  void clear_lost(std::size_t i);
  void mark_resent(std::size_t i, Ps now, std::uint64_t delivered);
  void clear_resent(std::size_t i);
  /// Joins chunk i with the one before where both are SACKed and nothing else, to keep the queue short.
  bool merge_sacked(std::size_t i);

  /// The first chunk marked lost and not resent since, or size().
  std::size_t next_lost();

  // Segments.
  std::uint32_t packets_out() const { return packets_; }
  std::uint32_t sacked_out() const { return sacked_ + dupacks_; }
  std::uint32_t lost_out() const { return lost_; }
  std::uint32_t retrans_out() const { return resent_; }
  std::uint32_t left_out() const { return sacked_out() + lost_; }
  std::uint32_t in_flight() const {
    return packets_ + resent_ - (left_out() < packets_ + resent_ ? left_out() : packets_ + resent_);
  }

  /// Without SACK each duplicate ACK stands for one segment that has left the network (RFC 6582).
  std::uint32_t dupacks() const { return dupacks_; }
  void set_dupacks(std::uint32_t n) { dupacks_ = n; }

  /// One past the highest SACKed number; `una` when nothing is SACKed.
  Seq highest_sacked(Seq una) const { return sacked_ == 0 ? una : highest_sacked_; }

 private:
  Chunk& at(std::size_t i) { return ring_[(head_ + i) & (ring_.size() - 1)]; }
  void grow();
  void count(const Chunk& c, int sign);

  std::vector<Chunk> ring_ = std::vector<Chunk>(16);  // power of two
  std::size_t head_ = 0;
  std::size_t size_ = 0;
  std::uint32_t packets_ = 0, sacked_ = 0, lost_ = 0, resent_ = 0, dupacks_ = 0;
  Seq highest_sacked_ = 0;
  Seq lost_from_ = INT64_MAX;  // nothing before is lost and waiting
};

}  // namespace rocelab::tcp
