#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;
namespace fs = std::filesystem;

namespace {

/// Refused with status 2 and one line, and nothing was written.
void check_refused(const std::string& arguments, const std::vector<std::string>& wanted, const Scratch& folder) {
  INFO(arguments);
  const auto before = std::distance(fs::recursive_directory_iterator(folder.path()), {});
  const Ran ran = run_rocelab(arguments, folder.path());
  CHECK(ran.status == 2);
  CHECK(std::count(ran.out.begin(), ran.out.end(), '\n') == 1);
  for (const std::string& piece : wanted) CHECK_THAT(ran.out, Contains(piece));
  CHECK(std::distance(fs::recursive_directory_iterator(folder.path()), {}) == before);
}

}  // namespace

TEST_CASE("a wrong command line gets one message: what, what is known, what is near") {
  const Scratch folder;
  check_refused("", {"say what to do", "run"}, folder);
  check_refused("rum 1", {"unknown command 'rum'", "did you mean 'run'"}, folder);
  check_refused("--jsn", {"unknown option '--jsn'"}, folder);
  check_refused("run", {"SCENARIO"}, folder);
  check_refused("run 1 --sett a=b", {"run: unknown option '--sett'", "did you mean '--set'"}, folder);
  check_refused("run 1 2", {"nothing more was expected", "'2'"}, folder);
  check_refused("run 1 --lang fr", {"--lang", "fr", "zh", "en"}, folder);
  check_refused("run 1 --seed many", {"--seed", "'many'", "whole number"}, folder);
}

TEST_CASE("a wrong scenario, key or value is named, with what is allowed and the nearest name") {
  const Scratch folder;
  check_refused("run 99", {"unknown scenario '99'", "01-write-4k"}, folder);
  check_refused("run 01-wirte-4k", {"did you mean '01-write-4k'"}, folder);
  check_refused("run no.toml", {"no.toml"}, folder);
  check_refused("run 1 --set mesage.size=4KiB", {"--set", "mesage.size", "did you mean 'message.size'"}, folder);
  check_refused("run 1 --set message.size=0", {"message.size", "'0'", "size from 1 B"}, folder);
  check_refused("run 1 --set message.size", {"key=value"}, folder);
  check_refused("run 1 --set lanes.tpc.message.size=1", {"no lane 'tpc'", "tcp, rdma"}, folder);
  check_refused("check 1 98", {"unknown scenario '98'"}, folder);
  folder.put("broken.toml", "operation = \"write\"\nmessage.size = = 4\n");
  check_refused("run broken.toml", {"broken.toml:2"}, folder);
}

TEST_CASE("a mistake that the operation has no occasion for is refused, not left unmade") {
  const Scratch folder;
  check_refused("run 40 --set operation=send", {"wrong_rkey", "memory of the peer, not send"}, folder);
  check_refused("run 44 --set operation=send_inv", {"no_remote_access", "not send_inv"}, folder);
  check_refused("run 43 --set operation=send_inv", {"wrong_domain", "binds no window, not send_inv"}, folder);
  check_refused("run 49 --set operation=write", {"no_receive", "takes a RECV, not write"}, folder);
  check_refused("run 64 --set operation=write_imm", {"short_receive", "not write_imm"}, folder);
  check_refused("run 65 --set operation=write", {"response_buffer_gone", "not write"}, folder);
  check_refused("run 66 --set operation=write", {"misaligned", "is atomic, not write"}, folder);
}

TEST_CASE("an unreadable payload and an unwritable folder are refused before anything is written") {
  const Scratch folder;
  check_refused("run 1 --payload nothing.bin", {"nothing.bin"}, folder);
  folder.put("empty.bin", "");
  check_refused("run 1 --payload empty.bin", {"empty.bin", "1 byte"}, folder);
  check_refused("run 1 --payload .", {"folder"}, folder);
  shell("truncate -s 16777217 big.bin", folder.path());
  check_refused("run 1 --payload big.bin", {"big.bin", "16 MiB"}, folder);
  folder.put("file", "x");
  check_refused("run 1 --out file", {"file"}, folder);
  check_refused("run 1 --out file/below", {"file/below"}, folder);
  check_refused("run 1 --out /proc/rocelab", {"/proc/rocelab"}, folder);
}

TEST_CASE("conformance refuses what it cannot read") {
  const Scratch folder;
  check_refused("conformance", {"FILE"}, folder);
  check_refused("conformance none.json", {"none.json"}, folder);
  folder.put("text.json", "{ not json");
  check_refused("conformance text.json", {"text.json"}, folder);
  folder.put("other.json", "{\"format\": \"tea\"}");
  check_refused("conformance other.json", {"other.json", "icrc_vectors.json"}, folder);
}

TEST_CASE("help lists the commands and exits 0") {
  const Scratch folder;
  const Ran ran = run_rocelab("--help", folder.path());
  CHECK(ran.status == 0);
  for (const char* command : {"list", "run", "check", "schemes", "conformance", "waves", "bench", "test"}) {
    CHECK_THAT(ran.out, Contains(command));
  }
  CHECK(run_rocelab("run --help", folder.path()).status == 0);
}

TEST_CASE("standard output that cannot be written is bad input and no simulation that is stuck") {
  const Scratch folder;
  const Ran ran = shell("'" + build_folder() + "/app/rocelab' list 2>&1 >/dev/full", folder.path());
  CHECK(ran.status == 2);
  CHECK_THAT(ran.out, Contains("No space left"));
}
