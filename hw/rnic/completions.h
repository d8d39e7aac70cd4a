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
  /// `seen`: entries that software could see when it armed; one beyond them fires at once, or its wake-up would be
  /// lost.
  void arm(CqId, bool solicited_only, std::uint32_t seen);
  /// An armed CQ fires when so many completions are there, or this long after the first of them.
  void moderate(CqId, std::uint32_t count, Ps period);
  /// Number of the entry to be written next.
  std::uint32_t next(CqId id) const { return queues_[id.value].produced; }
  /// From now on entries go to another ring. False where those that software has not taken, `consumed` being what it
  /// has, would not fit.
  bool resize(CqId, const CqConfig&, std::uint32_t consumed);

 private:
  enum class Armed : std::uint8_t { no, solicited, any };
  struct Waiting {
    PacketPtr entry;
    bool solicited;
  };
  struct Queue {
    CqConfig config;
    std::uint32_t produced = 0;
    std::uint32_t consumed = 0;   // as last read from the record in host memory
    std::uint32_t visible = 0;    // entries that are in memory
    std::uint32_t solicited = 0;  // behind the newest solicited one of them
    Armed armed = Armed::no;
    std::uint32_t fire_count = 1;
    Ps fire_period = 0;
    std::uint32_t pending = 0;  // completions since the CQ was armed
    std::uint32_t fired = 0;    // events so far: a timer from before one is void
    bool fetching = false;
    bool overrun = false;
    std::vector<Waiting> waiting;  // entries held while the record is read
    bool live = true;
    // With compression: completions that may share the next entry, while earlier entries are on their way.
    std::vector<Waiting> open;
    std::uint32_t writing = 0;
  };

  void write(CqId, PacketPtr entry, Tag, bool solicited);
  void put(CqId, PacketPtr entry, Tag, bool solicited);
  // compressed_completions.cpp
  void join(CqId, PacketPtr entry, bool solicited);
  void close(CqId);
  void written(CqId, const std::uint8_t* entry, Tag, Ps begin, bool solicited);
  void accrue(CqId, std::uint32_t completions);
  void fire(CqId);
  void overrun(CqId);
  void read_record(CqId);

  Device& device_;
  std::vector<Queue> queues_;
};

}  // namespace rocelab::rnic
