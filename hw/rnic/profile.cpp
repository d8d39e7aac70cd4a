#include "hw/rnic/profile.h"

#include <toml++/toml.h>

#include <cmath>
#include <set>
#include <stdexcept>

namespace rocelab::rnic {

namespace data {
extern const std::vector<std::pair<std::string_view, std::string_view>> profiles;  // file name, text
}

namespace {

std::string_view text_of(std::string_view name) {
  for (const auto& [file, text] : data::profiles)
    if (file.substr(0, file.find('.')) == name) return text;
  std::string all;
  for (const std::string& known : Profile::names()) all += (all.empty() ? "" : ", ") + known;
  throw std::invalid_argument("no NIC profile named '" + std::string(name) + "' (" + all + ")");
}

/// Fills in what the file of a profile names; the rest stays as it is.
class Reader {
 public:
  Reader(const toml::table& file, Profile& profile) : file_(file), profile_(profile) {
    if (const auto mhz = number("clock_mhz", "value")) profile_.clock = Clock::mhz(static_cast<std::uint64_t>(*mhz));
    mhz_ = static_cast<double>(profile_.clock.index_at_or_after(1'000'000));  // cycles in a microsecond
  }

  /// Every key of the file has been asked for, or it is a mistake of whoever wrote it.
  void finish(std::string_view name) const {
    for (const auto& [key, node] : file_)
      if (!asked_.count(std::string(key.str())))
        throw std::invalid_argument("NIC profile " + std::string(name) + ": unknown key " + std::string(key.str()));
  }

  void cycles(const char* key, std::uint32_t& to) const {
    if (const auto n = number(key, "cycles")) to = static_cast<std::uint32_t>(*n);
    if (const auto ns = number(key, "ns")) to = static_cast<std::uint32_t>(std::ceil(*ns * mhz_ / 1000));
  }
  template <class T>
  void value(const char* key, T& to, T unit = 1) const {
    if (const auto n = number(key, "value")) to = static_cast<T>(*n) * unit;
  }
  void flag(const char* key, bool& to) const {
    asked_.insert(key);
    to = file_[key]["value"].value_or(to);
  }
  void values(const char* key, std::vector<Ps>& to, Ps unit) const {
    asked_.insert(key);
    const toml::array* all = file_[key]["values"].as_array();
    if (!all) return;
    to.clear();
    for (const toml::node& n : *all) to.push_back(n.value_or<Ps>(0) * unit);
  }

 private:
  std::optional<double> number(const char* key, const char* how) const {
    asked_.insert(key);
    return file_[key][how].value<double>();
  }

  const toml::table& file_;
  Profile& profile_;
  double mhz_;
  mutable std::set<std::string> asked_{"says", "base"};
};

}  // namespace

Profile Profile::named(std::string_view name) {
  const toml::table file = toml::parse(text_of(name));
  Profile p;
  if (const auto base = file["base"].value<std::string>()) p = named(*base);
  const Reader read(file, p);
  read.cycles("doorbell", p.doorbell);
  read.cycles("wqe_parse", p.wqe_parse);
  read.cycles("gather", p.gather);
  read.cycles("tx_pipeline", p.tx_pipeline);
  read.cycles("rx_pipeline", p.rx_pipeline);
  read.cycles("ack_build", p.ack_build);
  read.cycles("nak_build", p.nak_build);
  read.cycles("nak_reaction", p.nak_reaction);
  read.cycles("cqe_build", p.cqe_build);
  read.cycles("packet_interval", p.packet_interval);
  read.value("tx_window_bytes", p.tx_window_bytes);
  read.value("tx_window_packets", p.tx_window_packets);
  read.flag("rqe_prefetch", p.rqe_prefetch);
  read.value("cnp_interval_us", p.cnp_interval, Ps{1'000'000});
  read.value("minimum_timeout_us", p.minimum_timeout, Ps{1'000'000});
  read.values("adaptive_timeouts_ms", p.adaptive_timeouts, Ps{1'000'000'000});
  read.value("qp_cache_entries", p.qp_cache_entries);
  read.value("qp_context_bytes", p.qp_context_bytes);
  read.value("mtt_cache_entries", p.mtt_cache_entries);
  read.value("mtt_entry_bytes", p.mtt_entry_bytes);
  read.value("mtt_line", p.mtt_line);
  read.value("cache_ways", p.cache_ways);
  read.value("misses_in_flight", p.misses_in_flight);
  read.value("doorbell_queue", p.doorbell_queue);
  read.value("rx_buffer_bytes", p.rx_buffer_bytes);
  read.flag("cqe_compression", p.cqe_compression);
  read.flag("receive_records", p.receive_records);
  read.finish(name);
  return p;
}

const std::vector<std::string>& Profile::names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const auto& [file, text] : data::profiles) names.emplace_back(file.substr(0, file.find('.')));
    return names;
  }();
  return all;
}

}  // namespace rocelab::rnic
