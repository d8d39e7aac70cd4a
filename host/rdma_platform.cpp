#include "host/rdma_platform.h"

#include <algorithm>
#include <utility>

#include "host/rdma_stages.h"

namespace rocelab::host {

verbs::UserCosts RdmaPlatform::costs() const {
  const KernelCosts& c = host_.kernel().costs();
  return {c.post_send, c.blueflame_block, c.poll_hit, 0};
}

Ps RdmaPlatform::kernel_time(verbs::DriverCall call, verbs::PageCount pages) const {
  const KernelCosts& c = host_.kernel().costs();
  const Ps pinning =
      static_cast<Ps>(pages.count) * (pages.size == huge_page_bytes ? c.pin_per_huge_page : c.pin_per_page);
  switch (call) {
    case verbs::DriverCall::reg_mr:
      return c.register_memory + pinning;
    case verbs::DriverCall::dereg_mr:
      return c.deregister_memory + pinning;
    case verbs::DriverCall::create_qp:
      return c.create_queue_pair + pinning;
    case verbs::DriverCall::modify_qp:
      return c.modify_queue_pair;
    default:
      return c.other_command + pinning;
  }
}

std::optional<std::vector<BusAddr>> RdmaPlatform::pin(Va va, std::uint64_t bytes) {
  auto pages = space_.pin(va, bytes);
  if (pages) host_.probe().count(count_pinned, program_.tag(), pages->size());
  return pages;
}

void RdmaPlatform::unpin(Va va, std::uint64_t bytes) {
  host_.probe().count(count_unpinned, program_.tag(), space_.unpin(va, bytes));
}

void RdmaPlatform::driver(verbs::DriverCall call, verbs::PageCount pages, const std::function<void()>& work) {
  const bool registers = call == verbs::DriverCall::reg_mr || call == verbs::DriverCall::dereg_mr;
  host_.kernel().control(program_, kernel_time(call, pages), registers ? registration_ : nullptr);
  work();
}

bool RdmaPlatform::sleep_until(const std::function<bool()>& ready) {
  const std::function<bool()> over = [&] { return stopped_ || ready(); };
  host_.kernel().wait_until(program_, over, &stage_wake);
  return ready();
}

void RdmaPlatform::interrupt(const std::function<void()>& handler) {
  const std::weak_ptr<RdmaPlatform*> self = self_;
  // The program may have ended, and what the handler speaks of with it, before the core serves the interrupt.
  host_.kernel().interrupt(program_.tag(), &stage_event, [self, handler] {
    if (!self.expired()) handler();
  });
}

void RdmaPlatform::copy(Va to, Va from, std::uint64_t bytes, const Stage* stage) {
  const KernelCosts& c = host_.kernel().costs();
  program_.spend(Book::copy, c.copy(c.copy_to_kernel, bytes), stage, bytes);
  std::vector<std::uint8_t> octets(bytes);
  space_.load(from, octets.data(), bytes);
  space_.store(to, octets.data(), bytes);
  host_.probe().move(Mover::cpu_copy, program_.tag(), bytes, true);
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

void RdmaPlatform::stop_waiting() {
  stopped_ = true;
  stop_spinning();
  host_.kernel().look_again();
}

void RdmaPlatform::stop_spinning() {
  if (!std::exchange(spinning_, false)) return;
  program_.core().stop_spinning();
  program_.resume();
}

void RdmaPlatform::spin() {
  // What was written since the last look is looked at first.
  if (std::exchange(written_, false) || stopped_) return;
  spinning_ = true;
  program_.core().spin(Book::user, program_.tag());
  program_.suspend();
  written_ = false;
}

}  // namespace rocelab::host
