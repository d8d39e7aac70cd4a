#pragma once
#include <array>
#include <deque>
#include <string>
#include <vector>

#include "tlm/probe.h"

namespace rocelab::host {

/// What kind of work a core is doing; a smaller one preempts a larger one.
enum class Context : std::uint8_t { interrupt, softirq, thread };
inline constexpr std::size_t context_count = 3;

/// A piece of work for a core.
struct Job {
  Context context;
  Book book;
  Ps duration;
  Tag tag;
  const Stage* stage = nullptr;  // the step of the path that occupies the core meanwhile, if it is one
  std::uint64_t bytes = 0;
};

/// One CPU core: work of three contexts, first in first out within each, preemption between them, and a ledger in
/// which every picosecond stands under exactly one Book (idle is the rest).
class Core {
 public:
  /// `scope` is the waveform scope, e.g. "tcp.peer"; the row is core<number>.
  Core(Timeline&, Probe&, CoreId, unsigned number, const std::string& scope);
  Core(const Core&) = delete;

  /// Occupies the core for the job's duration and then runs `done`.
  void run(const Job&, Action done);

  /// A thread that polls: the core is busy until stop_spinning(), interrupts get through.
  void spin(Book, Tag);
  void stop_spinning();

  Timeline& timeline() { return timeline_; }
  Ps now() const { return timeline_.now(); }
  bool idle() const { return stack_.empty(); }

  /// Books the piece in progress, so that the ledger is complete up to now.
  void settle();

 private:
  struct Work {
    Job job;  // duration: what remains; `never` while spinning
    Action done;
  };

  void start_next();
  void resume_top();
  void pause_top(bool finished);
  void finish(std::uint64_t epoch);
  void show();

  Timeline& timeline_;
  Probe& probe_;
  CoreId id_;
  SignalId state_;
  std::array<std::deque<Work>, context_count> waiting_;
  std::vector<Work> stack_;  // back runs, the others are preempted
  Ps piece_begin_ = 0;
  std::uint64_t epoch_ = 0;  // a timer that belongs to an earlier piece is ignored
};

}  // namespace rocelab::host
