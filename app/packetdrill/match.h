#pragma once
#include <cstdint>
#include <deque>
#include <string>

#include "app/packetdrill/host.h"
#include "app/packetdrill/script.h"

namespace rocelab::app::packetdrill {

/// What a script's timestamps stand for: TSval of the machine is its clock's, the script's is the author's.
class TimestampMap {
 public:
  /// An outbound packet showed `live` where the script has `script`.
  void learn(std::uint32_t script, std::uint32_t live);
  /// The machine's TSval in the script's numbers, reckoned from the first that was seen.
  std::uint32_t to_script(std::uint32_t live) const { return first_script_ + (live - first_live_); }
  /// What an inbound packet echoes. Throws Failure when no outbound packet had that value, unless `scaled`.
  std::uint32_t to_live(std::uint32_t script, bool scaled) const;

 private:
  bool any_ = false;
  std::uint32_t first_script_ = 0, first_live_ = 0;
  std::map<std::uint32_t, std::uint32_t> live_of_;
};

/// Takes from `sent` what makes up the script's outbound packet: several segments in a row may, as TSO and the sending
/// queue's own boundaries go; a longer one is cut at its frames. All that came until now is in `sent`. Returns false
/// when more is to come; throws Failure when what came is not what was wanted.
class OutboundMatch {
 public:
  OutboundMatch(const PacketLine& wanted, TimestampMap& stamps) : wanted_(wanted), stamps_(stamps) {}

  bool take(std::deque<Sent>& sent);
  /// When the last piece left, and its TSval.
  Ps at() const { return at_; }
  const std::uint32_t* stamp() const { return stamped_ ? &stamp_ : nullptr; }
  /// What came, in the script's words.
  std::string got() const;

 private:
  void compare_part(const tcp::SegmentOut& part, bool first, bool last, bool push_known);
  void compare_options(const tcp::SegmentOut& part);
  [[noreturn]] void fail(const std::string& what, const tcp::SegmentOut& part) const;

  const PacketLine& wanted_;
  TimestampMap& stamps_;
  std::uint32_t have_ = 0;  // octets
  bool any_ = false;
  tcp::SegmentOut whole_;
  Ps at_ = 0;
  bool stamped_ = false;
  std::uint32_t stamp_ = 0;
};

}  // namespace rocelab::app::packetdrill
