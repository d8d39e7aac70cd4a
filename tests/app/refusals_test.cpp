#include <nlohmann/json.hpp>

#include "app/program.h"
#include "support/catch.h"

/// What a student reads of a refusal: which rule, which value, what was allowed and the cure, in both languages, in the
/// summary, at a letter of the waveform and on the command line.
using namespace rocelab::test;
using Json = nlohmann::json;

namespace {

struct Refusal {
  const char* command;  // scenario and settings
  const char* at;
  const char* code;
  const char* moment;               // the kind that stands at the refusal
  std::vector<std::string> told;    // values that the reason must give, in either language
  std::vector<std::string> remedy;  // what the cure must name, in either language
};

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> all{
      {"3", "rdma.dma_read", "IBV_WC_LOC_PROT_ERR", "rdma.refused", {"lkey 0x0", "4096"}, {"ibv_reg_mr()"}},
      {"4", "rdma.post", "EINVAL", "verbs.state", {"RTR", "RTS"}, {"ibv_modify_qp()"}},
      {"4 --set rdma.qp_state=init", "rdma.post", "EINVAL", "verbs.state", {"INIT", "RTS"}, {"ibv_modify_qp()"}},
      {"4 --set rdma.qp_state=reset", "rdma.post", "EINVAL", "verbs.state", {"RESET", "RTS"}, {"ibv_modify_qp()"}},
      {"40", "rdma.dma_write", "IBV_WC_REM_ACCESS_ERR", "rdma.refused", {"rkey 0x5a4bb5"}, {"ibv_reg_mr()"}},
      {"40 --set operation=write_imm",
       "rdma.dma_write",
       "IBV_WC_REM_ACCESS_ERR",
       "rdma.refused",
       {"rkey 0x5a4bb5"},
       {"ibv_reg_mr()"}},
      {"41", "rdma.dma_write", "IBV_WC_REM_ACCESS_ERR", "rdma.refused", {"0x1610", "lkey", "0x1bb5"}, {"mr->rkey"}},
      {"42",
       "rdma.dma_write",
       "IBV_WC_REM_ACCESS_ERR",
       "rdma.refused",
       {"0x7f0000001000", "0x7f0000000000", "4096"},
       {}},
      {"43", "rdma.dma_write", "IBV_WC_REM_ACCESS_ERR", "rdma.refused", {"0x1bb5", "2", "1"}, {"PD"}},
      {"44",
       "rdma.dma_write",
       "IBV_WC_REM_ACCESS_ERR",
       "rdma.refused",
       {"LOCAL_WRITE", "REMOTE_WRITE"},
       {"IBV_ACCESS_REMOTE_WRITE"}},
      {"44 --set operation=read",
       "rdma.dma_read",
       "IBV_WC_REM_ACCESS_ERR",
       "rdma.refused",
       {"LOCAL_WRITE", "REMOTE_READ"},
       {"IBV_ACCESS_REMOTE_READ"}},
      {"45", "rdma.dma_write", "IBV_WC_REM_ACCESS_ERR", "rdma.refused", {"0x1bb5"}, {}},
      {"46", "rdma.ack", "IBV_WC_RETRY_EXC_ERR", "rdma.no_such_qp", {"426240", "3", "2^8"}, {"428288"}},
      {"47", "rdma.ack", "IBV_WC_RETRY_EXC_ERR", "rdma.stale_packet", {"256", "1256"}, {"rq_psn", "sq_psn"}},
      {"48", "rdma.ack", "IBV_WC_RETRY_EXC_ERR", "rdma.not_receiving", {"RESET", "2^8"}, {"RTR"}},
      {"49",
       "rdma.ack",
       "IBV_WC_RNR_RETRY_EXC_ERR",
       "rdma.rnr_wait",
       {"640 ", "min_rnr_timer 12", "2"},
       {"ibv_post_recv()"}},
      {"49 --set rdma.rnr_retry=0",
       "rdma.ack",
       "IBV_WC_RNR_RETRY_EXC_ERR",
       "rdma.nak_sent",
       {"RNR NAK", "0"},
       {"ibv_post_recv()"}},
      {"50",
       "rdma.ack",
       "IBV_WC_RNR_RETRY_EXC_ERR",
       "rdma.rnr_wait",
       {"655360 ", "min_rnr_timer 0"},
       {"ibv_post_recv()"}},
      {"55 --set rdma.receive_state=reset", "rdma.recv", "EINVAL", "verbs.state", {"RESET"}, {"INIT"}},
      {"57 --set rdma.rnr_retry=3",
       "rdma.ack",
       "IBV_WC_RNR_RETRY_EXC_ERR",
       "rdma.rnr_wait",
       {"10 ", "3"},
       {"ibv_post_recv()"}},
      {"58", "rdma.dma_write", "IBV_WC_REM_ACCESS_ERR", "rdma.deregistered", {"0x1bb5", "PSN"}, {}},
      {"60",
       "rdma.cqe",
       "IBV_WC_REM_INV_REQ_ERR",
       "rdma.invalid_request",
       {"2", "1", "max_dest_rd_atomic"},
       {"max_rd_atomic"}},
      {"60 --set rdma.max_rd_atomic=0",
       "rdma.post",
       "EINVAL",
       "verbs.no_fetches",
       {"RDMA_READ", "max_rd_atomic"},
       {"max_rd_atomic"}},
      {"61",
       "rdma.modify_qp",
       "EINVAL",
       "verbs.attribute_value",
       {"MAX_QP_RD_ATOMIC", "17", "16"},
       {"ibv_query_device()"}},
      {"62",
       "rdma.cqe",
       "IBV_WC_REM_INV_REQ_ERR",
       "rdma.invalid_request",
       {"REMOTE_WRITE", "qp_access_flags"},
       {"REMOTE_WRITE"}},
      {"62 --set operation=write_imm",
       "rdma.cqe",
       "IBV_WC_REM_INV_REQ_ERR",
       "rdma.invalid_request",
       {"REMOTE_WRITE", "qp_access_flags"},
       {"REMOTE_WRITE"}},
      {"63", "rdma.dma_read", "IBV_WC_LOC_PROT_ERR", "rdma.refused", {"0x5a4c2d"}, {"lkey"}},
      {"64", "rdma.recv", "IBV_WC_LOC_LEN_ERR", "rdma.invalid_request", {"3072", "2048", "REM_INV_REQ_ERR"}, {}},
      {"65", "rdma.dma_write", "IBV_WC_LOC_PROT_ERR", "rdma.deregistered", {"lkey 0x1c2d", "1024"}, {}},
      {"66", "rdma.post", "EINVAL", "verbs.atomic", {"0x7f0000000004", "8"}, {"8"}},
      {"67", "rdma.ack", "IBV_WC_RNR_RETRY_EXC_ERR", "rdma.rnr_wait", {"640 ", "2"}, {"ibv_post_recv()"}},
  };
  return all;
}

