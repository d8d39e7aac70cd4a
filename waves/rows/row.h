#pragma once
#include <string>
#include <vector>

#include "tlm/facts.h"

namespace rocelab::waves {

using RowIndex = std::uint32_t;
inline constexpr RowIndex no_row = UINT32_MAX;

/// One row of the waveform, whatever the file format.
struct Row {
  enum class Role : std::uint8_t {
    signal,  // declared by a module
    stage,   // idle or busy
    lesson,  // which moment was last: a state that numbers the lane's tellings as they appear
    words,   // the same as text
    frame,   // what passes a NIC port in one direction, as text
  };

  Role role = Role::signal;
  std::string scope;  // dotted
  std::string name;
  SignalDecl::Kind kind = SignalDecl::Kind::bits;
  unsigned width = 1;  // of bits and state
  std::vector<std::string> words = {};
  Unit unit = Unit::nic;
  LaneId lane = no_lane;
  HostId host = no_host;
  std::string stage_id = {};

  /// What a core does: of a kernel's rows the one that says whether a CPU is busy.
  bool is_core() const {
    return role == Role::signal && unit == Unit::cpu && kind == SignalDecl::Kind::state && name.rfind("core", 0) == 0;
  }
  bool has_bits() const { return kind == SignalDecl::Kind::bits || kind == SignalDecl::Kind::state; }
  std::string path() const { return scope + "." + name; }
  /// As a viewer names it: a vector carries its range.
  std::string reference() const {
    const bool vector = has_bits() && width > 1;
    return vector ? path() + "[" + std::to_string(width - 1) + ":0]" : path();
  }
};

}  // namespace rocelab::waves
