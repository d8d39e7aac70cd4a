#pragma once
#include <vector>

#include "hw/rnic/completion_abi.h"
#include "hw/rnic/device.h"

namespace rocelab::rnic {

/// The completion queues: writes entries into host memory in order, and tells the driver when an armed one got one.
class Completions {
 public:
  explicit Completions(Device& device) : device_(device) {}

  CqId create(const CqConfig&);
  void destroy(CqId);
  /// `solicited` completions also wake a CQ armed for those only; errors always do (IBTA vol. 1, 11.4.2.2).
  void post(CqId, abi::Cqe, Tag, bool solicited);
  void arm(CqId, bool solicited_only, std::uint32_t consumed);

 private:
  enum class Armed : std::uint8_t { no, solicited, any };
  struct Waiting {
    PacketPtr entry;
    bool solicited;
  };
  struct Queue {
    CqConfig config;
    std::uint32_t produced = 0;
    std::uint32_t consumed = 0;  // as last read from the record in host memory
    Armed armed = Armed::no;
    bool fetching = false;
    bool overrun = false;
    std::vector<Waiting> waiting;  // entries held while the record is read
    bool live = true;
  };

  void write(CqId, PacketPtr entry, Tag, bool solicited);
  void written(CqId, const std::uint8_t* entry, Tag, Ps begin, bool wakes);
  void read_record(CqId);

  Device& device_;
  std::vector<Queue> queues_;
};

}  // namespace rocelab::rnic
