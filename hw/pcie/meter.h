#pragma once
#include <string>

#include "hw/pcie/facts.h"
#include "tlm/probe.h"

namespace rocelab::pcie {

/// The slot's counts and its rows in the waveform. Octets are summed here and reported when somebody settles: two
/// more facts a request would cost more than the request.
class Meter {
 public:
  Meter(Probe& probe, Tag tag) : probe_(probe), tag_(tag) {}

  /// Rows in <scope>.pcie; those of credits only where a model has any to show.
  void declare_rows(const std::string& scope, bool credits) {
    if (!probe_.reads(FactKind::change)) return;
    const auto row = [&](const char* name) {
      return Row{probe_.declare({scope + ".pcie", name, SignalDecl::Kind::bits, 16, {}, Unit::nic}), true};
    };
    tags_ = row("tags_used");
    if (!credits) return;
    headers_ = row("posted_headers_left");
    data_ = row("posted_data_left");
    requests_ = row("read_headers_left");
  }

  void wrote(std::uint64_t octets, std::uint64_t data) { to_host_ += octets, written_ += data; }
  void asked(std::uint64_t octets, std::uint64_t data) { to_host_ += octets, read_ += data; }
  void answered(std::uint64_t octets) { to_device_ += octets; }
  void stored(std::uint64_t octets, std::uint64_t data) { to_device_ += octets, stored_ += data; }

  void tags(std::uint32_t used) { set(tags_, used); }
  void posted_left(std::uint32_t headers, std::uint32_t data) { set(headers_, headers), set(data_, data); }
  void requests_left(std::uint32_t headers) { set(requests_, headers); }

  /// Reports what was counted since the last time.
  void settle() {
    report(to_host_octets, to_host_);
    report(to_device_octets, to_device_);
    report(written_octets, written_);
    report(read_octets, read_);
    report(stored_octets, stored_);
  }

 private:
  struct Row {
    SignalId id{};
    bool on = false;
    std::uint32_t last = ~0U;
  };
  void set(Row& row, std::uint32_t value) {
    if (!row.on || row.last == value) return;
    row.last = value;
    probe_.change(row.id, value);
  }
  void report(const Counter& counter, std::uint64_t& n) {
    if (n > 0) probe_.count(counter, tag_, n);
    n = 0;
  }

  Probe& probe_;
  Tag tag_;
  Row tags_, headers_, data_, requests_;
  std::uint64_t to_host_ = 0, to_device_ = 0, written_ = 0, read_ = 0, stored_ = 0;
};

}  // namespace rocelab::pcie
