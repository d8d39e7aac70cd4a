#pragma once
#include <map>
#include <string>

#include "app/conformance/rc_bench.h"
#include "app/conformance/rc_names.h"

namespace rocelab::app::replay {

/// What the application of a case holds on its device, by the names of the case.
struct Objects {
  struct QueuePair {
    verbs::Qp* handle = nullptr;
    Json config;  // of the case, merged over the defaults
  };

  std::map<std::string, verbs::Pd*> pds;
  std::map<std::string, verbs::Cq*> cqs;
  std::map<std::string, verbs::Srq*> srqs;
  std::map<std::string, std::uint32_t> srq_limits;  // to be armed once receives are posted
  std::map<std::string, verbs::Mr*> mrs;
  std::map<std::string, verbs::Mw*> mws;
  std::map<std::string, QueuePair> qps;
  Names names;  // the same as the peer sees them
};

/// Builds everything that `setup` lists, each object merged over the one of its kind in `defaults`, and brings the QPs
/// into their states by the legal transitions. Receives are posted and limits armed by the caller. Failure when the
/// device refuses.
Objects set_up(Bench&, const Json& setup, const Json& defaults);

/// One of a case's objects by its name; Malformed when there is none.
template <class Map>
auto& named(Map& map, const std::string& name, const char* kind) {
  const auto it = map.find(name);
  if (it == map.end()) throw Malformed(std::string("no ") + kind + " is named \"" + name + "\"");
  return it->second;
}

/// Moves a QP to the state that `step` names, with all attributes that the transition needs, from the QP's
/// configuration or given in the step; `bare` gives the state alone. Returns 0 or an errno.
int modify(Objects::QueuePair&, const Json& step, const Subnet&);

}  // namespace rocelab::app::replay
