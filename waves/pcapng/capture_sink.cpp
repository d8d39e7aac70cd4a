#include "waves/pcapng/capture_sink.h"

#include <iterator>
#include <utility>

#include "tlm/wire/icrc.h"

namespace rocelab::waves {
namespace {

/// The octets as a tap sees them.
std::string octets_of(const Packet& packet) {
  std::string octets(reinterpret_cast<const char*>(packet.data), packet.length);
  if (packet.icrc == Icrc::pending) {
    Packet copy;
    copy.data = reinterpret_cast<std::uint8_t*>(octets.data());
    copy.length = copy.capacity = packet.length;
    copy.icrc = packet.icrc;
    wire::write_icrc(copy);
  }
  return octets;
}

void move_to(std::vector<std::string>& to, std::vector<std::string>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  from.clear();
}

}  // namespace

CaptureSink::CaptureSink(const Roster& roster, const std::filesystem::path& file, std::unique_ptr<Narrator> narrator,
                         const Recording& recording)
    : roster_(roster), extent_(recording), file_(file), narrator_(std::move(narrator)) {}

void CaptureSink::on_start() {
  std::vector<std::string> names;
  for (const Roster::Port& port : roster_.ports) {
    const bool nic = port.host != no_host;
    interface_of_.push_back(nic ? std::optional(static_cast<std::uint32_t>(names.size())) : std::nullopt);
    if (!nic) continue;
    names.push_back(port.name);
    ports_.push_back(port);
  }
  file_.begin(names);
}

void CaptureSink::on_moment(const Moment& moment, Ps now) {
  write_before(now);
  const Telling telling = narrator_->tell(moment);
  if (!extent_.holds(moment.t)) return;
  const std::string letter = telling.letter ? std::string{*telling.letter, ':', ' '} : "";
  auto& waiting = moment.tag.host == no_host ? of_lanes_[moment.tag.lane] : of_hosts_[moment.tag.host];
  waiting.push_back(letter + telling.full);
}

void CaptureSink::on_frame(const FrameSeen& seen) {
  const auto interface = interface_of_.at(seen.port.value);
  const Ps stamp = seen.sent ? seen.first_bit : seen.last_bit;
  if (!interface || extent_.excludes(stamp)) return;
  frames_.push(stamp, {*interface, seen.sent, seen.packet->fcs_bad, octets_of(*seen.packet)});
}

void CaptureSink::on_finish(Ps t) {
  write_before(t + 1);
  if (held_) {
    for (auto& [lane, comments] : of_lanes_) move_to(held_->comments, comments);
    for (auto& [host, comments] : of_hosts_) move_to(held_->comments, comments);
  }
  write_held();
  file_.close();
}

void CaptureSink::write_before(Ps t) {
  frames_.take_before(t, [this](Ps at, PcapngFile::Frame frame) { take(at, std::move(frame)); });
}

void CaptureSink::take(Ps t, PcapngFile::Frame frame) {
  if (!extent_.holds(t)) return;
  write_held();
  const Roster::Port& port = ports_[frame.interface];
  held_ = Held{t, std::move(frame), {}};
  move_to(held_->comments, of_lanes_[port.lane]);
  move_to(held_->comments, of_hosts_[port.host]);
}

void CaptureSink::write_held() {
  if (held_) file_.packet(held_->t, held_->frame, held_->comments);
  held_.reset();
}

}  // namespace rocelab::waves
