#pragma once
#include "lessons/words/language.h"
#include "scenarios/result.h"

namespace rocelab::lessons {

/// Why something was refused and what mends it.
struct Explanation {
  Text why;
  Text fix;
};

/// Words for a failure: those of its code for that reason ("IBV_WC_…:out_of_bounds", "IBV_WC_…:rdma.no_such_qp"), else
/// of the rule that was broken ("verbs.state"), else of its code at that place ("EINVAL@rdma.post"), else those of its
/// code.
Explanation explain(const scenarios::Failure&);

/// The sentence for a moment, with its values filled in; the bare kind if the table has none.
Text describe(const scenarios::MomentSeen&);

}  // namespace rocelab::lessons
