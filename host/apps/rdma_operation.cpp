#include "host/apps/rdma_operation.h"

#include <stdexcept>

namespace rocelab::host {

using namespace verbs;

bool RdmaOperation::is_atomic() const {
  return opcode == IBV_WR_ATOMIC_FETCH_AND_ADD || opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
}

bool RdmaOperation::has_immediate() const {
  return opcode == IBV_WR_RDMA_WRITE_WITH_IMM || opcode == IBV_WR_SEND_WITH_IMM;
}

bool RdmaOperation::names_address() const {
  return opcode != IBV_WR_SEND && opcode != IBV_WR_SEND_WITH_IMM && opcode != IBV_WR_SEND_WITH_INV;
}

const std::vector<RdmaOperation>& rdma_operations() {
  using Arrival = RdmaOperation::Arrival;
  static const std::vector<RdmaOperation> all{
      {"write", "rdma_write", IBV_WR_RDMA_WRITE, Arrival::memory},
      {"write_imm", "rdma_write_imm", IBV_WR_RDMA_WRITE_WITH_IMM, Arrival::receive},
      {"read", "rdma_read", IBV_WR_RDMA_READ, Arrival::completion},
      {"send", "rdma_send", IBV_WR_SEND, Arrival::receive},
      {"send_imm", "rdma_send_imm", IBV_WR_SEND_WITH_IMM, Arrival::receive},
      {"send_inv", "rdma_send_inv", IBV_WR_SEND_WITH_INV, Arrival::receive},
      {"fetch_add", "rdma_fetch_add", IBV_WR_ATOMIC_FETCH_AND_ADD, Arrival::completion},
      {"cmp_swap", "rdma_cmp_swap", IBV_WR_ATOMIC_CMP_AND_SWP, Arrival::completion},
  };
  return all;
}

const RdmaOperation& rdma_operation(const std::string& name) {
  for (const RdmaOperation& o : rdma_operations()) {
    if (name == o.name) return o;
  }
  throw std::out_of_range("no operation " + name);
}

}  // namespace rocelab::host
