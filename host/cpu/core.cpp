#include "host/cpu/core.h"

#include <algorithm>
#include <stdexcept>

namespace rocelab::host {

Core::Core(Timeline& timeline, Probe& probe, CoreId id, unsigned number, const std::string& scope)
    : timeline_(timeline), probe_(probe), id_(id) {
  SignalDecl row{scope, "core" + std::to_string(number), SignalDecl::Kind::state, 4, {"idle"}, Unit::cpu};
  for (const auto name : book_names) row.words.emplace_back(name);
  row.words.emplace_back("neighbour");
  state_ = probe.declare(row);
}

void Core::run(const Job& job, Action done) {
  waiting_[static_cast<std::size_t>(job.context)].push_back({job, std::move(done), timeline_.now()});
  start_next();
}

void Core::spin(Book book, Tag tag) {
  spun_ = 0;
  run({Context::thread, book, never, tag}, {});
}

void Core::stop_spinning() {
  if (stack_.empty() || stack_.front().job.duration != never) {
    // It may not have begun: its neighbour has had the core since.
    auto& threads = waiting_[static_cast<std::size_t>(Context::thread)];
    const auto spinner =
        std::find_if(threads.begin(), threads.end(), [](const Work& w) { return w.job.duration == never; });
    if (spinner == threads.end()) throw std::logic_error("core: nobody spins here");
    threads.erase(spinner);
    return;
  }
  const bool on_top = stack_.size() == 1;
  if (on_top) pause_top(true);
  stack_.erase(stack_.begin());
  if (on_top) start_next();
}

void Core::start_next() {
  for (auto& queue : waiting_) {
    if (queue.empty()) continue;
    if (!stack_.empty()) {
      if (queue.front().job.context >= stack_.back().job.context) break;
      pause_top(false);
    }
    stack_.push_back(std::move(queue.front()));
    queue.pop_front();
    resume_top();
    return;
  }
  if (stack_.empty()) show();
}

void Core::resume_top() {
  piece_begin_ = timeline_.now();
  const std::uint64_t epoch = ++epoch_;
  show();
  const Job& job = stack_.back().job;
  if (job.stage) probe_.open(*job.stage, job.tag);
  if (job.duration != never) timeline_.after(job.duration, [this, epoch] { finish(epoch); });
}

void Core::pause_top(bool finished) {
  const Job& job = stack_.back().job;
  if (job.stage) probe_.close(*job.stage, job.tag, piece_begin_, finished ? job.bytes : 0);
  settle();
  ++epoch_;
}

void Core::settle() {
  if (stack_.empty()) return;
  Job& job = stack_.back().job;
  const Ps now = timeline_.now();
  if (now > piece_begin_) {
    probe_.core_time({id_, job.book, job.tag, piece_begin_, now});
    if (job.context == Context::neighbour) count_wait(now);
  }
  if (job.duration == never) {
    spun_ += now - piece_begin_;
  } else {
    job.duration -= now - piece_begin_;
  }
  piece_begin_ = now;
}

/// The neighbour has had the core since piece_begin_: whom of the threads did it keep off? One that would only have
/// spun lost nothing.
void Core::count_wait(Ps now) {
  const auto& queue = waiting_[static_cast<std::size_t>(Context::thread)];
  const bool preempted = stack_.front().job.context == Context::thread;
  if (!preempted && queue.empty()) return;
  const Work& waits = preempted ? stack_.front() : queue.front();
  const Ps since = std::max(waits.since, piece_begin_);
  if (waits.job.duration != never && now > since)
    probe_.count(count_run_queue_wait, waits.job.tag, static_cast<std::uint64_t>(now - since));
}

void Core::finish(std::uint64_t epoch) {
  if (epoch != epoch_) return;
  pause_top(true);
  Action done = std::move(stack_.back().done);
  stack_.pop_back();
  if (!stack_.empty()) resume_top();
  // The next in line starts before `done` runs, so that what `done` submits queues behind what already waits.
  start_next();
  if (done) done();
}

void Core::show() {
  if (stack_.empty()) return probe_.change(state_, 0);
  const Job& job = stack_.back().job;
  probe_.change(state_, 1 + (job.context == Context::neighbour ? book_count : static_cast<std::uint64_t>(job.book)));
}

}  // namespace rocelab::host
