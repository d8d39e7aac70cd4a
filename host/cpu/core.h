#pragma once
#include <array>
#include <deque>
#include <string>
#include <vector>

#include "tlm/probe.h"

namespace rocelab::host {

/// What kind of work a core is doing; a smaller one preempts a larger one. `neighbour` is another program's turn
/// (neighbour.h): threads wait for its end.
enum class Context : std::uint8_t { interrupt, softirq, neighbour, thread };
inline constexpr std::size_t context_count = 4;

/// How long a thread that could have run waited for the core because its neighbour had it.
inline constexpr Counter count_run_queue_wait{"run_queue_wait_ps"};

/// A piece of work for a core.
struct Job {
  Context context;
  Book book;
  Ps duration;
  Tag tag;
  const Stage* stage = nullptr;  // the step of the path that occupies the core meanwhile, if it is one
  std::uint64_t bytes = 0;
};

/// One CPU core: work of four contexts, first in first out within each, preemption between them, and a ledger in
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
  /// What the spin that ended last, or goes on, has had of the core.
  Ps spun() const { return spun_; }

  Timeline& timeline() { return timeline_; }
  Ps now() const { return timeline_.now(); }
  bool idle() const { return stack_.empty(); }

  /// Books the piece in progress, so that the ledger is complete up to now.
  void settle();

 private:
  struct Work {
    Job job;  // duration: what remains; `never` while spinning
    Action done;
    Ps since;  // when it was submitted
  };

  void start_next();
  void resume_top();
  void pause_top(bool finished);
  void finish(std::uint64_t epoch);
  void count_wait(Ps now);
  void show();

  Timeline& timeline_;
  Probe& probe_;
  CoreId id_;
  SignalId state_;
  std::array<std::deque<Work>, context_count> waiting_;
  std::vector<Work> stack_;  // back runs, the others are preempted
  Ps piece_begin_ = 0;
  Ps spun_ = 0;
  std::uint64_t epoch_ = 0;  // a timer that belongs to an earlier piece is ignored
};

}  // namespace rocelab::host
