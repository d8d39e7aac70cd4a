#include "app/conformance/icrc_vectors.h"

#include <fmt/format.h>

#include "app/conformance/icrc_checks.h"

namespace rocelab::app {
namespace {

using Json = nlohmann::json;
using Verdict = CaseOutcome::Verdict;

template <class Check>
CaseOutcome judged(std::string id, const Json& item, const Check& check) {
  try {
    if (!item.is_object()) throw Failure(fmt::format("wanted an object, got {}", item.type_name()));
    check();
    return {std::move(id), Verdict::passed, ""};
  } catch (const Failure& f) {
    return {std::move(id), Verdict::failed, f.what()};
  } catch (const Unsupported& u) {
    return {std::move(id), Verdict::skipped, u.what()};
  }
}

std::string id_of(const Json& item, const char* list, std::size_t index, std::initializer_list<const char*> keys) {
  std::string id;
  for (const char* key : keys) {
    if (!item.is_object() || !item.contains(key) || !item.at(key).is_string()) continue;
    id += (id.empty() ? "" : ": ") + item.at(key).get<std::string>();
  }
  return id.empty() ? fmt::format("{}[{}]", list, index) : id;
}

}  // namespace

bool is_icrc_vectors(const Json& document) {
  return document.is_object() && !document.contains("format") && document.contains("vectors");
}

std::vector<CaseOutcome> run_icrc_vectors(const Json& document) {
  if (!is_icrc_vectors(document)) throw std::runtime_error("not a document of packet vectors: no \"vectors\"");
  const Json& vectors = document.at("vectors");
  const Json mutations = document.value("mutations", Json::array());
  if (!vectors.is_array()) throw std::runtime_error("\"vectors\" is not a list");
  if (!mutations.is_array()) throw std::runtime_error("\"mutations\" is not a list");
  PacketPool pool;
  std::vector<CaseOutcome> outcomes;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    outcomes.push_back(
        judged(id_of(vectors[i], "vectors", i, {"name"}), vectors[i], [&] { check_vector(vectors[i], pool); }));
  }
  for (std::size_t i = 0; i < mutations.size(); ++i) {
    outcomes.push_back(judged(id_of(mutations[i], "mutations", i, {"base", "mutation"}), mutations[i],
                              [&] { check_mutation(mutations[i], vectors, pool); }));
  }
  return outcomes;
}

}  // namespace rocelab::app
