#pragma once
#include "app/conformance/rc_device_frame.h"

namespace rocelab::app::replay {

/// Failure unless the frame is what a `tx` step wants; `since` is when the previous step was done, from which
/// `after_us_min` and `after_us_max` count. `from` is the caller's to look at.
void expect_frame(const DeviceFrame&, const Json& tx, const Names&, const Subnet&, Ps since);

/// Does the step wait for a CNP?
bool wants_cnp(const Json& tx);

}  // namespace rocelab::app::replay
