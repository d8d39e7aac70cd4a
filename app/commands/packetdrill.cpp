#include <memory>

#include "app/commands/commands.h"
#include "app/exit_status.h"
#include "app/packetdrill/files.h"

namespace rocelab::app {

Command packetdrill_command() {
  auto files = std::make_shared<std::vector<std::string>>();
  auto tolerance = std::make_shared<std::string>();
  return {"packetdrill",
          "run packetdrill scripts against the TCP model",
          {{"FILE", "packetdrill scripts", files.get()},
           {"--tolerance_usecs", "how far off a time may be where a script does not say, instead of 4000",
            tolerance.get(), "N"}},
          [files, tolerance] { return packetdrill::run_files(*files, *tolerance); }};
}

}  // namespace rocelab::app
