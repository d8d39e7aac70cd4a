#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/apps/application.h"
#include "host/apps/finish_line.h"
#include "host/apps/start_line.h"
#include "host/computer.h"

namespace rocelab::host {

/// What the two programs of a flow are told.
struct TrafficPlan {
  Computer* local = nullptr;
  Computer* peer = nullptr;
  const Application* application = &host::application("stream");
  std::vector<std::uint8_t> payload;  // of every message
  std::uint64_t messages = 1;         // that the client sends
  std::uint64_t inflight = 1;
  std::uint32_t probe_frame = 1082;  // 0: this flow sends none
  Ps reader_busy = 0;                // the reading program does something else for so long before its first read
  /// Which of the lane's flows it is: its tag, its port number, and the name of its programs follow.
  std::uint16_t flow = 0;
  std::size_t local_core = 0, peer_core = 0;
  Application::Rounds rounds() const { return {messages, inflight}; }
  std::function<void()> done;  // the last message is delivered and its sender has its completion
};

/// Why nothing, or not everything, arrived.
struct TrafficFailure {
  std::string at;    // stage or step that refused
  std::string code;  // IBV_WC_…, E…
  std::map<std::string, std::uint64_t> values;
  std::string rule = {};  // id of the rule that a verbs call was refused by, if one was
};

/// A pair of programs that move messages from `local` to `peer` (or back) along one path.
class Traffic {
 public:
  explicit Traffic(TrafficPlan plan) : plan_(std::move(plan)) {}
  virtual ~Traffic() = default;

  /// Name in the summary: kernel_tcp, rdma_write, …
  virtual std::string path() const = 0;
  /// Programs of the two ends that pass the start line.
  virtual std::size_t runners() const = 0;
  /// Which moments begin and end a message's latency.
  virtual std::pair<std::string, std::string> latency_moments() const = 0;
  /// Another name for the way from NIC to NIC, where the path has one.
  virtual const Stage* wire_stage() const { return nullptr; }

  void start(StartLine& start, FinishLine& finish) {
    start_line_ = &start;
    finish_line_ = &finish;
    start_programs();
  }

  /// Messages that travel, either way.
  std::uint64_t expected_messages() const { return plan_.messages * plan_.application->messages_a_round(); }
  std::uint64_t delivered_messages() const { return delivered_; }
  std::uint64_t intact_messages() const { return intact_; }
  const std::optional<TrafficFailure>& failure() const { return failure_; }
  const TrafficPlan& plan() const { return plan_; }
  bool finished() const { return finished_; }

 protected:
  virtual void start_programs() = 0;
  /// The measured part is over, well or not: programs that still wait for a message are let go.
  virtual void cancel() {}
  Tag tag(Computer& computer, std::uint64_t message) const {
    Tag t = computer.tag();
    t.flow = FlowId{plan_.flow};
    t.message = MessageId{static_cast<std::uint32_t>(message)};
    return t;
  }
  /// "server" of the first flow, "server2" of the third.
  std::string program_name(const char* role) const {
    return plan_.flow == 0 ? role : role + std::to_string(plan_.flow);
  }
  void send_probe_frame() {
    if (plan_.probe_frame > 0) plan_.local->send_probe_frame(plan_.peer->mac_address(), plan_.probe_frame);
  }
  StartLine& start_line() { return *start_line_; }
  /// Before a program closes: what it does to close must not count in another lane. `own`: what it waits for as long as
  /// this flow is not over itself.
  void wait_for_the_end(Thread& self, const char* own = "the end");

  /// The message's bytes now stand at `where`: compares them with what was sent, then clears them, so that the next
  /// message cannot pass on what this one left. No modelled time: it is the experimenter who looks.
  /// `right`: whether what came beside the bytes (length, immediate, result) is right too.
  void inspect(AddressSpace& space, Va where, bool right = true);
  void fail(TrafficFailure failure);
  /// Ends the measured window, once.
  void finish();

  TrafficPlan plan_;
  std::uint64_t delivered_ = 0;
  std::uint64_t intact_ = 0;

 private:
  std::optional<TrafficFailure> failure_;
  StartLine* start_line_ = nullptr;
  FinishLine* finish_line_ = nullptr;
  bool finished_ = false;
  std::vector<Thread*> at_the_end_;
};

}  // namespace rocelab::host
