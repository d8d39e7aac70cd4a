#include "hw/fabric/switch/mac_table.h"

#include <map>
#include <random>

#include "support/catch.h"

using namespace rocelab::fabric;

TEST_CASE("a MAC table knows what it was told and nothing else through every growth") {
  std::mt19937_64 random(1);
  MacTable<int> table;
  std::map<rocelab::wire::MacAddress, int> told;
  for (int i = 0; i < 5000; ++i) {
    // Neighbours, as hosts of a lane have them, and addresses from anywhere, 0 among them.
    const rocelab::wire::MacAddress mac = i % 2 ? 0x020000000000 + random() % 600 : random() >> (16 + random() % 48);
    table[mac] += i;
    told[mac] += i;
  }
  bool same = true;
  for (const auto& [mac, sum] : told) same = same && table.find(mac) && *table.find(mac) == sum;
  CHECK(same);
  CHECK(table.find(0x03ffffffffff) == nullptr);
}
