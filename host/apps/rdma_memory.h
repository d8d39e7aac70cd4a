#pragma once
#include <map>

#include "host/apps/rdma_options.h"
#include "host/rdma_platform.h"
#include "host/verbs/verbs.h"

namespace rocelab::host {

/// The buffer of an end, and how its messages come to lie in registered memory.
class RdmaMemory {
 public:
  RdmaMemory(RdmaPlatform& platform, AddressSpace& space, const RdmaOptions& options)
      : platform_(platform), space_(space), options_(options) {}

  /// Allocates the buffer and registers what is registered before the first message. An errno value.
  int open(verbs::Pd*, std::uint64_t bytes, unsigned access);

  /// Before a message of the buffer's octets [at, at + bytes): where the NIC finds them, and by which key. `fills`: the
  /// message begins with what stands in the buffer. An errno value.
  int before(Va at, std::uint32_t bytes, bool fills, verbs::ibv_sge&);
  /// Once it is complete; `fetched`: the NIC wrote there. An errno value.
  int after(Va at, std::uint32_t bytes, bool fetched);

  /// Takes the region() back. An errno value.
  int take_back();

  Va buffer() const { return buffer_; }
  /// What is registered for the whole life of the end; nullptr where nothing is.
  verbs::Mr* region() const { return region_; }

 private:
  using Registration = RdmaOptions::Registration;

  Va in_pool(Va at) const { return pool_ + (at - buffer_); }

  RdmaPlatform& platform_;
  AddressSpace& space_;
  const RdmaOptions& options_;
  verbs::Pd* pd_ = nullptr;
  unsigned access_ = 0;
  Va buffer_ = 0, pool_ = 0;
  verbs::Mr* region_ = nullptr;
  std::map<Va, verbs::Mr*> of_message_;  // by where it begins
};

}  // namespace rocelab::host
