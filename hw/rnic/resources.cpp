#include "hw/rnic/resources.h"

#include <algorithm>

#include "hw/fabric/counters.h"
#include "hw/rnic/resource_facts.h"

namespace rocelab::rnic {
namespace {

CachedTable::Shape shape(const Profile& p, std::uint32_t entries, std::uint32_t bytes, BusAddr tables) {
  return {{entries, p.cache_ways}, bytes, p.misses_in_flight, tables};
}

/// The cache holds whole lines, one at least.
std::uint32_t lines(const Profile& p) {
  return p.mtt_cache_entries == 0 ? 0 : std::max(1u, p.mtt_cache_entries / p.mtt_line);
}

}  // namespace

Resources::Resources(CachedTable::Around around, const Profile& p, BusAddr tables, HostId host)
    : contexts(around, context_cache_facts, shape(p, p.qp_cache_entries, p.qp_context_bytes, tables)),
      pages(around, page_cache_facts, shape(p, lines(p), p.mtt_entry_bytes * p.mtt_line, tables)),
      dma(pages, p.mtt_line),
      rx(p.rx_buffer_bytes),
      around_(around),
      host_(host) {}

void Resources::show(const std::string& scope) {
  shown_ = around_.probe.reads(FactKind::change);
  if (shown_)
    fill_row_ = around_.probe.declare(SignalDecl{scope, "rx_buffer", SignalDecl::Kind::bits, 32, {}, Unit::nic});
  contexts.show(scope, "qp_cache");
  pages.show(scope, "mtt_cache");
}

void Resources::registered(const std::vector<BusAddr>& at, unsigned page_bits) {
  for (const BusAddr page : at)
    for (BusAddr octet = 0; octet < 1ULL << page_bits; octet += 1ULL << OrderedDma::page_bits)
      pages.install(dma.entry_of(page + octet));
}

bool Resources::take_in(const Packet& packet) {
  const bool pressed = rx.pressed(packet.priority);
  const bool room = rx.admit(packet);
  Tag tag = packet.tag;
  tag.host = host_;
  if (!room) {
    fabric::count_drop(around_.probe, dropped_rx_buffer, tag);
    around_.probe.moment(moment_rx_full, tag, {{"bytes", rx.fill()}});
  }
  if (rx.pressed(packet.priority) && !pressed) {
    around_.probe.count(rx_pressure, tag);
    around_.probe.moment(moment_rx_pressure, tag, {{"priority", packet.priority.value}, {"bytes", rx.fill()}});
  }
  show_fill();
  return room;
}

void Resources::give_back(const Packet& packet) {
  rx.release(packet);
  show_fill();
}

void Resources::show_fill() {
  if (shown_) around_.probe.change(fill_row_, rx.fill());
}

}  // namespace rocelab::rnic
