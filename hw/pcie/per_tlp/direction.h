#pragma once
#include <array>
#include <deque>
#include <functional>

#include "hw/pcie/per_tlp/credit_pool.h"
#include "hw/pcie/per_tlp/line.h"
#include "tlm/memory_port.h"
#include "tlm/timeline.h"

namespace rocelab::pcie {

/// Posted: memory writes. Non-posted: read requests. Each class has credits of its own.
enum class Class : std::uint8_t { posted, non_posted, completion };
inline constexpr std::size_t class_count = 3;

struct Tlp {
  Class cls;
  std::uint64_t octets;   // on the line
  std::uint32_t payload;  // of those
  Stretch stretch;        // of memory
  std::uint32_t request;  // whose it is
  std::uint32_t tag = 0;  // of a read request and its completions
  std::uint64_t serial = 0;

  std::uint32_t data_credits() const { return pcie::data_credits(payload); }
};

/// What else a non-posted TLP needs before it may go: a tag.
class Gate {
 public:
  virtual ~Gate() = default;
  virtual bool is_open() const = 0;
  /// The TLP goes: it takes what it needs.
  virtual void pass(Tlp&) = 0;
};

/// One direction of a link with both its ends: the transmitter's queues and credits, the line, the receiver's buffer.
///
/// The transmitter follows the ordering rules (Base Specification 2.4.1, relaxed ordering off): within a class first in
/// first out; nothing passes a posted TLP; a posted one may pass the others, and does where those lack credits or a
/// tag.
class Direction {
 public:
  using Receive = std::function<void(const Tlp&)>;

  /// `advertised` by the receiver, by class.
  Direction(Timeline&, const Profile&, const std::array<Credits, class_count>& advertised, Receive);
  Direction(const Direction&) = delete;

  void push(Tlp);
  /// For non-posted TLPs; resume() when it has opened.
  void guard(Gate& gate) { gate_ = &gate; }
  void resume() { pump(); }
  /// The receiver has passed the TLP on: its room is free, which the transmitter hears with the next credit update.
  void drained(const Tlp&);

  const CreditPool& credits(Class c) const { return ends_[index(c)].transmitter; }
  /// Called when a transmitter's credits have changed.
  std::function<void()> on_credits;

 private:
  static std::size_t index(Class c) { return static_cast<std::size_t>(c); }

  struct End {
    explicit End(const Credits& c) : transmitter(c), receiver(c) {}
    std::deque<Tlp> queue;
    CreditPool transmitter, receiver;
    Credits to_return;
  };

  bool may_go(Class) const;
  End* next();
  void pump();
  void arrive(const Tlp&);
  void send_update();

  Timeline& timeline_;
  Ps propagation_, period_;
  Line line_;
  Receive receive_;
  Gate* gate_ = nullptr;
  std::array<End, class_count> ends_;
  std::deque<Tlp> flying_;
  std::uint64_t serial_ = 0;
  bool pump_due_ = false, update_due_ = false;
};

}  // namespace rocelab::pcie
