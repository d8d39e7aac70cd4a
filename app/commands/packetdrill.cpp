#

#include <memory>

#include "app/commands/commands.h"
#include "app/exit_status.h"
#include "app/packetdrill/files.h"

namespace rocelab::app {

void add_packetdrill(CLI::App& program, Chosen& chosen) {
  auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* command = program.add_subcommand("packetdrill", "run packetdrill scripts against the TCP model");
  command->add_option("FILE", *files, "packetdrill scripts")->required();
  command->callback([files, &chosen] { chosen = [files] { return packetdrill::run_files(*files); }; });
}

}  // namespace rocelab::app
