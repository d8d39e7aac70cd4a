#include "waves/story.h"

#include <map>

#include "waves/story_lanes.h"

namespace rocelab::test {
namespace {

class StoryNarrator : public waves::Narrator {
 public:
  waves::Telling tell(const Moment& moment) override {
    const bool first = seen_.emplace(std::pair(moment.tag.lane, moment.kind->id), true).second;
    waves::Telling telling;
    if (first && next_ <= 'Z') telling.letter = next_++;
    std::string words(moment.kind->id.substr(moment.kind->id.find('.') + 1));
    for (char& c : words) {
      if (c == '_') c = ' ';
    }
    telling.brief = words;
    telling.full = words;
    for (const auto& [name, value] : moment.values)
      telling.full += ", " + std::string(name) + " " + std::to_string(value);
    return telling;
  }

 private:
  std::map<std::pair<LaneId, std::string_view>, bool> seen_;
  char next_ = 'A';
};

}  // namespace

std::unique_ptr<waves::Narrator> story_narrator() { return std::make_unique<StoryNarrator>(); }

Story::Story() {
  tcp = roster.add(Roster::Lane{"tcp"});
  rdma = roster.add(Roster::Lane{"rdma"});
  const auto host = [&](LaneId lane, const std::string& name, PortId& port) {
    const HostId id = roster.add(Roster::Host{lane, name});
    for (unsigned n : {0u, 1u}) roster.add(Roster::Core{id, n});
    port = roster.add(Roster::Port{lane, id, roster[lane].name + "." + name + ".port0"});
    return id;
  };
  tcp_local = host(tcp, "local", tcp_local_port);
  tcp_peer = host(tcp, "peer", tcp_peer_port);
  rdma_local = host(rdma, "local", rdma_local_port);
  rdma_peer = host(rdma, "peer", rdma_peer_port);
  for (const LaneId lane : {tcp, rdma}) roster.add(Roster::Port{lane, no_host, roster[lane].name + ".switch.port0"});
}

void Story::tell(const std::vector<FactSink*>& sinks) const {
  Script script(sinks);
  tell_tcp(script, *this);
  tell_rdma(script, *this);
  for (const auto& [lane, closes] : {std::pair(tcp, tcp_end), std::pair(rdma, rdma_end)}) {
    script.at(t0, [&script, lane = lane] { script.probe.window(lane, true); });
    script.at(closes, [&script, lane = lane] { script.probe.window(lane, false); });
  }
  script.probe.start();
  script.probe.t0(t0);
  script.timeline.run_until(end);
  script.probe.finish();
}

}  // namespace rocelab::test
