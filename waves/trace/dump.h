#pragma once
#include <cstdint>
#include <string_view>

#include "tlm/units.h"
#include "waves/rows/rows.h"

namespace rocelab::waves {

/// A waveform file format. Told about changes in the order of time; knows nothing of facts.
class Dump {
 public:
  virtual ~Dump() = default;

  /// All rows, before any change. Time begins at `t`; what is told next, up to begun(), is the value that each row has
  /// then: of all but events.
  virtual void begin(const Rows&, Ps t) = 0;
  virtual void begun() = 0;
  /// What follows happens at `t`, not before what came before.
  virtual void at(Ps t) = 0;
  virtual void bits(RowIndex, std::uint64_t value) = 0;
  /// Printable ASCII without spaces.
  virtual void text(RowIndex, std::string_view value) = 0;
  virtual void event(RowIndex) = 0;
  /// Time ended at `t`: the file is complete.
  virtual void end(Ps t) = 0;
};

}  // namespace rocelab::waves
