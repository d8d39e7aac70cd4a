#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/exit_status.h"
#include "transport/rc/retransmit/scheme.h"

namespace rocelab::app {
namespace {

using Json = nlohmann::ordered_json;

Json described(const rc::Scheme& scheme) {
  Json parameters = Json::array();
  for (const rc::SchemeParameter& p : scheme.parameters) {
    parameters.push_back({{"name", p.name},
                          {"unit", p.unit},
                          {"says", p.says},
                          {"preset", p.preset},
                          {"lowest", p.lowest},
                          {"highest", p.highest}});
  }
  return {{"name", scheme.name},
          {"says", scheme.says},
          {"source", scheme.source},
          {"sender_bits", scheme.sender_bits},
          {"receiver_bits", scheme.receiver_bits},
          {"parameters", parameters}};
}

void print(const rc::Scheme& scheme) {
  fmt::print("{}: {}\n  state per QP beyond go-back-N's: {} bits sender, {} bits receiver\n  source: {}\n", scheme.name,
             scheme.says, scheme.sender_bits, scheme.receiver_bits, scheme.source);
  for (const rc::SchemeParameter& p : scheme.parameters) {
    fmt::print("  {} = {} {} ({} to {}): {}\n", p.name, p.preset, p.unit, p.lowest, p.highest, p.says);
  }
}

int schemes(bool json) {
  if (json) {
    Json all = Json::array();
    for (const rc::Scheme& scheme : rc::schemes()) all.push_back(described(scheme));
    fmt::print("{}\n", all.dump(2));
  } else {
    for (const rc::Scheme& scheme : rc::schemes()) print(scheme);
  }
  return done;
}

}  // namespace

Command schemes_command() {
  auto json = std::make_shared<bool>(false);
  return {"schemes", "the retransmission schemes and their parameters", {{"--json", "as JSON", json.get()}}, [json] {
            return schemes(*json);
          }};
}

}  // namespace rocelab::app
