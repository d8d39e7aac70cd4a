#include "scenarios/config/nearest.h"

#include <algorithm>
#include <numeric>

namespace rocelab::scenarios {
namespace {

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(const std::string& wrong, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, wrong.size() / 2) + 1;
  for (const std::string& name : known) {
    const std::size_t d = edit_distance(wrong, name);
    if (d < best_distance) best = name, best_distance = d;
  }
  return best;
}

std::string did_you_mean(const std::string& wrong, const std::vector<std::string>& known) {
  const std::string name = nearest(wrong, known);
  return name.empty() ? "" : " (did you mean '" + name + "'?)";
}

}  // namespace rocelab::scenarios
