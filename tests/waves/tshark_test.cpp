#include <algorithm>

#include "support/catch.h"
#include "support/shell.h"
#include "waves/pcapng/capture_sink.h"
#include "waves/story.h"

using namespace rocelab;
using namespace rocelab::test;

namespace {

/// tshark guesses at what rides on InfiniBand and calls correct small SENDs malformed unless told not to.
const std::string tshark =
    "tshark -o tcp.check_checksum:TRUE -o ip.check_checksum:TRUE --disable-heuristic smb_direct_infiniband "
    "--disable-heuristic rpcrdma_infiniband --disable-heuristic nvme_rdma --disable-heuristic lnet_ib "
    "--disable-heuristic iser_infiniband --disable-heuristic sdp_infiniband --disable-heuristic eth_over_ib "
    "--disable-heuristic mellanox_eoib --disable-heuristic fc_infiniband --disable-heuristic smcr_infiniband "
    "-r wire.pcapng ";

bool installed() { return shell("command -v tshark >/dev/null").status == 0; }

}  // namespace

TEST_CASE("tshark decodes the capture: names, comments, nothing malformed, every checksum right") {
  if (!installed()) {
    WARN("tshark is not installed: the capture was not shown to Wireshark's decoder");
    return;
  }
  const Scratch scratch;
  const Story story;
  waves::CaptureSink sink(story.roster, scratch.path() / "wire.pcapng", story_narrator());
  story.tell({&sink});
  const auto shown = [&](const std::string& arguments) {
    const Ran ran = shell(tshark + arguments + " 2>err.txt; grep -v 'Running as user' err.txt", scratch.path());
    return ran.out;
  };
  CHECK(shown("-Y '_ws.malformed || tcp.checksum.status == 0 || ip.checksum.status == 0 || eth.fcs'") == "");
  const auto lines = [&](const std::string& filter) {
    const std::string out = shown("-Y '" + filter + "'");
    return static_cast<std::size_t>(std::count(out.begin(), out.end(), '\n'));
  };
  CHECK(lines("frame") == 2 * Story::frames);
  CHECK(lines("infiniband.bth") == 10);
  CHECK(lines("tcp.flags.syn == 1") == 4);
  CHECK(shown("-Y 'infiniband.bth.psn == 103 && infiniband.aeth' -T fields -e frame.interface_name") ==
        "rdma.peer.port0\nrdma.local.port0\n");
  CHECK_THAT(shown("-Y 'frame.comment' -T fields -e frame.comment"), Contains("A: connected"));
}
