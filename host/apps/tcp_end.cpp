#include "host/apps/tcp_end.h"

#include <algorithm>
#include <cerrno>

namespace rocelab::host {

TcpTraffic::End::End(TcpTraffic& traffic, Computer& computer, Thread& self, bool client)
    : Channel(traffic.plan_.application->numbers(client)),
      traffic_(traffic),
      computer_(computer),
      self_(self),
      client_(client),
      space_(computer.new_process()) {
  const auto& payload = traffic.plan_.payload;
  if (client || traffic.plan_.application->answers) {
    source_ = space_.allocate(payload.size());
    space_.store(source_, payload.data(), payload.size());
  }
  traffic_.ends_.push_back(this);
}

TcpTraffic::End::~End() {
  auto& all = traffic_.ends_;
  all.erase(std::remove(all.begin(), all.end(), this), all.end());
}

void TcpTraffic::End::use(const std::vector<Socket*>& sockets) {
  sockets_ = sockets;
  taken_.resize(sockets.size());
  if (client_ && !traffic_.plan_.application->answers) return;
  reader_.emplace(computer_.kernel(), self_, space_, sockets, traffic_.plan_.payload.size(), traffic_.options_.reading,
                  [this](std::size_t c) { self_.set_tag(traffic_.tag(computer_, incoming(round_of(c)))); });
}

void TcpTraffic::End::stop() {
  stopped_ = true;
  if (reader_) reader_->stop();
}

void TcpTraffic::End::read_end(Socket& socket) {
  computer_.kernel().read(self_, socket, space_, reader_->message(0), 1);
}

bool TcpTraffic::End::send(std::uint64_t round) {
  const std::uint64_t message = outgoing(round);
  self_.set_tag(traffic_.tag(computer_, message));
  Socket& socket = *sockets_[round % sockets_.size()];
  if (computer_.kernel().write(self_, socket, space_, source_, traffic_.plan_.payload.size())) return true;
  fail("tcp.write", socket, message);
  return false;
}

std::optional<std::uint64_t> TcpTraffic::End::receive(std::uint64_t round) {
  const auto connection = reader_->next(round % sockets_.size());
  if (!connection) {
    if (!stopped_) traffic_.fail({"tcp.read", "ECONNRESET", {{"message", incoming(round)}}});
    return std::nullopt;
  }
  const std::uint64_t came = round_of(*connection);
  ++taken_[*connection];
  traffic_.inspect(space_, reader_->message(*connection));
  traffic_.consider_finished();
  return came;
}

void TcpTraffic::End::note(const MomentKind& moment, std::uint64_t round) {
  computer_.probe().moment(moment, traffic_.tag(computer_, outgoing(round)));
}

void TcpTraffic::End::fail(const char* at, const Socket& socket, std::uint64_t message) {
  const bool silent = socket.connection.error() == ETIMEDOUT;
  traffic_.fail({at, silent ? "ETIMEDOUT" : "ECONNRESET", {{"message", message}}});
}

}  // namespace rocelab::host
