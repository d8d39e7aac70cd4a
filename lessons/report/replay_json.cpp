#include "lessons/report/replay_json.h"

namespace rocelab::lessons {
namespace {

using Json = nlohmann::ordered_json;
using waves::Replay;

constexpr const char* unit_names[]{"app", "cpu", "dma", "nic", "wire", "switch"};
constexpr const char* fate_names[]{"arrived", "damaged", "duplicate", "lost", "no_room", "under_way", "pause"};

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json busy(const Replay::Busy& b) {
  Json spans = Json::array();
  for (const auto& [begin, end] : b.spans) {
    spans.push_back(begin);
    spans.push_back(end);
  }
  return {{"lane", b.lane},
          {"host", b.host},
          {"what", b.what},
          {"unit", unit_names[static_cast<std::size_t>(b.unit)]},
          {"spans", std::move(spans)}};
}

Json frame(const Replay::Frame& f) {
  Json out = Json::array({f.from, f.to, f.first_bit, f.line_time, or_null(f.last), f.word, f.payload, f.transmission,
                          fate_names[static_cast<std::size_t>(f.fate)]});
  if (!f.cause.empty()) out.push_back(f.cause);
  return out;
}

Json series(const Replay::Series& s) {
  Json points = Json::array();
  for (const Replay::Point& p : s.points) points.push_back({p.slot_begin, p.lowest, p.highest, p.last});
  return {{"lane", s.lane}, {"name", s.name}, {"slot", s.slot}, {"points", std::move(points)}};
}

}  // namespace

Json replay_json(const Replay& r) {
  Json out{{"recorded", r.recorded},
           {"end", r.end},
           {"window", r.window ? Json::array({r.window->first, r.window->second}) : Json(nullptr)},
           {"frames_seen", r.frames_seen},
           {"frames_until", or_null(r.frames_until)},
           {"busy_until", or_null(r.busy_until)},
           {"hosts", Json::array()},
           {"busy", Json::array()},
           {"frames", Json::array()},
           {"series", Json::array()}};
  for (const Replay::Host& h : r.hosts) out["hosts"].push_back({{"lane", h.lane}, {"name", h.name}});
  for (const Replay::Busy& b : r.busy) out["busy"].push_back(busy(b));
  for (const Replay::Frame& f : r.frames) out["frames"].push_back(frame(f));
  for (const Replay::Series& s : r.series) out["series"].push_back(series(s));
  return out;
}

}  // namespace rocelab::lessons
