#include "app/conformance/rc_words.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

namespace rocelab::app::replay {
namespace {

using namespace verbs;

template <class Value>
using Word = std::pair<std::string_view, Value>;

constexpr Word<unsigned> accesses[]{{"LOCAL_WRITE", IBV_ACCESS_LOCAL_WRITE},
                                    {"REMOTE_WRITE", IBV_ACCESS_REMOTE_WRITE},
                                    {"REMOTE_READ", IBV_ACCESS_REMOTE_READ},
                                    {"REMOTE_ATOMIC", IBV_ACCESS_REMOTE_ATOMIC},
                                    {"MW_BIND", IBV_ACCESS_MW_BIND}};
constexpr Word<unsigned> flags[]{{"FENCE", IBV_SEND_FENCE},
                                 {"SIGNALED", IBV_SEND_SIGNALED},
                                 {"SOLICITED", IBV_SEND_SOLICITED},
                                 {"INLINE", IBV_SEND_INLINE}};
constexpr Word<ibv_wr_opcode> wr_opcodes[]{{"WRITE", IBV_WR_RDMA_WRITE},
                                           {"WRITE_IMM", IBV_WR_RDMA_WRITE_WITH_IMM},
                                           {"SEND", IBV_WR_SEND},
                                           {"SEND_IMM", IBV_WR_SEND_WITH_IMM},
                                           {"SEND_INV", IBV_WR_SEND_WITH_INV},
                                           {"READ", IBV_WR_RDMA_READ},
                                           {"CMP_SWAP", IBV_WR_ATOMIC_CMP_AND_SWP},
                                           {"FETCH_ADD", IBV_WR_ATOMIC_FETCH_AND_ADD},
                                           {"BIND_MW", IBV_WR_BIND_MW},
                                           {"LOCAL_INV", IBV_WR_LOCAL_INV}};
constexpr Word<ibv_qp_type> types[]{{"RC", IBV_QPT_RC}, {"UC", IBV_QPT_UC}, {"UD", IBV_QPT_UD}};
constexpr Word<ibv_qp_state> states[]{{"RESET", IBV_QPS_RESET}, {"INIT", IBV_QPS_INIT}, {"RTR", IBV_QPS_RTR},
                                      {"RTS", IBV_QPS_RTS},     {"SQD", IBV_QPS_SQD},   {"SQE", IBV_QPS_SQE},
                                      {"ERR", IBV_QPS_ERR}};
constexpr Word<ibv_wc_status> statuses[]{{"SUCCESS", IBV_WC_SUCCESS},
                                         {"LOC_LEN_ERR", IBV_WC_LOC_LEN_ERR},
                                         {"LOC_QP_OP_ERR", IBV_WC_LOC_QP_OP_ERR},
                                         {"LOC_EEC_OP_ERR", IBV_WC_LOC_EEC_OP_ERR},
                                         {"LOC_PROT_ERR", IBV_WC_LOC_PROT_ERR},
                                         {"WR_FLUSH_ERR", IBV_WC_WR_FLUSH_ERR},
                                         {"MW_BIND_ERR", IBV_WC_MW_BIND_ERR},
                                         {"BAD_RESP_ERR", IBV_WC_BAD_RESP_ERR},
                                         {"LOC_ACCESS_ERR", IBV_WC_LOC_ACCESS_ERR},
                                         {"REM_INV_REQ_ERR", IBV_WC_REM_INV_REQ_ERR},
                                         {"REM_ACCESS_ERR", IBV_WC_REM_ACCESS_ERR},
                                         {"REM_OP_ERR", IBV_WC_REM_OP_ERR},
                                         {"RETRY_EXC_ERR", IBV_WC_RETRY_EXC_ERR},
                                         {"RNR_RETRY_EXC_ERR", IBV_WC_RNR_RETRY_EXC_ERR}};
constexpr Word<ibv_wc_opcode> wc_opcodes[]{
    {"SEND", IBV_WC_SEND},           {"WRITE", IBV_WC_RDMA_WRITE},    {"READ", IBV_WC_RDMA_READ},
    {"CMP_SWAP", IBV_WC_COMP_SWAP},  {"FETCH_ADD", IBV_WC_FETCH_ADD}, {"BIND_MW", IBV_WC_BIND_MW},
    {"LOCAL_INV", IBV_WC_LOCAL_INV}, {"RECV", IBV_WC_RECV},           {"RECV_WRITE_IMM", IBV_WC_RECV_RDMA_WITH_IMM}};

template <class Words>
auto value_of(const Words& words, const Json& word, std::string_view what) {
  for (const auto& [name, value] : words) {
    if (name == text(word, what)) return value;
  }
  throw Malformed(fmt::format("{}: unknown word {}", what, word.dump()));
}

template <class Words>
unsigned sum_of(const Words& words, const Json& list, std::string_view what) {
  if (!list.is_array()) throw Malformed(fmt::format("{}: {} is no list", what, list.dump()));
  unsigned sum = 0;
  for (const Json& word : list) sum |= value_of(words, word, what);
  return sum;
}

template <class Words, class Value>
std::string_view word_of(const Words& words, Value value) {
  for (const auto& [name, v] : words) {
    if (v == value) return name;
  }
  return "unknown";
}

}  // namespace

unsigned access_of(const Json& list, std::string_view what) { return sum_of(accesses, list, what); }
unsigned send_flags_of(const Json& list, std::string_view what) { return sum_of(flags, list, what); }
ibv_wr_opcode wr_opcode_of(const Json& word, std::string_view what) { return value_of(wr_opcodes, word, what); }
ibv_qp_type qp_type_of(const Json& word, std::string_view what) { return value_of(types, word, what); }
ibv_qp_state state_of(const Json& word, std::string_view what) { return value_of(states, word, what); }

ibv_mtu mtu_of(std::uint64_t octets, std::string_view what) {
  for (const ibv_mtu mtu : {IBV_MTU_256, IBV_MTU_512, IBV_MTU_1024, IBV_MTU_2048, IBV_MTU_4096}) {
    if (octets == 128U << mtu) return mtu;
  }
  throw Malformed(fmt::format("{}: {} is no path MTU", what, octets));
}

std::string_view name(ibv_qp_state s) { return word_of(states, s); }
std::string_view name(ibv_wc_status s) { return word_of(statuses, s); }
std::string_view name(ibv_wc_opcode o) { return word_of(wc_opcodes, o); }

Json errno_name(int error) {
  if (error == 0) return 0;
  const char* word = strerrorname_np(error);
  return word ? Json(word) : Json(error);
}

}  // namespace rocelab::app::replay
