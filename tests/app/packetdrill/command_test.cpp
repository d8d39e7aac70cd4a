#include <fstream>

#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;

namespace {

std::string write(const Scratch& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder.path() / name) << text;
  return ' ' + name;
}

const std::string open = "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n";

}  // namespace

TEST_CASE("rocelab packetdrill counts, gives reasons and ends with the sum") {
  const Scratch folder;
  const std::string good = write(folder, "good.pkt", open + "+0 close(3) = 0\n");
  const std::string bad = write(folder, "bad.pkt", open + "+0 close(3) = -1 EBADF (Bad file descriptor)\n");
  const std::string odd = write(folder, "odd.pkt", open + "+0 epoll_create(1) = 4\n");

  const Ran all = run_rocelab("packetdrill" + good + bad + odd, folder.path());
  CHECK(all.status == 1);
  CHECK(all.out ==
        "FAIL bad.pkt:2: close()\n  expected  -1 EBADF\n  got       0\n"
        "SKIP odd.pkt: not modelled: system call epoll_create\n"
        "1 passed, 1 failed, 1 skipped\n");
  CHECK(run_rocelab("packetdrill" + good + odd, folder.path()).status == 0);
}

TEST_CASE("rocelab packetdrill takes the tolerance of times, as packetdrill itself does") {
  const Scratch folder;
  const std::string syn =
      write(folder, "syn.pkt",
            open +
                "+0 fcntl(3, F_SETFL, O_RDWR|O_NONBLOCK) = 0\n+0 connect(3, ..., ...) = -1 EINPROGRESS\n"
                "+0 > S 0:0(0) <...>\n+1.2 > S 0:0(0) <...>\n");
  CHECK(run_rocelab("packetdrill" + syn, folder.path()).status == 1);
  CHECK(run_rocelab("packetdrill --tolerance_usecs 250000" + syn, folder.path()).status == 0);
  const Ran wrong = run_rocelab("packetdrill --tolerance_usecs soon" + syn, folder.path());
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.out, Contains("soon"));
}

TEST_CASE("a file that cannot be read or is no script is bad input, told before any is played") {
  const Scratch folder;
  const std::string good = write(folder, "good.pkt", open);
  const std::string broken = write(folder, "broken.pkt", open + "+0 > . 1:1(0) ark 1\n");
  const Ran ran = run_rocelab("packetdrill" + good + broken, folder.path());
  CHECK(ran.status == 2);
  CHECK_THAT(ran.out, Contains("broken.pkt:2:"));
  CHECK_THAT(ran.out, !Contains("passed"));
  const Ran missing = run_rocelab("packetdrill nowhere.pkt", folder.path());
  CHECK(missing.status == 2);
  CHECK_THAT(missing.out, Contains("nowhere.pkt"));
}
