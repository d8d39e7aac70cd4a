#pragma once
#include <deque>
#include <vector>

#include "app/conformance/rc_setup.h"

namespace rocelab::app::replay {

/// A linked list of work requests as a case writes them, ready for ibv_post_send.
class SendList {
 public:
  /// `step`: one WR or a list of them on one QP.
  SendList(const Json& step, Objects&, Bench&);

  verbs::ibv_send_wr* first() { return &requests_.front(); }
  verbs::Qp* qp() const { return qp_; }
  const std::string& qp_name() const { return qp_name_; }
  const std::deque<verbs::ibv_send_wr>& requests() const { return requests_; }
  /// Windows that a successful post gives a new key.
  const std::vector<std::pair<std::string, Key>>& bound() const { return bound_; }

 private:
  void add(const Json& wr, Objects&, Bench&);
  void set_operands(verbs::ibv_send_wr&, const Json& wr, Objects&, Bench&);
  void set_bind(verbs::ibv_send_wr&, const Json& wr, Objects&);

  verbs::Qp* qp_ = nullptr;
  std::string qp_name_;
  std::deque<verbs::ibv_send_wr> requests_;
  std::deque<std::vector<verbs::ibv_sge>> elements_;
  std::vector<std::pair<std::string, Key>> bound_;
};

/// `sge` of a request: [{mr, offset, len, lkey}].
std::vector<verbs::ibv_sge> elements_of(const Json& list, const Names&);

}  // namespace rocelab::app::replay
