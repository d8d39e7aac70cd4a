#pragma once
#include <cstdint>

namespace rocelab::host {

/// What asking for readiness costs, in core cycles, beside the system call's own entry and exit (KernelCosts). The
/// calibration sheet has no rows for these: all are assumptions. What such a call takes beyond an empty one was
/// measured on a virtual machine, so the order of magnitude is all that stands behind them.
struct ReadinessCosts {
  std::uint32_t empty_read = 500;    // assumption: recv() or send() that ends in EAGAIN (some 150 ns there)
  std::uint32_t epoll_add = 1700;    // assumption: an item is made and hung into the file's wait queue (500 ns)
  std::uint32_t epoll_modify = 500;  // assumption: an item is found and polled (150 ns)
  std::uint32_t epoll_item = 800;    // assumption: epoll_wait() polls one ready item and copies its event out (250 ns)
  std::uint32_t epoll_callback = 200;  // assumption: the wake-up of a file puts an item on the ready list
};

}  // namespace rocelab::host
