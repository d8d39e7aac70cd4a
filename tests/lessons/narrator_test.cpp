#include "lessons/narrator.h"

#include "support/catch.h"

using namespace rocelab;

TEST_CASE("the narrator gives letter, words for the waveform and a sentence with values") {
  constexpr MomentKind read{"rdma.payload_read"}, unknown{"new.kind"};
  Roster roster;
  const LaneId rdma = roster.add(Roster::Lane{"rdma"});
  const HostId local = roster.add(Roster::Host{rdma, "local"});
  lessons::Narrator narrator(roster, lessons::Language::zh);

  const waves::Telling first = narrator.tell({&read, {rdma, local}, 5, {{"bytes", 4096}}});
  CHECK(first.letter == 'A');
  CHECK(first.brief == "payload read");
  CHECK_THAT(first.full, Contains("4096") && Contains("没有 CPU 拷贝"));
  CHECK_FALSE(narrator.tell({&read, {rdma, local}, 6, {{"bytes", 1}}}).letter);

  const waves::Telling other = narrator.tell({&unknown, {}, 7, {}});
  CHECK(other.letter == 'B');
  CHECK(other.brief == "kind");
  CHECK(other.full == "new.kind");
}
