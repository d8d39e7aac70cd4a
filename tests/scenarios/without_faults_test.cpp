#include "scenarios/config/faults.h"

#include "scenarios/config/settings.h"
#include "scenarios/scenario.h"
#include "support/catch.h"

using namespace rocelab::scenarios;

TEST_CASE("a lane has faults where one of its keys brings one, without them all are gone") {
  Config config = load("5").config;
  CHECK(has_faults(config, "tcp"));
  config.set("lanes.rdma.network.loss", "0", "test");
  CHECK_FALSE(has_faults(config, "rdma"));
  config.set("lanes.rdma.network.corruption", "0.5", "test");
  CHECK(has_faults(config, "rdma"));
  const Config clean = without_faults(config);
  for (const std::string& lane : clean.lanes()) CHECK_FALSE(has_faults(clean, lane));
  CHECK(clean.get("rdma", "message.size") == config.get("rdma", "message.size"));
}

TEST_CASE("a lossless network is the RDMA lane's, TCP's class is lossless where its own lane says so") {
  Config config = load("5").config;
  config.set("network.lossless", "true", "test");
  CHECK(resolve(config, "rdma").network.lossless);
  CHECK_FALSE(resolve(config, "tcp").network.lossless);
  config.set("lanes.tcp.network.lossless", "true", "test");
  CHECK(resolve(config, "tcp").network.lossless);
}
