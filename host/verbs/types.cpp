#include "host/verbs/types.h"

#include <iterator>

#include "transport/rc/status.h"

namespace rocelab::verbs {

const char* ibv_wc_status_str(ibv_wc_status status) {
  // The NIC's statuses have the same numbers (transport/rc/status.h).
  return status < std::size(rc::status_names) ? rc::status_names[status].data() : "unknown";
}

}  // namespace rocelab::verbs
