#pragma once
#include <string>

#include "waves/rows/rows.h"

namespace rocelab::waves {

/// What a row is called in the view: "2 copy to kernel  @local", "qp17 epsn  @local", "wire  @network". Without dots:
/// GTKWave shows only what stands behind the last one.
std::string alias_of(const Row&, const Roster&);

}  // namespace rocelab::waves
