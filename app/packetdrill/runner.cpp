#include "app/packetdrill/runner.h"

#include "app/packetdrill/parser.h"
#include "app/packetdrill/player.h"

namespace rocelab::app::packetdrill {

CaseOutcome play(const std::string& file, const std::string& text) {
  const Script script = parse(file, text);
  return Player(script).play();
}

}  // namespace rocelab::app::packetdrill
