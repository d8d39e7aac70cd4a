#include "waves/trace/change_queue.h"

#include <stdexcept>

namespace rocelab::waves {

void ChangeQueue::apply(const Item& item) {
  State& s = states_[item.row];
  if (item.kind == Kind::set) {
    s.value = item.value;
  } else {
    s.busy += item.kind == Kind::enter ? 1 : -1;
    if (s.busy < 0) throw std::logic_error("waves: " + rows_[item.row].path() + " is left more often than entered");
    s.value = s.busy > 0;
  }
  if (s.touched) return;
  s.touched = true;
  touched_.push_back(item.row);
}

}  // namespace rocelab::waves
