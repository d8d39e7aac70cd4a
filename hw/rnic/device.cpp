#include "hw/rnic/device.h"

#include "hw/rnic/facts.h"
#include "hw/rnic/queue_pair.h"

namespace rocelab::rnic {

Device::Device(Timeline& t, Probe& p, PacketPool& pool_, MemoryPort& m, WirePort& w, const Engine::Config& c)
    : timeline(t),
      probe(p),
      pool(pool_),
      memory(m),
      port(w),
      config(c),
      profile(config.profile),
      keys(c.secret),
      resources({t, p, pool_, m}, config.profile, c.tables, c.host),
      notification_point(c.cnp_per, c.cnp_interval.value_or(profile.cnp_interval)),
      first_qpn_(0x100 + static_cast<std::uint32_t>(c.secret * 0x9e3779b97f4a7c15 >> 52 << 8)) {
  for (std::uint32_t i = 0; i < c.shown_qps; ++i) rows_.emplace_back(p, c.scope, i);
  if (c.show_resources) resources.show(c.scope + ".nic");
  if (profile.mtt_cache_entries > 0)
    keys.on_pages([this](const auto& pages, unsigned page_bits) { resources.registered(pages, page_bits); });
  if (c.congestion != "none") rate_row = p.declare({c.scope, "rate_mbps", SignalDecl::Kind::bits, 20, {}, Unit::nic});
}

Device::~Device() = default;

QueuePair& Device::add(std::unique_ptr<QueuePair> q) {
  resources.contexts.install(q->number.value);
  qps_.push_back(std::move(q));
  return *qps_.back();
}

void Device::remove(Qpn qpn) {
  resources.contexts.drop(qpn.value);
  if (find(qpn)) removed_.push_back(std::move(qps_[qpn.value - first_qpn_]));
}

void Device::report(const protection::Refusal& refusal, Qpn qpn, Psn psn, Tag tag) {
  const protection::Request& asked = refusal.asked;
  const protection::Region* behind = keys.behind(asked.key);
  // Its owner's own key opens nothing to a peer: the commonest mix-up (field report 18, animeshtrivedi/rdma-example).
  const bool mixed_up = behind && asked.remote && behind->kind == protection::Region::Kind::region &&
                        behind->lkey == asked.key && behind->rkey != asked.key;
  const protection::Region* open = refusal.fault == protection::Fault::unknown_key ? nullptr : behind;
  probe.moment(moment_refused, tag,
               {{"qpn", qpn.value},
                {"psn", psn.value()},
                {"fault", static_cast<std::uint64_t>(refusal.fault)},
                {"key", asked.key.value},
                {"start", asked.start},
                {"length", asked.length},
                {"allowed_start", open ? open->start : 0},
                {"allowed_length", open ? open->length : 0},
                {"need", asked.need},
                {"allowed_access", open ? open->access : 0u},
                {"mixed_up", mixed_up},
                {"right_key", mixed_up ? behind->rkey.value : 0},
                {"domain", asked.domain.value},
                {"allowed_domain", open ? open->domain.value : 0}});
}

void Device::report(const rc::Objection& objection, Qpn qpn, Psn psn, Tag tag) {
  probe.moment(moment_invalid_request, tag,
               {{"qpn", qpn.value},
                {"psn", psn.value()},
                {"objection", static_cast<std::uint64_t>(objection.rule)},
                {"given", objection.given},
                {"allowed", objection.allowed}});
}

void Device::scatter(Qpn qp, const PacketPtr& packet, const std::uint8_t* octets,
                     const std::vector<protection::Piece>& pieces, Tag tag, std::uint32_t ends_write) {
  if (!resources.dma.can_wait()) return write(packet, octets, pieces, tag, ends_write);
  resources.retain(*packet);
  resources.dma.in_order(qp, pieces, tag, [this, packet, octets, pieces, tag, ends_write] {
    write(packet, octets, pieces, tag, ends_write);
    resources.release(*packet);
  });
}

void Device::write(const PacketPtr& packet, const std::uint8_t* octets, const std::vector<protection::Piece>& pieces,
                   Tag tag, std::uint32_t ends_write) {
  for (const protection::Piece& piece : pieces) {
    probe.open(stage_dma_write, tag);
    probe.move(Mover::dma_write, tag, piece.length, true);
    resources.retain(*packet);
    const std::uint32_t number = writes_.end();
    Write& write = writes_.add();
    write.packet = packet;
    write.begin = timeline.now();
    write.tag = tag;
    write.bytes = piece.length;
    write.ends_write = &piece == &pieces.back() ? ends_write : 0;
    write.done = false;
    memory.write(piece.address, octets, piece.length, tag, [this, number] { written(number); });
    octets += piece.length;
  }
}

void Device::written(std::uint32_t number) {
  Write& write = writes_[number];
  probe.close(stage_dma_write, write.tag, write.begin, write.bytes);
  resources.release(*write.packet);
  if (write.ends_write) probe.moment(moment_payload_written, write.tag, {{"bytes", write.ends_write}});
  write.packet = {};
  write.done = true;
  while (!writes_.empty() && writes_.front().done) writes_.pass();
}

}  // namespace rocelab::rnic
