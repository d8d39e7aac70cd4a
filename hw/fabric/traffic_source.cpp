#include "hw/fabric/traffic_source.h"

#include <algorithm>
#include <cstring>

#include "hw/fabric/counters.h"
#include "tlm/wire/ipv4.h"
#include "tlm/wire/udp.h"

namespace rocelab::fabric {
namespace {
constexpr std::uint16_t discard_port = 9;
}

TrafficSource::TrafficSource(Timeline& timeline, Probe& probe, PacketPool& pool, const Config& config,
                             std::uint64_t run_seed)
    : timeline_(timeline),
      probe_(probe),
      pool_(pool),
      config_(config),
      random_(run_seed, config.scope),
      egress_(timeline, probe, config.rate, config.scope) {
  egress_.on_room([this](Priority) { send(); });
}

void TrafficSource::start(Ps end) {
  end_ = end;
  if (config_.burst == 0) {
    left_ = UINT64_MAX;
    send();
  } else {
    burst();
  }
}

/// Exponentially distributed with mean 1, by von Neumann's comparison of uniform draws: no logarithm, whose last digit
/// may differ between machines.
double TrafficSource::exponential() {
  for (double whole = 0;; whole += 1) {
    const double first = random_.unit();
    double last = first;
    unsigned falling = 1;
    for (;; ++falling) {
      const double next = random_.unit();
      if (next >= last) break;
      last = next;
    }
    if (falling % 2 == 1) return whole + first;
  }
}

void TrafficSource::burst() {
  if (timeline_.now() >= end_) return;
  const double octets = exponential() * static_cast<double>(config_.burst);
  const std::uint64_t frames = 1 + static_cast<std::uint64_t>(octets / config_.frame);
  left_ += frames;
  const auto gap = static_cast<Ps>(exponential() * static_cast<double>(config_.gap));
  timeline_.after(config_.rate.time_of(frames * (config_.frame + 20)) + gap, [this] { burst(); });
  send();
}

void TrafficSource::send() {
  const Priority p{static_cast<std::uint8_t>(config_.dscp >> 3)};
  while (left_ > 0 && timeline_.now() < end_ && egress_.has_room(p)) {
    --left_;
    PacketPtr packet = build();
    probe_.count(cross_sent, config_.tag);
    egress_.send(std::move(packet));
  }
}

PacketPtr TrafficSource::build() {
  const std::uint32_t length = std::max<std::uint32_t>(config_.frame, 64) - 4;
  PacketPtr p = pool_.make(length);
  p->length = length;
  p->tag = config_.tag;
  p->priority = Priority{static_cast<std::uint8_t>(config_.dscp >> 3)};
  std::memset(p->data, 0, length);
  wire::EthernetHeader{config_.destination, config_.source, wire::EtherType::ipv4}.encode(p->data);
  wire::Ipv4Header ip;
  ip.tos = static_cast<std::uint8_t>(config_.dscp << 2);
  ip.total_length = static_cast<std::uint16_t>(length - wire::EthernetHeader::size);
  ip.protocol = static_cast<std::uint8_t>(wire::IpProtocol::udp);
  ip.source = config_.source_ip;
  ip.destination = config_.destination_ip;
  ip.encode(p->data + wire::EthernetHeader::size);
  std::uint8_t* udp = p->data + wire::EthernetHeader::size + wire::Ipv4Header::size;
  wire::put16(udp, discard_port);
  wire::put16(udp + 2, discard_port);
  wire::put16(udp + 4, static_cast<std::uint16_t>(ip.total_length - wire::Ipv4Header::size));
  return p;
}

}  // namespace rocelab::fabric
