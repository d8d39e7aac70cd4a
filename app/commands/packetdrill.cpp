#include <memory>

#include "app/commands/commands.h"
#include "app/exit_status.h"
#include "app/packetdrill/files.h"

namespace rocelab::app {

Command packetdrill_command() {
  auto files = std::make_shared<std::vector<std::string>>();
  return {"packetdrill",
          "run packetdrill scripts against the TCP model",
          {{"FILE", "packetdrill scripts", files.get()}},
          [files] { return packetdrill::run_files(*files); }};
}

}  // namespace rocelab::app
