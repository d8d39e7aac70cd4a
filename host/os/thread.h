#pragma once
#include <string>
#include <utility>

#include "host/cpu/core.h"

namespace rocelab::host {

/// One application thread as the kernel sees it: it lives on a core, spends time there, and can sleep until
/// somebody wakes it. How it is suspended is the shell's affair (an SC_THREAD in a run).
class Thread {
 public:
  Thread(Core& core, Tag tag) : core_(core), tag_(tag) {}
  virtual ~Thread() = default;

  Core& core() { return core_; }
  Tag tag() const { return tag_; }
  void set_tag(Tag tag) { tag_ = tag; }

  /// Occupies the thread's core; returns when the work is done.
  void spend(Book book, Ps duration, const Stage* stage = nullptr, std::uint64_t bytes = 0) {
    core_.run({Context::thread, book, duration, tag_, stage, bytes}, [this] { resume(); });
    suspend();
  }

  /// What it will sleep on, for the message of a run that is stuck.
  void waits_for(std::string what) { waits_for_ = std::move(what); }
  const std::string& waiting_for() const { return waits_for_; }

  /// Returns once resume() has been called; a resume() that came first is remembered.
  virtual void suspend() = 0;
  virtual void resume() = 0;

 private:
  Core& core_;
  Tag tag_;
  std::string waits_for_;
};

}  // namespace rocelab::host
