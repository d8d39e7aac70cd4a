#pragma once
#include <nlohmann/json.hpp>
#include <vector>

#include "app/conformance/outcome.h"

namespace rocelab::app {

/// A document of packet vectors has no "format" but "vectors".
bool is_icrc_vectors(const nlohmann::json& document);

/// Checks every vector and every mutation of a document, in its order.
/// A vector passes when the ICRC of `hex` is right and is the one listed (`icrc_wire_bytes`, `icrc_as_le_u32`), every
/// field under `l3`, `udp` and `ib` is what the wire formats decode, and encoding what was decoded gives the same
/// octets. A mutation passes when its ICRC is as valid as `icrc_still_valid` says and, where its base is in the
/// document, the octet it names differs from the base's. Prose and what other tools printed (`tshark_…`, `checks`) are
/// not compared. One that is malformed fails; std::runtime_error when the document has no lists of them.
std::vector<CaseOutcome> run_icrc_vectors(const nlohmann::json& document);

}  // namespace rocelab::app
