#include <arpa/inet.h>

#include "two_computers.h"

using namespace rocelab::test;
using namespace rocelab::verbs;

TEST_CASE("a device, its port and its partition tell what programs ask of them") {
  TwoComputers lab;
  ibv_device_attr device;
  REQUIRE(ibv_query_device(&lab.a.context, &device) == 0);
  CHECK(device.max_mr == 1 << 20);
  CHECK(device.max_qp > 0);
  ibv_port_attr port;
  REQUIRE(ibv_query_port(&lab.a.context, 1, &port) == 0);
  CHECK(port.state == IBV_PORT_ACTIVE);
  CHECK(port.phys_state == 5);
  CHECK(port.pkey_tbl_len == 1);
  std::uint16_t pkey = 0;
  REQUIRE(ibv_query_pkey(&lab.a.context, 1, 0, &pkey) == 0);
  CHECK(ntohs(pkey) == 0xffff);
  CHECK(ibv_query_pkey(&lab.a.context, 1, 1, &pkey) == -1);
}

TEST_CASE("every status of a completion has its number of libibverbs, also those that nothing raises") {
  CHECK(IBV_WC_RNR_RETRY_EXC_ERR == 13);
  CHECK(IBV_WC_FATAL_ERR == 19);
  CHECK(IBV_WC_GENERAL_ERR == 21);
  CHECK(std::string(ibv_wc_status_str(IBV_WC_GENERAL_ERR)) == "unknown");
}
