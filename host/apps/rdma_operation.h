#pragma once
#include <string>
#include <vector>

#include "host/verbs/types.h"

namespace rocelab::host {

/// How a verb moves a message, as the two programs of a flow see it.
struct RdmaOperation {
  /// Who learns that a message is where it is wanted, and by what.
  enum class Arrival {
    memory,      // nobody: the peer's memory holds it and its program never knows
    receive,     // the peer's program, by the CQE of a RECV
    completion,  // the caller, by its own CQE
  };

  const char* name;  // value of the scenario key `operation`
  const char* path;  // in the summary
  verbs::ibv_wr_opcode opcode;
  Arrival arrival;

  bool two_sided() const { return arrival == Arrival::receive; }
  bool is_read() const { return opcode == verbs::IBV_WR_RDMA_READ; }
  bool is_atomic() const;
  /// WRITE with immediate consumes a RECV, but its octets go where the sender says.
  bool names_address() const;
  bool has_immediate() const;
};

const std::vector<RdmaOperation>& rdma_operations();
/// By name; throws std::out_of_range if there is none.
const RdmaOperation& rdma_operation(const std::string& name);

}  // namespace rocelab::host
