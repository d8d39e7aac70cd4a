#include "waves/perfetto/trace_events.h"

#include <fmt/format.h>

namespace rocelab::waves {
namespace {

std::string microseconds(Ps t) { return fmt::format("{}.{:06}", t / 1'000'000, t % 1'000'000); }

std::string quoted(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    if (static_cast<unsigned char>(c) < ' ') {
      json += fmt::format("\\u{:04x}", c);
    } else {
      json += c;
    }
  }
  return json + '"';
}

}  // namespace

TraceEvents::TraceEvents(const std::filesystem::path& path) : file_(path) {
  file_.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
}

void TraceEvents::name_process(std::uint32_t process, std::string_view name) {
  event(fmt::format(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":{}}}}})", process, quoted(name)));
  event(fmt::format(R"({{"ph":"M","pid":{0},"name":"process_sort_index","args":{{"sort_index":{0}}}}})", process));
}

void TraceEvents::name_track(TrackId at, std::string_view name) {
  event(fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}}}})", at.process, at.track,
                    quoted(name)));
  event(fmt::format(R"({{"ph":"M","pid":{0},"tid":{1},"name":"thread_sort_index","args":{{"sort_index":{1}}}}})",
                    at.process, at.track));
}

void TraceEvents::slice(TrackId at, std::string_view name, Ps begin, Ps end) {
  event(fmt::format(R"({{"ph":"X","pid":{},"tid":{},"name":{},"ts":{},"dur":{}}})", at.process, at.track, quoted(name),
                    microseconds(begin), microseconds(end - begin)));
}

void TraceEvents::instant(TrackId at, std::string_view name, Ps t, std::string_view text) {
  event(fmt::format(R"({{"ph":"i","s":"p","pid":{},"tid":{},"name":{},"ts":{},"args":{{"text":{}}}}})", at.process,
                    at.track, quoted(name), microseconds(t), quoted(text)));
}

void TraceEvents::counter(std::uint32_t process, std::string_view name, Ps t, std::uint64_t value) {
  event(fmt::format(R"({{"ph":"C","pid":{},"name":{},"ts":{},"args":{{"value":{}}}}})", process, quoted(name),
                    microseconds(t), value));
}

void TraceEvents::event(std::string_view json) {
  if (!first_) file_.write(",\n");
  first_ = false;
  file_.write(json);
}

void TraceEvents::end() {
  file_.write("\n]}\n");
  file_.close();
}

}  // namespace rocelab::waves
