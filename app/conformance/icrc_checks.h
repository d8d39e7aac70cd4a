#pragma once
#include <nlohmann/json.hpp>

#include "app/conformance/outcome.h"
#include "tlm/packet_pool.h"

namespace rocelab::app {

/// One entry of "vectors". Frames come from `pool`.
void check_vector(const nlohmann::json& vector, PacketPool& pool);

/// One entry of "mutations"; `vectors` are those among which its base may be.
void check_mutation(const nlohmann::json& mutation, const nlohmann::json& vectors, PacketPool& pool);

}  // namespace rocelab::app
