#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tlm/fact_sink.h"
#include "tlm/roster.h"
#include "waves/narrator.h"
#include "waves/pcapng/pcapng_file.h"
#include "waves/recording/recording.h"
#include "waves/time_ordered.h"

namespace rocelab::waves {

/// wire.pcapng: what every NIC port sends (stamped when the first bit leaves) and receives (when the last bit is in).
/// A moment's words become a comment of the next frame at a port of its host, or of its lane when the moment belongs
/// to no host; those that come after it stand on the last frame of the run. A pending ICRC is filled in, in the capture
/// alone.
class CaptureSink : public FactSink {
 public:
  /// `roster` is read from on_start() on and must outlive the sink. Throws WriteError.
  CaptureSink(const Roster& roster, const std::filesystem::path& file, std::unique_ptr<Narrator>,
              const Recording& = {});

  void on_start() override;
  void on_change(const Change&, Ps now) override { write_before(now); }
  void on_span(const Span&, Ps now) override { write_before(now); }
  void on_moment(const Moment&, Ps now) override;
  void on_frame(const FrameSeen&) override;
  void on_t0(Ps t0) override { extent_.t0(t0); }
  void on_finish(Ps) override;

 private:
  /// What has happened before `t` is complete: frames up to there get their comments and go into the file.
  void write_before(Ps t);
  void take(Ps t, PcapngFile::Frame);
  void write_held();

  const Roster& roster_;
  Extent extent_;
  PcapngFile file_;
  std::unique_ptr<Narrator> narrator_;
  std::vector<std::optional<std::uint32_t>> interface_of_;  // by PortId; none for a switch's
  std::vector<Roster::Port> ports_;                         // by interface
  std::map<HostId, std::vector<std::string>> of_hosts_;     // comments that wait for the next frame
  std::map<LaneId, std::vector<std::string>> of_lanes_;
  TimeOrdered<PcapngFile::Frame> frames_;

  /// The latest frame waits for its successor: it may be the last one.
  struct Held {
    Ps t;
    PcapngFile::Frame frame;
    std::vector<std::string> comments;
  };
  std::optional<Held> held_;
};

}  // namespace rocelab::waves
