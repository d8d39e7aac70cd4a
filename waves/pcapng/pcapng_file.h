#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "tlm/units.h"
#include "waves/output/output_file.h"

namespace rocelab::waves {

/// A packet capture in the pcapng format (draft-ietf-opsawg-pcapng): one section, Ethernet interfaces with names and
/// nanosecond stamps, packets with direction and comments.
class PcapngFile {
 public:
  struct Frame {
    std::uint32_t interface;
    bool sent;
    bool fcs_bad;        // the receiver's MAC found it damaged
    std::string octets;  // from the destination MAC, without FCS
  };

  /// Throws WriteError.
  explicit PcapngFile(const std::filesystem::path& path) : file_(path) {}

  /// Once, first. Interfaces are counted from 0 in this order.
  void begin(const std::vector<std::string>& interfaces);
  /// Picoseconds are cut to whole nanoseconds.
  void packet(Ps t, const Frame&, const std::vector<std::string>& comments);
  /// Throws WriteError.
  void close() { file_.close(); }

 private:
  OutputFile file_;
};

}  // namespace rocelab::waves
