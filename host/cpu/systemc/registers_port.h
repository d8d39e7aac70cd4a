#pragma once
#include <tlm_utils/simple_initiator_socket.h>

#include <stdexcept>
#include <systemc>

#include "host/os/registers.h"

namespace rocelab::host {

/// The CPU's stores into a PCIe slot: a TLM-2.0 initiator. Posted: the store retires at once, the slot adds the way.
class RegistersPort : public sc_core::sc_module, public Registers {
 public:
  tlm_utils::simple_initiator_socket<RegistersPort> socket{"socket"};

  explicit RegistersPort(sc_core::sc_module_name name) : sc_module(name) {}

  void store(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) override {
    tlm::tlm_generic_payload write;
    write.set_command(tlm::TLM_WRITE_COMMAND);
    write.set_address(offset);
    write.set_data_ptr(const_cast<std::uint8_t*>(data));
    write.set_data_length(bytes);
    write.set_streaming_width(bytes);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(write, delay);
    if (write.is_response_error()) throw std::logic_error("cpu: store to a register that no device maps");
  }
};

}  // namespace rocelab::host
