#pragma once
#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "host/memory/physical.h"

namespace rocelab::host {

/// The host's RAM as devices see it: a TLM-2.0 target around PhysicalMemory. Address 0 up to the first page that is
/// ever handed out answers with an address error, so that a DMA through a null descriptor is found.
///
/// It grants direct access (DMI) block by block, but no writing to a block that somebody watches: a write behind its
/// back could not be told.
class MemoryModule : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<MemoryModule> socket{"socket"};

  MemoryModule(sc_core::sc_module_name, PhysicalMemory&);

  /// `call` runs whenever a device has written into [begin, begin + bytes): what a polling core notices when its cache
  /// line is taken away. It ends with what is returned: who watches must be there to be told.
  [[nodiscard]] std::shared_ptr<void> watch(BusAddr begin, std::uint64_t bytes, std::function<void()> call);

 private:
  void transport(tlm::tlm_generic_payload&, sc_core::sc_time&);
  bool grant(tlm::tlm_generic_payload&, tlm::tlm_dmi&);
  bool grants(const tlm::tlm_generic_payload&) const;
  bool watched(BusAddr begin, BusAddr end) const;
  void tell(BusAddr begin, BusAddr end);

  struct Watch {
    BusAddr begin, end;
    std::weak_ptr<std::function<void()>> call;
  };

  PhysicalMemory& memory_;
  std::vector<Watch> watches_;
  std::vector<bool> watched_pages_;  // by page number: of nearly every write nobody wants to know
  bool granted_ = false;             // somebody may write without being seen
};

}  // namespace rocelab::host
