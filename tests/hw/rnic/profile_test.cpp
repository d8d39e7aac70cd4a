#include "hw/rnic/profile.h"

#include <filesystem>

#include "support/catch.h"
#include "support/sheet.h"

using namespace rocelab;
using rnic::Profile;
using test::sheet;

namespace {

toml::table file_of(const std::string& name) {
  return toml::parse_file(test::source_folder() + "/hw/rnic/profiles/" + name + ".toml");
}

}  // namespace

TEST_CASE("every number of a NIC profile has a row of the calibration sheet or says what it assumes") {
  const auto known = sheet();
  for (const std::string& name : Profile::names()) {
    const toml::table file = file_of(name);
    for (const auto& [key, node] : file) {
      if (!node.is_table()) continue;
      const toml::table& entry = *node.as_table();
      INFO(name << ": " << key.str());
      const auto row = entry["row"].value<std::string>();
      CHECK(row.has_value() != entry.contains("assumption"));
      if (!row) continue;
      REQUIRE(known.count(*row) == 1);
      if (const auto ns = entry["ns"].value<double>()) CHECK(*ns == known.at(*row));
      if (const auto value = entry["value"].value<double>()) CHECK(*value == known.at(*row));
    }
  }
}

TEST_CASE("nanoseconds of a profile become whole cycles of its clock, and what it leaves out is its base's") {
  const Profile cx5 = Profile::named("cx5");
  CHECK(cx5.clock.cycles(430) == 1'000'000);
  CHECK(cx5.tx_pipeline == 65);  // 150 ns at 430 MHz: 64.5
  CHECK(cx5.gather == 99);       // 230 ns: 98.9
  // At most one packet in so many cycles: tx_pipe_max_mpps.
  CHECK(430.0 / cx5.packet_interval < sheet().at("tx_pipe_max_mpps"));
  CHECK(430.0 / (cx5.packet_interval - 1) > sheet().at("tx_pipe_max_mpps"));

  const Profile cx4 = Profile::named("cx4");
  CHECK(cx4.gather == cx5.gather);
  CHECK(cx4.nak_reaction == 86'000);  // 200 us
  CHECK(Profile::named("cx5_adaptive").adaptive_timeouts ==
        std::vector<Ps>{2'000'000'000, 4'000'000'000, 8'000'000'000, 16'000'000'000});
  CHECK(Profile::named("ideal").rx_pipeline == 0);
}

TEST_CASE("the chip of a profile holds as many contexts and translations as the sheet's cache has room for") {
  const auto row = sheet();
  const Profile cx5 = Profile::named("cx5");
  CHECK(cx5.qp_cache_entries == std::uint32_t(row.at("nic_icm_cache_bytes") / 2 / row.at("qpc_state_bytes")));
  CHECK(cx5.mtt_cache_entries == std::uint32_t(row.at("nic_icm_cache_bytes") / 4 / cx5.mtt_entry_bytes));
  CHECK(cx5.qp_context_bytes == row.at("qpc_state_bytes"));
  CHECK(cx5.mtt_line == 8);
  CHECK(cx5.misses_in_flight == 1);
  CHECK(cx5.receive_records);
  CHECK(Profile::named("cx4").qp_cache_entries == cx5.qp_cache_entries);
  const Profile ideal = Profile::named("ideal");
  CHECK(ideal.qp_cache_entries == 0);
  CHECK(ideal.mtt_cache_entries == 0);
  CHECK_FALSE(ideal.receive_records);
}

TEST_CASE("a profile that does not exist is refused with those that do") {
  CHECK_THROWS_WITH(Profile::named("cx9"), Contains("cx9") && Contains("cx5") && Contains("ernic"));
}
