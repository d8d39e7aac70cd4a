#include <algorithm>

#include "support/catch.h"
#include "tlm/wire/icrc.h"
#include "tlm/wire/roce_frame.h"
#include "tlm/wire/tcp_frame.h"
#include "waves/pcapng/capture_sink.h"
#include "waves/pcapng_reader.h"
#include "waves/story.h"
#include "waves/story_frames.h"
#include "waves/story_script.h"

using namespace rocelab;
using namespace rocelab::test;

namespace {

Capture captured(const Story& story, const std::filesystem::path& file) {
  waves::CaptureSink sink(story.roster, file, story_narrator());
  story.tell({&sink});
  return PcapngReader(file).read();
}

const std::uint8_t* data(const CapturedFrame& f) { return reinterpret_cast<const std::uint8_t*>(f.octets.data()); }
std::uint32_t size(const CapturedFrame& f) { return static_cast<std::uint32_t>(f.octets.size()); }

}  // namespace

TEST_CASE("the capture has one interface a NIC port and every frame twice, in the order of time") {
  const Scratch scratch;
  const Story story;
  const Capture capture = captured(story, scratch.path() / "wire.pcapng");
  CHECK(capture.interfaces ==
        std::vector<std::string>{"tcp.local.port0", "tcp.peer.port0", "rdma.local.port0", "rdma.peer.port0"});
  REQUIRE(capture.frames.size() == 2 * Story::frames);
  CHECK(std::is_sorted(capture.frames.begin(), capture.frames.end(),
                       [](const auto& a, const auto& b) { return a.t_ns < b.t_ns; }));
  const auto sent = std::count_if(capture.frames.begin(), capture.frames.end(), [](auto& f) { return f.flags == 2; });
  const auto received =
      std::count_if(capture.frames.begin(), capture.frames.end(), [](auto& f) { return f.flags == 1; });
  CHECK(sent == Story::frames);
  CHECK(received == Story::frames);
}

