#pragma once
#include "host/verbs/types.h"

namespace rocelab::host {

/// The code of a path MTU in octets; 1024 for what is none.
inline verbs::ibv_mtu path_mtu(std::uint32_t octets) {
  using namespace verbs;
  switch (octets) {
    case 256:
      return IBV_MTU_256;
    case 512:
      return IBV_MTU_512;
    case 2048:
      return IBV_MTU_2048;
    case 4096:
      return IBV_MTU_4096;
    default:
      return IBV_MTU_1024;
  }
}

}  // namespace rocelab::host
