#include "host/os/kernel.h"

/// The driver's part of adaptive interrupt moderation.
namespace rocelab::host {

void Kernel::start_moderation() {
  for (Napi& napi : napis_) {
    const AdaptiveModeration::Level& level = napi.moderation.level();
    probe_.change(napi.row, level.usecs);
    device_.moderate(napi.queue, level.usecs, level.frames);
  }
}

/// A poll has ended. What is decided is done by a worker of the driver, for the NIC takes it as a command.
void Kernel::adapt(Napi& napi) {
  napi.totals.t = timeline_.now();
  if (!napi.moderation.served(napi.totals)) return;
  napi.home.core.run({Context::thread, Book::softirq, config_.costs.other_command, config_.tag}, [this, &napi] {
    const AdaptiveModeration::Level& level = napi.moderation.level();
    probe_.count(count_moderation_changes, config_.tag);
    probe_.change(napi.row, level.usecs);
    device_.moderate(napi.queue, level.usecs, level.frames);
  });
}

}  // namespace rocelab::host