TEST_CASE("a frame is stamped when its first bit leaves and when its last bit is in") {
  const Scratch scratch;
  const Capture capture = captured(Story{}, scratch.path() / "wire.pcapng");
  // The first SYN leaves at 2 us; 64 octets at 100 Gb/s take 5.12 ns and arrive 800 ns later.
  CHECK(capture.frames[0].t_ns == 2'000);
  CHECK(capture.frames[1].t_ns == 2'805);
  CHECK(capture.frames[0].octets == capture.frames[1].octets);
}

TEST_CASE("every captured checksum and ICRC is right although the model left them pending") {
  const Scratch scratch;
  const Capture capture = captured(Story{}, scratch.path() / "wire.pcapng");
  int tcp = 0, roce = 0;
  for (const CapturedFrame& f : capture.frames) {
    if (const auto view = wire::TcpView::parse(data(f), size(f))) {
      ++tcp;
      CHECK(wire::tcp_checksum(data(f), *view) == 0);
    } else {
      ++roce;
      const auto roce_view = wire::RoceView::parse(data(f), size(f));
      REQUIRE(roce_view);
      const std::uint32_t ip_octets = size(f) - wire::EthernetHeader::size;
      const std::uint8_t* trailer = data(f) + size(f) - wire::icrc_size;
      const std::uint32_t stored =
          trailer[0] | trailer[1] << 8 | trailer[2] << 16 | static_cast<std::uint32_t>(trailer[3]) << 24;
      CHECK(wire::icrc(roce_view.ip, ip_octets) == stored);
    }
  }
  CHECK(tcp == 12);
  CHECK(roce == 10);
}

TEST_CASE("a moment's words stand on the next frame of its host") {
  const Scratch scratch;
  const Capture capture = captured(Story{}, scratch.path() / "wire.pcapng");
  const auto with = [&](const std::string& words) {
    std::vector<const CapturedFrame*> found;
    for (const CapturedFrame& f : capture.frames) {
      for (const std::string& comment : f.comments) {
        if (comment.find(words) != std::string::npos) found.push_back(&f);
      }
    }
    return found;
  };
  for (const auto& [words, interface, t_ns] :
       {std::tuple("connected", 0u, 7'000u), std::tuple("frame on wire, seq 1000", 0u, 23'000u),
        std::tuple("interrupt", 1u, 27'500u), std::tuple("frame on wire, psn 100", 2u, 21'300u)}) {
    INFO(words);
    const auto found = with(words);
    REQUIRE(found.size() == 1);
    CHECK(found[0]->interface == interface);
    CHECK(found[0]->t_ns == t_ns);
  }
  // Three moments on the way to the first TCP segment, in their order, with the letters of the run.
  const auto first = with("frame on wire, seq");
  REQUIRE(first[0]->comments.size() == 3);
  CHECK(first[0]->comments[0] == "D: write called, bytes 4096");
  // Nothing of the RDMA lane's sender follows its completion: it stands on the last frame of all.
  const auto completed = with("completed");
  REQUIRE(completed.size() == 1);
  CHECK(completed[0] == &capture.frames.back());
}

TEST_CASE("a moment of one host does not stand on a frame of the other, one of the network stands on any") {
  constexpr MomentKind heard{"peer.heard"}, lost{"network.lost"}, late{"peer.late"};
  const Scratch scratch;
  const Story story;
  const auto file = scratch.path() / "wire.pcapng";
  waves::CaptureSink sink(story.roster, file, story_narrator());
  Script script({&sink});
  script.probe.start();
  const PacketPtr packet = tcp_frame(script.pool, {}, true, wire::tcp_ack, 1, 1, 100);
  script.frame(story.tcp_local_port, story.tcp_peer_port, 2'000, 500'000, packet);
  script.frame(story.tcp_local_port, story.tcp_peer_port, 700'000, 500'000, packet);
  script.moment(heard, {story.tcp, story.tcp_peer, {}, {}}, 1'000, {});
  script.moment(lost, {story.tcp, no_host, {}, {}}, 600'000, {});
  script.moment(late, {story.tcp, story.tcp_peer, {}, {}}, 1'000'000, {});
  script.timeline.run_until(2'000'000);
  script.probe.finish();
  const Capture capture = PcapngReader(file).read();
  REQUIRE(capture.frames.size() == 4);
  CHECK(capture.frames[0].comments.empty());
  CHECK(capture.frames[1].comments == std::vector<std::string>{"A: heard"});
  CHECK(capture.frames[2].comments == std::vector<std::string>{"B: lost"});
  CHECK(capture.frames[3].comments == std::vector<std::string>{"C: late"});
}

TEST_CASE("the capture fills in an ICRC on a copy: what the receiver gets stays as it was") {
  const Scratch scratch;
  const Story story;
  waves::CaptureSink sink(story.roster, scratch.path() / "wire.pcapng", story_narrator());
  Script script({&sink});
  const PacketPtr packet =
      write_frame(script.pool, {story.rdma, story.rdma_local, {}, {}}, wire::Opcode::write_first, Psn(1));
  const std::string before(reinterpret_cast<char*>(packet->data), packet->length);
  script.probe.start();
  script.frame(story.rdma_local_port, story.rdma_peer_port, 1'000, 500'000, packet);
  script.timeline.run_until(2'000'000);
  script.probe.finish();
  CHECK(packet->icrc == Icrc::pending);
  CHECK(before == std::string(reinterpret_cast<char*>(packet->data), packet->length));
}

TEST_CASE("a frame that changes on its way is captured as it was at each port, damage is flagged") {
  const Scratch scratch;
  const Story story;
  const auto file = scratch.path() / "wire.pcapng";
  waves::CaptureSink sink(story.roster, file, story_narrator());
  Script script({&sink});
  const PacketPtr packet = tcp_frame(script.pool, {}, true, wire::tcp_ack, 1, 1, 100);
  script.probe.start();
  script.frame(story.tcp_local_port, story.tcp_peer_port, 1'000, 500'000, packet);
  script.at(400'000, [&] {
    packet->data[15] |= 3;
    packet->fcs_bad = true;
  });
  script.timeline.run_until(2'000'000);
  script.probe.finish();
  const Capture capture = PcapngReader(file).read();
  REQUIRE(capture.frames.size() == 2);
  CHECK(data(capture.frames[0])[15] == 0);
  CHECK(data(capture.frames[1])[15] == 3);
  CHECK(capture.frames[0].flags == 2);
  CHECK(capture.frames[1].flags == (1u | 1u << 24));
}

TEST_CASE("a frame that is still under way when time ends was not received") {
  const Scratch scratch;
  const Story story;
  const auto file = scratch.path() / "wire.pcapng";
  waves::CaptureSink sink(story.roster, file, story_narrator());
  Script script({&sink});
  script.probe.start();
  script.frame(story.tcp_local_port, story.tcp_peer_port, 1'000, 500'000,
               tcp_frame(script.pool, {}, true, wire::tcp_ack, 1, 1, 1'000));
  script.timeline.run_until(501'500);
  script.probe.finish();
  CHECK(PcapngReader(file).read().frames.size() == 1);
}

TEST_CASE("a capture that cannot be written is an error that names the file") {
  const Story story;
  CHECK_THROWS_AS(waves::CaptureSink(story.roster, "/nowhere/wire.pcapng", story_narrator()), waves::WriteError);
  waves::CaptureSink full(story.roster, "/dev/full", story_narrator());
  CHECK_THROWS_WITH(story.tell({&full}), Contains("/dev/full"));
}

TEST_CASE("equal runs give equal captures") {
  const Scratch scratch;
  captured(Story{}, scratch.path() / "a.pcapng");
  captured(Story{}, scratch.path() / "b.pcapng");
  CHECK(text_of(scratch.path() / "a.pcapng") == text_of(scratch.path() / "b.pcapng"));
}
