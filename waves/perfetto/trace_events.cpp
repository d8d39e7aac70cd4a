#include "waves/perfetto/trace_events.h"

#include <fmt/format.h>

namespace rocelab::waves {
namespace {

// A long run has millions of events, so they are put together here and not by a format string.

void put_number(std::string& out, std::uint64_t n) {
  const fmt::format_int digits(n);
  out.append(digits.data(), digits.size());
}

/// Picoseconds as microseconds with six decimals.
void put_time(std::string& out, Ps t) {
  put_number(out, static_cast<std::uint64_t>(t / 1'000'000));
  char decimals[7]{'.'};
  auto rest = static_cast<std::uint32_t>(t % 1'000'000);
  for (int i = 6; i > 0; --i, rest /= 10) decimals[i] = static_cast<char>('0' + rest % 10);
  out.append(decimals, sizeof decimals);
}

void put_text(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < ' ') {
      out += fmt::format("\\u{:04x}", c);
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace

TraceEvents::TraceEvents(const std::filesystem::path& path) : file_(path) {
  file_.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
}

std::string& TraceEvents::start(std::string_view phase, std::uint32_t process) {
  event_.clear();
  event_ += R"({"ph":")";
  event_ += phase;
  event_ += R"(","pid":)";
  put_number(event_, process);
  return event_;
}

std::string& TraceEvents::start(std::string_view phase, TrackId at) {
  start(phase, at.process) += R"(,"tid":)";
  put_number(event_, at.track);
  return event_;
}

void TraceEvents::finish(std::string_view end) {
  event_ += end;
  if (!first_) file_.write(",\n");
  first_ = false;
  file_.write(event_);
}

void TraceEvents::name_process(std::uint32_t process, std::string_view name) {
  put_text(start("M", process) += R"(,"name":"process_name","args":{"name":)", name);
  finish("}}");
  put_number(start("M", process) += R"(,"name":"process_sort_index","args":{"sort_index":)", process);
  finish("}}");
}

void TraceEvents::name_track(TrackId at, std::string_view name) {
  put_text(start("M", at) += R"(,"name":"thread_name","args":{"name":)", name);
  finish("}}");
  put_number(start("M", at) += R"(,"name":"thread_sort_index","args":{"sort_index":)", at.track);
  finish("}}");
}

void TraceEvents::slice(TrackId at, std::string_view name, Ps begin, Ps end) {
  std::string& event = start("X", at);
  put_text(event += R"(,"name":)", name);
  put_time(event += R"(,"ts":)", begin);
  put_time(event += R"(,"dur":)", end - begin);
  finish("}");
}

void TraceEvents::instant(TrackId at, std::string_view name, Ps t, std::string_view text) {
  std::string& event = start(R"(i","s":"p)", at);
  put_text(event += R"(,"name":)", name);
  put_time(event += R"(,"ts":)", t);
  put_text(event += R"(,"args":{"text":)", text);
  finish("}}");
}

void TraceEvents::counter(std::uint32_t process, std::string_view name, Ps t, std::uint64_t value) {
  std::string& event = start("C", process);
  put_text(event += R"(,"name":)", name);
  put_time(event += R"(,"ts":)", t);
  put_number(event += R"(,"args":{"value":)", value);
  finish("}}");
}

void TraceEvents::end() {
  file_.write("\n]}\n");
  file_.close();
}

}  // namespace rocelab::waves
