#include "host/os/cost_table.h"

#include <cmath>

namespace rocelab::host {
namespace {

/// How many of the member's own unit one unit of a profile is.
double scale(std::string_view unit) {
  if (unit == "ns") return 1e3;
  if (unit == "ghz") return 1e9;
  return unit == "gbytes" ? 8e9 : 1;
}

}  // namespace

void CostParameter::set(KernelCosts& costs, double value) const {
  const double n = value * scale(unit);
  std::visit(
      [&](auto where) {
        using To = std::decay_t<decltype(costs.*where)>;
        if constexpr (std::is_same_v<To, Rate>) {
          costs.*where = Rate{static_cast<std::uint64_t>(std::llround(n))};
        } else if constexpr (std::is_same_v<To, double>) {
          costs.*where = n;
        } else {
          costs.*where = static_cast<To>(std::llround(n));
        }
      },
      member);
}

double CostParameter::get(const KernelCosts& costs) const {
  return std::visit(
      [&](auto where) {
        if constexpr (std::is_same_v<std::decay_t<decltype(costs.*where)>, Rate>) {
          return static_cast<double>((costs.*where).bits_per_s) / scale(unit);
        } else {
          return static_cast<double>(costs.*where) / scale(unit);
        }
      },
      member);
}

const std::vector<CostParameter>& cost_parameters() {
  using C = KernelCosts;
  static const std::vector<CostParameter> all{
      {"core", "ghz", &C::core_hz},
      {"syscall", "ns", &C::syscall},
      {"syscall_kpti", "ns", &C::syscall_kpti},
      {"copy_fixed", "ns", &C::copy_fixed},
      {"copy_to_kernel", "gbytes", &C::copy_to_kernel},
      {"copy_to_user", "gbytes", &C::copy_to_user},
      {"skb", "cycles", &C::skb},
      {"qdisc", "cycles", &C::qdisc},
      {"socket_lock", "cycles", &C::socket_lock},
      {"page", "cycles", &C::page},
      {"tx_per_skb", "cycles", &C::tx_per_skb},
      {"tx_per_segment", "cycles", &C::tx_per_segment},
      {"checksum_per_byte", "cycles_per_byte", &C::checksum_per_byte},
      {"ack_tx", "cycles", &C::ack_tx},
      {"ack_rx", "cycles", &C::ack_rx},
      {"rx_driver_per_packet", "cycles", &C::rx_driver_per_packet},
      {"rx_per_gro_skb", "cycles", &C::rx_per_gro_skb},
      {"rx_per_packet", "cycles", &C::rx_per_packet},
      {"interrupt_delivery", "ns", &C::interrupt_delivery},
      {"interrupt_handler", "cycles", &C::interrupt_handler},
      {"softirq_entry", "cycles", &C::softirq_entry},
      {"napi_weight", "packets", &C::napi_weight},
      {"wakeup", "ns", &C::wakeup_latency},
      {"context_switch", "ns", &C::context_switch},
      {"ipi_send", "cycles", &C::ipi_send},
      {"ipi_delivery", "ns", &C::ipi_delivery},
      {"ipi_handler", "cycles", &C::ipi_handler},
      {"remote_socket", "cycles", &C::remote_socket},
      {"empty_read", "cycles", &C::empty_read},
      {"epoll_add", "cycles", &C::epoll_add},
      {"epoll_modify", "cycles", &C::epoll_modify},
      {"epoll_item", "cycles", &C::epoll_item},
      {"epoll_callback", "cycles", &C::epoll_callback},
      {"pin_per_page", "ns", &C::pin_per_page},
      {"pin_per_huge_page", "ns", &C::pin_per_huge_page},
      {"register_memory", "ns", &C::register_memory},
      {"deregister_memory", "ns", &C::deregister_memory},
      {"create_queue_pair", "ns", &C::create_queue_pair},
      {"modify_queue_pair", "ns", &C::modify_queue_pair},
      {"other_command", "ns", &C::other_command},
      {"post_send", "ns", &C::post_send},
      {"blueflame_block", "ns", &C::blueflame_block},
      {"poll_hit", "ns", &C::poll_hit},
  };
  return all;
}

}  // namespace rocelab::host
