#pragma once
#include <string>

#include "hw/rnic/cached_table.h"
#include "hw/rnic/ordered_dma.h"
#include "hw/rnic/profile.h"
#include "hw/rnic/rx_buffer.h"

namespace rocelab::rnic {

/// What a NIC has a finite amount of: room for contexts and translations on the chip, room for frames that wait for
/// PCIe. Where a profile sets no limit, a packet pays one branch.
class Resources {
 public:
  Resources(CachedTable::Around, const Profile&, BusAddr tables, HostId);

  CachedTable contexts;  // by QPN
  CachedTable pages;     // by OrderedDma::entry_of
  OrderedDma dma;
  RxBuffer rx;

  /// Declares the rows of the waveform.
  void show(const std::string& scope);
  /// A region was registered: its translations come through the cache.
  void registered(const std::vector<BusAddr>& pages, unsigned page_bits);

  /// A frame arrives; false if the buffer has no room for it, which is counted.
  bool admit(const Packet& packet) { return !rx.limited() || take_in(packet); }
  void retain(const Packet& packet) {
    if (rx.limited()) rx.retain(packet);
  }
  void release(const Packet& packet) {
    if (rx.limited()) give_back(packet);
  }

 private:
  bool take_in(const Packet&);
  void give_back(const Packet&);
  void show_fill();

  CachedTable::Around around_;
  HostId host_;
  bool shown_ = false;
  SignalId fill_row_{};
};

}  // namespace rocelab::rnic
