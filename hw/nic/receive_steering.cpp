#include "hw/nic/receive_steering.h"

#include <stdexcept>

#include "tlm/wire/tcp_frame.h"

namespace rocelab::nic {

ReceiveSteering::ReceiveSteering(unsigned queues) : queues_(queues) {
  if (queues == 0 || queues > entries) throw std::logic_error("nic: from 1 to 128 receive queues");
  for (std::size_t i = 0; i < entries; ++i) table_[i] = static_cast<std::uint8_t>(i % queues);
}

unsigned ReceiveSteering::queue_of(const Packet& packet) const {
  if (queues_ == 1) return 0;
  const auto view = wire::TcpView::parse(packet.data, packet.length);
  if (!view) return 0;
  return queue_of({view->source, view->destination, view->header.source_port, view->header.destination_port});
}

unsigned ReceiveSteering::queue_of(const Flow& flow) const {
  const auto input = rss_input(flow);
  const auto filter = filters_.find(input);
  return filter != filters_.end() ? filter->second : table_[toeplitz(rss_key, input) % entries];
}

void ReceiveSteering::pin(const Flow& flow, unsigned queue) { filters_[rss_input(flow)] = queue; }

}  // namespace rocelab::nic
