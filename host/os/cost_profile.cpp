#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>

#include "host/os/cost_table.h"

namespace rocelab::host {

namespace data {
extern const std::vector<std::pair<std::string_view, std::string_view>> profiles;  // file name, text
}

namespace {

std::string_view text_of(std::string_view name) {
  for (const auto& [file, text] : data::profiles)
    if (file.substr(0, file.find('.')) == name) return text;
  std::string all;
  for (const std::string& known : cost_profiles()) all += (all.empty() ? "" : ", ") + known;
  throw std::invalid_argument("no profile of kernel costs named '" + std::string(name) + "' (" + all + ")");
}

const CostParameter& parameter(std::string_view name, std::string_view profile) {
  const auto& all = cost_parameters();
  const auto it = std::find_if(all.begin(), all.end(), [&](const CostParameter& p) { return p.name == name; });
  if (it == all.end())
    throw std::invalid_argument("kernel costs " + std::string(profile) + ": unknown cost " + std::string(name));
  return *it;
}

}  // namespace

KernelCosts KernelCosts::named(std::string_view profile) {
  const toml::table file = toml::parse(text_of(profile));
  KernelCosts costs;
  if (const auto base = file["base"].value<std::string>()) costs = named(*base);
  for (const auto& [key, node] : file) {
    if (key == "says" || key == "base") continue;
    const CostParameter& p = parameter(key.str(), profile);
    const auto value = node.at_path(p.unit).value<double>();
    if (!value)
      throw std::invalid_argument("kernel costs " + std::string(profile) + ": " + std::string(p.name) + " needs " +
                                  std::string(p.unit));
    p.set(costs, *value);
  }
  // A row that is a sum: the parts that it holds are charged by themselves.
  for (const auto& [key, node] : file) {
    const toml::array* parts = node.at_path("holds").as_array();
    if (!parts) continue;
    const CostParameter& p = parameter(key.str(), profile);
    double rest = p.get(costs);
    for (const toml::node& part : *parts) rest -= parameter(part.value_or<std::string_view>(""), profile).get(costs);
    if (rest < 0)
      throw std::invalid_argument("kernel costs " + std::string(profile) + ": the parts of " + std::string(p.name) +
                                  " are more than it");
    p.set(costs, rest);
  }
  return costs;
}

const std::vector<std::string>& cost_profiles() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const auto& [file, text] : data::profiles) names.emplace_back(file.substr(0, file.find('.')));
    return names;
  }();
  return all;
}

}  // namespace rocelab::host
