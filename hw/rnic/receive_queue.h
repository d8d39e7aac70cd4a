#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "hw/rnic/device.h"
#include "transport/rc/responder.h"

namespace rocelab::rnic {

/// The NIC's side of a receive ring in host memory, of one QP or shared: fetches entries in batches when somebody
/// needs one, keeps them until they are taken.
class ReceiveQueue : public rc::ReceiveSource {
 public:
  struct Shape {
    RingPages ring;
    std::uint32_t entries = 0;  // a power of two
    std::uint32_t stride = 0;   // octets an entry
    bool shared = false;
    std::uint32_t id = 0;  // SRQ number
    Tag tag;
    BusAddr record = 0;  // doorbell record; 0: none is read
  };

  ReceiveQueue(Device&, const Shape&);

  Look look(rc::ReceiveWork&) override;
  void take() override;
  std::optional<std::uint32_t> left() const override;

  /// Doorbell: entries posted so far (free running).
  void posted(std::uint32_t count);
  /// Runs once entries that look() called `fetching` are here.
  void when_fetched(std::function<void()> wake) { wakes_.push_back(std::move(wake)); }
  /// Number of the next entry to be taken, if there is one: what a QP in error flushes, unseen.
  std::optional<std::uint32_t> take_unseen();
  void reset();
  /// The ring moves. What was fetched and not taken is fetched again from the new one, and so is what is under way.
  void resize(const Shape&);
  std::uint32_t taken() const { return taken_; }

  std::uint32_t limit() const { return limit_; }
  void arm_limit(std::uint32_t limit) { limit_ = limit; }

 private:
  void fetch();
  void took();
  bool read_record();
  void wake();

  Device& device_;
  Shape shape_;
  // Entries as fetched. A fetch under way keeps the one that it fills.
  std::shared_ptr<std::vector<std::uint8_t>> mirror_;
  std::vector<rc::Sge> sges_;                                           // of the entry looked at
  std::uint32_t posted_ = 0, requested_ = 0, arrived_ = 0, taken_ = 0;  // free running
  std::uint32_t epoch_ = 0;                                             // a fetch from before a reset is void
  std::uint32_t limit_ = 0;
  std::vector<std::function<void()>> wakes_;
  bool record_told_ = false;  // that there is nothing: the one who asked may believe it
};

}  // namespace rocelab::rnic
