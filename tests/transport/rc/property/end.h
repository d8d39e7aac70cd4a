#pragma once
#include <deque>
#include <vector>

#include "plan.h"
#include "tlm/wire/roce_frame.h"
#include "transport/rc/early_packets.h"

namespace rocelab::rc::property {

/// One end: both halves of a queue pair over flat memory, in the place of a NIC. It carries out its plan and notes
/// the first thing that is not as the rules say.
class End : public Requester::Owner, public ReceiveSource {
 public:
  End(Timeline&, PacketPool&, const Run&, int index, Path& out);

  /// Keys of the peer into the plan; then it begins.
  void begin(End& peer);
  void arrives(const PacketPtr&);

  Plan plan;
  protection::KeyTable keys;
  Requester requester;
  Responder responder;
  std::vector<std::uint8_t> memory;
  bool failed = false;  // in the error state
  std::string fault;    // what was wrong first
  std::size_t completed_steps = 0, received = 0, atomics_run = 0;
  Status first_error = Status::success;

  /// All is over: what else has to hold.
  void check_end(const Run&, std::uint64_t lost);

  // Requester::Owner
  Status admit(const SendWork&) override;
  Status execute(const SendWork&) override;
  Status place(const SendWork&, std::uint32_t offset, const std::uint8_t*, std::uint32_t length) override;
  void completed(const SendWork&, Status, std::uint8_t syndrome) override;
  // ReceiveSource
  Look look(ReceiveWork&) override;
  void take() override;
  std::optional<std::uint32_t> left() const override;

 private:
  struct Atomic {
    Psn psn{};
    std::uint64_t address = 0;
    Arrival::Atomic operands;
  };

  void post();
  void pump();
  bool send_one();
  bool send_response();
  bool send_request();
  void arm();
  void request(const PacketPtr&);
  bool handle(PacketPtr);
  void start_atomic();
  void finish_atomic();
  void completes(const Received&);
  void error();
  void wrong(const std::string& what) {
    if (fault.empty()) fault = name_ + ": " + what;
  }
  std::size_t posted_receives() const;
  const Step* nth(std::size_t n, bool (*kind)(SendOp)) const;
  bool holds(Va at, const End& source, Va from, std::uint32_t length) const;
  void open(Va at, std::uint64_t length);
  /// Octets that were delivered and taken by the application: they never change again.
  void settle(Va at, std::uint64_t length);
  void check_order(std::size_t before);
  bool justified(const Run&, std::uint64_t lost, Status) const;

  Timeline& timeline_;
  PacketPool& pool_;
  Path& out_;
  std::string name_;
  End* peer_ = nullptr;
  std::uint32_t hold_window_;
  EarlyPackets<PacketPtr> early_;
  wire::RoceTemplate frames_;
  std::deque<PacketPtr> parked_;
  bool parked_waits_ = false;
  std::deque<Atomic> atomics_;
  std::vector<protection::Piece> pieces_;
  std::vector<Key> windows_;          // one for each SEND with invalidate that comes
  std::vector<std::uint8_t> expect_;  // what has to stand in memory in the end ...
  std::vector<char> open_;            // ... except where something may be under way
  std::size_t posted_ = 0, admitted_ = 0, taken_ = 0, fetched_ = 0;
  bool busy_ = false, answered_last_ = false;
  Ps armed_for_ = never;
  std::size_t fetches_open_ = 0;
  Random random_;
};

}  // namespace rocelab::rc::property
