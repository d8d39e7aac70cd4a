#include <algorithm>
#include <initializer_list>

#include "host/apps/application.h"
#include "host/apps/rdma_operation.h"
#include "scenarios/config/settings.h"

namespace rocelab::scenarios {
namespace {

std::string octets(std::uint64_t n) { return std::to_string(n) + " B"; }

/// Where every request has its answer the two ends are alike: what is told of one of them has no place there.
void check_answers_over_rdma(const LaneSettings& s) {
  const std::string why = "application " + s.application + " sends answers: ";
  const std::initializer_list<const char*> two_way{"write", "write_imm", "send", "send_imm"};
  if (std::find(two_way.begin(), two_way.end(), s.operation) == two_way.end())
    contradiction(s, why + "operation must be write, write_imm, send or send_imm, not " + s.operation);
  const auto needs = [&](bool met, const char* what) {
    if (!met) contradiction(s, why + what);
  };
  needs(s.rdma.registered && s.rdma.registration == "once", "rdma.registered must be true, rdma.registration once");
  needs(s.rdma.qp_state == "rts", "rdma.qp_state must be rts");
  needs(s.rdma.mistake == "none", "rdma.mistake must be none");
  needs(!s.rdma.managed, "rdma.connect must be exchange");
  needs(s.rdma.connections == 1, "rdma.connections must be 1");
  needs(s.rdma.receive_delay == 0 && s.rdma.receive_state == "rts",
        "rdma.receive_delay must be 0 and rdma.receive_state rts");
  needs(!s.rdma.sleeps || host::rdma_operation(s.operation).two_sided(),
        "rdma.completion = event wakes nobody for a WRITE; rdma.completion must be poll, or the operation two-sided");
}

/// Both programs write before they read: what is in flight must find room, or each waits for the other for ever.
void check_answers_over_tcp(const LaneSettings& s) {
  const std::uint64_t flying = s.message.inflight * s.message.size;
  const std::uint64_t room = std::min(s.tcp.send_buffer, s.tcp.receive_buffer);
  if (flying > room)
    contradiction(s, "application " + s.application + " has " + octets(flying) +
                         " in flight (message.inflight times message.size): at most the smaller of tcp.send_buffer and "
                         "tcp.receive_buffer, " +
                         octets(room));
}

}  // namespace

void check_application(const LaneSettings& s) {
  const bool answers = host::application(s.application).answers;
  if (s.path == "rdma") {
    if (answers) check_answers_over_rdma(s);
    return;
  }
  if (answers) check_answers_over_tcp(s);
  if (s.window() && s.message.inflight % s.tcp.connections != 0)
    contradiction(s, "message.inflight is " + std::to_string(s.message.inflight) +
                         " over all connections: it must be a multiple of tcp.connections, which is " +
                         std::to_string(s.tcp.connections));
}

std::optional<std::uint64_t> LaneSettings::window() const {
  const host::Application& a = host::application(application);
  if (a.answers || (!message.inflight_given && !a.apart) || message.inflight >= message.count) return std::nullopt;
  return std::max<std::uint64_t>(1, message.inflight / tcp.connections) * message.size;
}

}  // namespace rocelab::scenarios
