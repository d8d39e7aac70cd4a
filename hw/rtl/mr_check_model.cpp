#include "hw/rtl/mr_check_model.h"

#include <Vmr_check.h>
#include <Vmr_check___024root.h>

namespace rocelab::rtl {

using protection::Fault;
using protection::Region;

// The encodings of mr_check.sv.
static_assert(static_cast<int>(Region::Kind::free) == 0 && static_cast<int>(Region::Kind::window) == 2);
static_assert(static_cast<int>(Fault::none) == 0 && static_cast<int>(Fault::unknown_key) == 1 &&
              static_cast<int>(Fault::wrong_domain) == 2 && static_cast<int>(Fault::no_access) == 3 &&
              static_cast<int>(Fault::out_of_bounds) == 4);

struct MrCheckModel::Verilated {
  VerilatedContext context;
  Vmr_check top{&context};
};

MrCheckModel::MrCheckModel() : verilated_(std::make_unique<Verilated>()) {
  Vmr_check& top = verilated_->top;
  top.clk_i = 0;
  top.rst_ni = 0;
  top.valid_i = 0;
  top.eval();
  top.rst_ni = 1;
  top.eval();
}

MrCheckModel::~MrCheckModel() { verilated_->top.final(); }

void MrCheckModel::clock(const protection::Request* request, const Region* region) {
  Vmr_check& top = verilated_->top;
  top.valid_i = request != nullptr;
  if (request) {
    top.key_i = request->key.value;
    top.remote_i = request->remote;
    top.domain_i = request->domain.value;
    top.qp_i = request->qp.value;
    top.need_i = request->need;
    top.start_i = request->start;
    top.length_i = request->length;
    top.entry_kind_i = static_cast<std::uint8_t>(region->kind);
    top.entry_bound_i = region->bound;
    top.entry_lkey_i = region->lkey.value;
    top.entry_rkey_i = region->rkey.value;
    top.entry_domain_i = region->domain.value;
    top.entry_qp_i = region->qp.value;
    top.entry_access_i = region->access;
    top.entry_start_i = region->start;
    top.entry_length_i = region->length;
  }
  top.clk_i = 1;
  top.eval();
  top.clk_i = 0;
  top.eval();
}

MrCheckModel::Registers MrCheckModel::registers() const {
  const Vmr_check___024root& r = *verilated_->top.rootp;
  return {r.mr_check__DOT__asked_q != 0,
          static_cast<Fault>(r.mr_check__DOT__rights_q),
          r.mr_check__DOT__before_q != 0,
          r.mr_check__DOT__offset_q,
          r.valid_o != 0,
          static_cast<Fault>(r.fault_o)};
}

}  // namespace rocelab::rtl
