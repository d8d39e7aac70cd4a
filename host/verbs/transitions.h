#pragma once
#include "host/verbs/types.h"

namespace rocelab::verbs {

/// May a QP go from `from` to `to`, given just these attributes? Every transition has attributes it needs and others
/// it allows (IBTA vol. 1, 11.2.5.2, table 91 and following). `mask` may hold IBV_QP_STATE.
bool transition_allowed(ibv_qp_type, ibv_qp_state from, ibv_qp_state to, unsigned mask);

}  // namespace rocelab::verbs