void check_text(const Json& text, const std::vector<std::string>& parts) {
  for (const char* language : {"zh", "en"}) {
    const std::string said = text.at(language);
    CHECK(said.find('?') == std::string::npos);  // a value that nobody gave
    CHECK(said.find('{') == std::string::npos);
    for (const std::string& part : parts) CHECK_THAT(said, Contains(part));
  }
}

}  // namespace

TEST_CASE("every refusal says rule and value and cure in both languages, while TCP delivers") {
  const Scratch folder;
  for (const Refusal& r : refusals()) {
    INFO(r.command);
    const Ran ran = rocelab_stdout(std::string("run ") + r.command + " --json --out r", folder.path());
    const Json summary = Json::parse(ran.out);
    const Json& failure = summary["lanes"]["rdma"]["failure"];
    REQUIRE(failure.is_object());
    CHECK(failure["at"] == r.at);
    CHECK(failure["code"] == r.code);
    check_text(failure["why"], r.told);
    check_text(failure["fix"], r.remedy);
    CHECK(summary["lanes"]["tcp"]["payload_intact"] == true);

    const Json* moment = nullptr;
    for (const Json& m : summary["moments"]) {
      if (m["lane"] == "rdma" && m["kind"] == r.moment) moment = &m;
    }
    REQUIRE(moment);
    check_text((*moment)["text"], {});
    const std::string letter = (*moment)["mark"];
    CHECK_THAT(text_of(folder.path() / "r/trace.gtkw"), Contains("[markername] " + letter));
    const std::string printed = text_of(folder.path() / "r/summary.txt");
    CHECK_THAT(printed,
               Contains(failure["why"]["en"].get<std::string>()) || Contains(failure["why"]["zh"].get<std::string>()));
  }
}

TEST_CASE(
    "where a refusal keeps everything still the waveform shows the state of the queue pair among the first rows") {
  const Scratch folder;
  REQUIRE(run_rocelab("run 4 --out r", folder.path()).status == 0);
  const std::string view = text_of(folder.path() / "r/trace.gtkw");
  const auto path = view.find("-RDMA path"), more = view.find("-rdma: more");
  REQUIRE(path != std::string::npos);
  REQUIRE(more != std::string::npos);
  CHECK_THAT(view.substr(path, more - path), Contains("qp0 state"));
}

TEST_CASE("a failure is printed with reason and cure in the language that was asked for") {
  const Scratch folder;
  for (const char* language : {"zh", "en"}) {
    const Ran ran = run_rocelab(std::string("run 61 --no-waves --out r --lang ") + language, folder.path());
    const Json failure = Json::parse(text_of(folder.path() / "r/summary.json"))["lanes"]["rdma"]["failure"];
    CHECK_THAT(ran.out, Contains(failure["why"][language].get<std::string>()));
    CHECK_THAT(ran.out, Contains(failure["fix"][language].get<std::string>()));
    CHECK_THAT(text_of(folder.path() / "r/summary.txt"), Contains(failure["why"][language].get<std::string>()));
  }
}

TEST_CASE("a message that is over before the mistake is made refutes no claim") {
  const Scratch folder;
  for (const char* scenario : {"58", "65"}) {
    const Ran ran = run_rocelab(std::string("run ") + scenario + " --set message.size=4KiB --no-waves", folder.path());
    CHECK(ran.status == 0);
    CHECK_THAT(ran.out, Contains("N/A") && !Contains("FAIL"));
  }
}
