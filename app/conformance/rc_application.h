#pragma once
#include <vector>

#include "app/conformance/rc_completions.h"
#include "app/conformance/rc_setup.h"

namespace rocelab::app::replay {

/// The application of a case: it holds the verbs objects and performs the steps that are calls. Each call returns 0 or
/// an errno; none lets time pass.
class Application {
 public:
  Application(Bench&, const Json& setup, const Json& defaults);

  const Names& names() const { return objects_.names; }
  Completions& completions() { return completions_; }

  int post_send(const Json& step);
  int post_recv(const Json& step);
  int fill_sq(const Json& step);
  int modify_qp(const Json& step);
  int dereg_mr(const Json& name);

  void poke(const Json& step);
  void expect_memory(const Json& step);
  void expect_qp(const Json& step);
  void req_notify(const Json& step);
  void expect_cq_event(const Json& step);
  /// Has this asynchronous event come and not been asked for before?
  bool take_async_event(const Json& name);

 private:
  std::uint8_t* octets_of(const Json& step, std::size_t n, const char* what);

  Bench& bench_;
  Objects objects_;
  Completions completions_{objects_};
  std::map<std::string, std::uint32_t> events_seen_;  // of a CQ when it was last armed
  std::vector<std::string> async_events_;
};

}  // namespace rocelab::app::replay
