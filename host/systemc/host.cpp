#include "host/systemc/host.h"

#include <cstring>

#include "tlm/wire/traffic_class.h"

namespace rocelab::host {
namespace {
/// The driver gives the NIC memory for its tables.
rnic::Engine::Config with_tables(rnic::Engine::Config config, PhysicalMemory& memory) {
  config.tables = memory.allocate(1);
  return config;
}

/// A receive buffer that holds a frame of this MTU; small ones share a page.
std::uint32_t buffer_for(std::uint32_t mtu) {
  return mtu + 64 <= NetDevice::buffer_bytes ? NetDevice::buffer_bytes : 12288;
}
}  // namespace

Host::Host(sc_core::sc_module_name name, Timeline& timeline, Probe& probe, PacketPool& pool, const Config& config)
    : sc_module(name),
      config_(config),
      probe_(probe),
      pool_(pool),
      traffic_(timeline, probe, config.tag, config.memory),
      pcie_("pcie", timeline, probe, config.tag, traffic_, config.pcie),
      mac_("mac", timeline, probe, config.port, config.rate, config.scope + ".port0"),
      nic_(
          timeline, probe, pool, pcie_.port(), config.tag.host, config.nic, [this](PacketPtr p) { send(std::move(p)); },
          [this](unsigned queue) { kernel_->interrupt(queue); }),
      rdma_wire_(mac_.mac.egress()),
      rnic_(timeline, probe, pool, pcie_.port(), rdma_wire_, with_tables(config.rnic, memory_)),
      device_(memory_, registers_, nic_, buffer_for(config.kernel.mtu)) {
  if (config.mr_check_in_rtl) {
    mr_check_.emplace(timeline, probe, config.rnic.profile.clock, config.scope + ".mr_check");
    rnic_.keys().use(*mr_check_);
  }
  pcie_.memory.bind(memory_module_.socket);
  registers_.socket.bind(pcie_.mmio);
  pcie_.attach(nic_, ethernet_bar, nic::register_bytes);
  pcie_.attach(rnic_, rdma_bar, rdma_bar_bytes);
  mac_.mac.attach_ethernet(nic_);
  mac_.mac.attach_rdma(rnic_);
  mac_.mac.egress().on_room([this](Priority) { rnic_.port_has_room(); });
  for (std::size_t i = 0; i < config.cores.size(); ++i) {
    cores_.emplace_back(timeline, probe, config.cores[i], static_cast<unsigned>(i), config.scope);
  }
  neighbour_.emplace(cores_.front(), config.neighbour);
  kernel_ = std::make_unique<Kernel>(timeline, probe, memory_, traffic_, device_, nic_, cores_, config.kernel);
  pcie_.declare_rows(config.scope);
  timeline.at(0, [this] { kernel_->bring_up(); });
}

void Host::send(PacketPtr packet) {
  packet->lossless = config_.lossless;
  packet->priority = config_.priority;
  if (config_.dscp != 0) {
    const auto was = wire::traffic_class(*packet);
    wire::set_traffic_class(*packet, {config_.dscp, was ? was->ecn : wire::Ecn::not_ect});
  }
  mac_.mac.egress().send(std::move(packet));
}

AddressSpace& Host::new_process() { return processes_.emplace_back(memory_); }

void Host::start(const std::string& name, std::size_t core, Main main) {
  const std::string unique = std::string(this->name()) + "_" + name;
  programs_.push_back(std::make_unique<Program>(unique.c_str(), cores_.at(core), config_.tag, std::move(main)));
}

void Host::send_probe_frame(wire::MacAddress to, std::uint32_t octets) {
  PacketPtr p = pool_.make(octets);
  p->length = octets - 4;  // the FCS is counted, not stored
  p->tag = config_.tag;
  std::memset(p->data, 0, p->length);
  wire::EthernetHeader{to, config_.kernel.mac, wire::EtherType::experimental}.encode(p->data);
  send(std::move(p));
}

std::optional<wire::MacAddress> Host::resolve(const wire::Gid& address) const {
  const auto it = config_.kernel.neighbours.find(address.octets);
  return it == config_.kernel.neighbours.end() ? std::nullopt : std::optional(it->second);
}

void Host::settle() {
  for (Core& core : cores_) core.settle();
  pcie_.settle();
  traffic_.settle();
}

}  // namespace rocelab::host
