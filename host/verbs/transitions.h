#pragma once
#include "host/verbs/types.h"

namespace rocelab::verbs {

/// What stands against a transition with just these attributes.
struct TransitionCheck {
  bool exists = false;
  unsigned missing = 0;  // attributes that it needs and that are not given
  unsigned excess = 0;   // given ones that it does not take

  bool allowed() const { return exists && missing == 0 && excess == 0; }
};

/// May a QP go from `from` to `to`? Every transition has attributes it needs and others it allows (IBTA vol. 1,
/// 11.2.5.2, table 91 and following). `mask` may hold IBV_QP_STATE.
TransitionCheck check_transition(ibv_qp_type, ibv_qp_state from, ibv_qp_state to, unsigned mask);

}  // namespace rocelab::verbs
