#include "host/os/cost_table.h"
#include "support/catch.h"
#include "support/sheet.h"

using namespace rocelab;
using namespace rocelab::host;

namespace {

toml::table file_of(const std::string& profile) {
  return toml::parse_file(test::source_folder() + "/host/os/profiles/" + profile + ".toml");
}

const CostParameter& parameter(std::string_view name) {
  for (const CostParameter& p : cost_parameters())
    if (p.name == name) return p;
  throw std::invalid_argument(std::string(name));
}

/// The sheet's value of a row in a parameter's unit.
double in_unit_of(const CostParameter& p, const std::string& row) {
  const double value = test::sheet().at(row);
  return p.unit == "ns" && test::sheet_units().at(row) == "us" ? value * 1000 : value;
}

}  // namespace

TEST_CASE("every cost of a kernel profile has a row of the calibration sheet or says what it assumes") {
  for (const std::string& profile : cost_profiles()) {
    for (const auto& [key, node] : file_of(profile)) {
      if (!node.is_table()) continue;
      const toml::table& entry = *node.as_table();
      const CostParameter& p = parameter(key.str());
      INFO(profile << ": " << key.str());
      const auto row = entry["row"].value<std::string>();
      CHECK(row.has_value() != entry.contains("assumption"));
      if (!row) continue;
      const auto less = entry["less"].value<std::string>();
      const double expected = in_unit_of(p, *row) - (less ? in_unit_of(p, *less) : 0);
      CHECK(entry[p.unit].value<double>() == expected);
    }
  }
}

TEST_CASE("the base profile leaves no cost out") {
  const toml::table file = file_of("linux");
  for (const CostParameter& p : cost_parameters()) {
    INFO(p.name);
    CHECK(file.contains(p.name));
  }
}

TEST_CASE("parts that a row holds and the rest are together what the row says") {
  const KernelCosts c = KernelCosts::named("linux");
  const auto sheet = test::sheet();
  // Sending a burst, a segment, an ACK; receiving a packet in the driver, and what goes up the stack.
  CHECK(c.skb + c.qdisc + c.socket_lock + c.tx_per_skb == sheet.at("tcp_tx_cycles_per_tso_skb"));
  CHECK(c.skb + c.qdisc + c.tx_per_segment == sheet.at("tcp_tx_cycles_per_mtu_segment_no_gso"));
  CHECK(c.skb + c.qdisc + c.ack_tx == sheet.at("ack_tx_cycles"));
  CHECK(c.skb + c.rx_driver_per_packet == sheet.at("tcp_rx_driver_cycles_per_packet"));
  CHECK(c.socket_lock + c.rx_per_gro_skb == sheet.at("tcp_rx_cycles_per_gro_skb"));
  CHECK(c.socket_lock + c.rx_per_packet == sheet.at("tcp_rx_cycles_per_mtu_packet_no_gro"));
  CHECK(c.socket_lock + c.ack_rx == sheet.at("ack_rx_cycles"));
  CHECK(c.wakeup_latency + c.context_switch == sheet.at("sched_wakeup_latency_ns") * 1000);
}

TEST_CASE("a system call costs its way in and its way out, and more of both with KPTI") {
  KernelCosts c = KernelCosts::named("linux");
  CHECK(c.syscall_entry() + c.syscall_exit() == 210'000);  // syscall_model_default_ns
  c.kpti = false;
  CHECK(c.syscall_entry() + c.syscall_exit() == 70'000);  // syscall_null_nopti_ns
  c.syscall = 71'001;                                     // an odd picosecond is not lost
  CHECK(c.syscall_entry() + c.syscall_exit() == 71'001);
}

TEST_CASE("a cost is read back in the unit that it was set in") {
  for (const CostParameter& p : cost_parameters()) {
    INFO(p.name);
    KernelCosts c;
    p.set(c, 3);
    CHECK(p.get(c) == 3);
  }
}

TEST_CASE("a profile that nobody wrote is refused by its name, with those that exist") {
  CHECK_THROWS_WITH(KernelCosts::named("bsd"), Contains("'bsd'") && Contains("linux") && Contains("sigcomm21"));
}
