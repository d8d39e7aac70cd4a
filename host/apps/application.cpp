#include "host/apps/application.h"

#include <stdexcept>

#include "host/apps/application_facts.h"

namespace rocelab::host {
namespace {

void send_all(Channel& channel, const Application::Rounds& rounds) {
  for (std::uint64_t i = 0; i < rounds.count; ++i) {
    if (!channel.send(i)) return;
  }
  channel.flush();
}

void receive_all(Channel& channel, const Application::Rounds& rounds) {
  if (!channel.hears()) return;
  for (std::uint64_t i = 0; i < rounds.count; ++i) {
    if (!channel.receive(i)) return;
  }
}

void ask(Channel& channel, const Application::Rounds& rounds) {
  std::uint64_t asked = 0;
  for (std::uint64_t answered = 0; answered < rounds.count; ++answered) {
    for (; asked < rounds.count && asked - answered < rounds.inflight; ++asked) {
      channel.note(moment_request, asked);
      if (!channel.send(asked)) return;
    }
    const auto came = channel.receive(answered);
    if (!came) return;
    channel.note(moment_answer, *came);
  }
  channel.flush();
}

void answer(Channel& channel, const Application::Rounds& rounds) {
  for (std::uint64_t i = 0; i < rounds.count; ++i) {
    const auto came = channel.receive(i);
    if (!came || !channel.send(*came)) return;
  }
  channel.flush();
}

}  // namespace

const std::vector<Application>& applications() {
  static const std::vector<Application> all{
      // One message behind the other, as fast as the road takes them.
      {"stream", false, false, send_all, receive_all},
      // The same of messages that stand each for itself: small ones are not gathered on the way.
      {"messages", false, true, send_all, receive_all},
      // Requests and answers of one size.
      {"ping_pong", true, true, ask, answer},
  };
  return all;
}

const Application& application(const std::string& name) {
  for (const Application& a : applications()) {
    if (name == a.name) return a;
  }
  throw std::out_of_range("no application " + name);
}

}  // namespace rocelab::host
