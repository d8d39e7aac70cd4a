#include "host/rdma_platform.h"

#include <algorithm>
#include <utility>

namespace rocelab::host {

verbs::UserCosts RdmaPlatform::costs() const {
  const KernelCosts& c = host_.kernel().costs();
  return {c.post_send, c.blueflame_block, c.poll_hit, 0};
}

Ps RdmaPlatform::kernel_time(verbs::DriverCall call, std::uint64_t pages) const {
  const KernelCosts& c = host_.kernel().costs();
  const Ps pinning = static_cast<Ps>(pages) * c.pin_per_page;
  switch (call) {
    case verbs::DriverCall::reg_mr:
      return c.register_memory + pinning;
    case verbs::DriverCall::create_qp:
      return c.create_queue_pair + pinning;
    case verbs::DriverCall::modify_qp:
      return c.modify_queue_pair;
    default:
      return c.other_command + pinning;
  }
}

void RdmaPlatform::driver(verbs::DriverCall call, std::uint64_t pages, const std::function<void()>& work) {
  host_.kernel().control(program_, kernel_time(call, pages));
  work();
}

void RdmaPlatform::user(const Stage* stage, Ps duration, std::uint64_t bytes, MessageId message) {
  Tag tag = program_.tag();
  if (message != no_message) tag.message = message;
  program_.set_tag(tag);
  if (duration > 0) program_.spend(Book::user, duration, stage, bytes);
}

void RdmaPlatform::refused(const verbs::Refusal& refusal) {
  host_.probe().moment(*refusal.rule, program_.tag(), refusal.values);
}

void RdmaPlatform::watch_ring(Va start, std::uint64_t bytes) {
  for (Va at = start; at < start + bytes; at += page_bytes) {
    watches_.push_back(host_.watch_memory(*space_.translate(at), std::min(page_bytes, start + bytes - at), [this] {
      written_ = true;
      stop_spinning();
    }));
  }
}

void RdmaPlatform::stop_spinning() {
  if (!std::exchange(spinning_, false)) return;
  program_.core().stop_spinning();
  program_.resume();
}

void RdmaPlatform::spin() {
  // What was written since the last look is looked at first.
  if (std::exchange(written_, false)) return;
  spinning_ = true;
  program_.core().spin(Book::user, program_.tag());
  program_.suspend();
  written_ = false;
}

}  // namespace rocelab::host
