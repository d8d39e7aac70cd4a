#include "app/conformance/rc_completions.h"

#include <fmt/format.h>

#include "app/conformance/rc_words.h"

namespace rocelab::app::replay {

using namespace verbs;

namespace {

std::string title(const ibv_wc& wc) { return fmt::format("wr_id {} {}", wc.wr_id, name(wc.status)); }

void expect_flag(const ibv_wc& wc, unsigned flag, const char* field, const Json& wanted) {
  if (!(wc.wc_flags & flag)) differ(fmt::format("cqe.{}", field), wanted, "no such flag");
}

}  // namespace

void expect_completion(const ibv_wc& wc, const Json& cqe, const Names& names) {
  only(cqe, {"wr_id", "status", "opcode", "byte_len", "imm", "inv", "grh", "src_qp", "qp"}, "cqe");
  expect(wc.wr_id, member(cqe, "wr_id", "cqe"), "cqe.wr_id");
  if (cqe.contains("status")) expect(name(wc.status), cqe.at("status"), "cqe.status");
  if (cqe.contains("opcode")) expect(name(wc.opcode), cqe.at("opcode"), "cqe.opcode");
  if (cqe.contains("byte_len")) expect(wc.byte_len, cqe.at("byte_len"), "cqe.byte_len");
  if (cqe.contains("imm")) {
    expect_flag(wc, IBV_WC_WITH_IMM, "imm", cqe.at("imm"));
    expect(__builtin_bswap32(wc.imm_data), cqe.at("imm"), "cqe.imm");
  }
  if (cqe.contains("inv")) {
    expect_flag(wc, IBV_WC_WITH_INV, "inv", cqe.at("inv"));
    const Key key = names.key(cqe.at("inv"), Names::Side::remote, "cqe.inv");
    expect(wc.invalidated_rkey, Json(key.value), "cqe.inv");
  }
  if (cqe.contains("grh")) expect(std::uint64_t{(wc.wc_flags & IBV_WC_GRH) != 0}, cqe.at("grh"), "cqe.grh");
  if (cqe.contains("src_qp")) expect(wc.src_qp, cqe.at("src_qp"), "cqe.src_qp");
  if (cqe.contains("qp")) {
    expect(wc.qp_num, Json(names.queue_pair(text(cqe.at("qp"), "cqe.qp")).number.value), "cqe.qp");
  }
}

void Completions::poll() {
  for (const auto& [cq_name, cq] : objects_.cqs) {
    ibv_wc wc;
    int taken;
    while ((taken = ibv_poll_cq(cq, 1, &wc)) > 0) {
      const auto queue = queue_of_.find(wc.wr_id);
      if (queue == queue_of_.end()) throw Failure(fmt::format("completion of {}, which nobody posted", title(wc)));
      waiting_[queue->second].push_back(wc);
    }
    if (taken < 0) throw Failure(fmt::format("poll of {}: wanted success, got {}", cq_name, taken));
  }
}

const std::string& Completions::queue(const Json& cqe) const {
  const std::uint64_t wr_id = integer(member(cqe, "wr_id", "cqe"), "cqe.wr_id");
  const auto it = queue_of_.find(wr_id);
  if (it == queue_of_.end()) throw Malformed(fmt::format("cqe: wr_id {} was never posted", wr_id));
  return it->second;
}

const ibv_wc* Completions::oldest(const Json& cqe) const {
  const auto it = waiting_.find(queue(cqe));
  return it == waiting_.end() || it->second.empty() ? nullptr : &it->second.front();
}

void Completions::expect(const Json& cqe) const {
  const ibv_wc* wc = oldest(cqe);
  if (!wc) differ("cqe", cqe, fmt::format("no completion of {}", queue(cqe)));
  expect_completion(*wc, cqe, objects_.names);
}

void Completions::consume(const Json& cqe) { waiting_[queue(cqe)].pop_front(); }

std::string Completions::left() const {
  std::string list;
  for (const auto& [queue, completions] : waiting_) {
    for (const ibv_wc& wc : completions) list += fmt::format("{}{} in {}", list.empty() ? "" : ", ", title(wc), queue);
  }
  return list;
}

}  // namespace rocelab::app::replay
