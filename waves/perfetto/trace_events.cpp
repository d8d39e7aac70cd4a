#include "waves/perfetto/trace_events.h"

#include <fmt/format.h>

namespace rocelab::waves {
namespace {

// A long run has millions of events: none is made by a format string.

/// Picoseconds as microseconds with six decimals.
struct Time {
  Ps t;
};
TextLine& operator<<(TextLine& line, Time time) {
  char decimals[7]{'.'};
  auto rest = static_cast<std::uint32_t>(time.t % 1'000'000);
  for (int i = 6; i > 0; --i, rest /= 10) decimals[i] = static_cast<char>('0' + rest % 10);
  return line << static_cast<std::uint64_t>(time.t / 1'000'000) << std::string_view(decimals, sizeof decimals);
}

/// A JSON string.
struct Quoted {
  std::string_view text;
};
TextLine& operator<<(TextLine& line, Quoted quoted) {
  line << '"';
  std::size_t begin = 0;
  for (std::size_t i = 0; i < quoted.text.size(); ++i) {
    const char c = quoted.text[i];
    const bool control = static_cast<unsigned char>(c) < ' ';
    if (c != '"' && c != '\\' && !control) continue;
    line << quoted.text.substr(begin, i - begin);
    begin = i + 1;
    if (control) {
      line << std::string_view(fmt::format("\\u{:04x}", c));
    } else {
      line << '\\' << c;
    }
  }
  return line << quoted.text.substr(begin) << '"';
}

}  // namespace

TraceEvents::TraceEvents(const std::filesystem::path& path) : file_(path) {
  file_.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
}

TextLine& TraceEvents::start(std::string_view phase, std::uint32_t process) {
  line_.clear();
  if (!first_) line_ << ",\n";
  first_ = false;
  return line_ << R"({"ph":)" << phase << R"(,"pid":)" << std::uint64_t{process};
}

TextLine& TraceEvents::start(std::string_view phase, TrackId at) {
  return start(phase, at.process) << R"(,"tid":)" << std::uint64_t{at.track};
}

void TraceEvents::name_process(std::uint32_t process, std::string_view name) {
  write(start(R"("M")", process) << R"(,"name":"process_name","args":{"name":)" << Quoted{name} << "}}");
  write(start(R"("M")", process) << R"(,"name":"process_sort_index","args":{"sort_index":)" << std::uint64_t{process}
                                 << "}}");
}

void TraceEvents::name_track(TrackId at, std::string_view name) {
  write(start(R"("M")", at) << R"(,"name":"thread_name","args":{"name":)" << Quoted{name} << "}}");
  write(start(R"("M")", at) << R"(,"name":"thread_sort_index","args":{"sort_index":)" << std::uint64_t{at.track}
                            << "}}");
}

void TraceEvents::slice(TrackId at, std::string_view name, Ps begin, Ps end) {
  write(start(R"("X")", at) << R"(,"name":)" << Quoted{name} << R"(,"ts":)" << Time{begin} << R"(,"dur":)"
                            << Time{end - begin} << '}');
}

void TraceEvents::instant(TrackId at, std::string_view name, Ps t, std::string_view text) {
  write(start(R"("i","s":"p")", at) << R"(,"name":)" << Quoted{name} << R"(,"ts":)" << Time{t} << R"(,"args":{"text":)"
                                    << Quoted{text} << "}}");
}

void TraceEvents::counter(std::uint32_t process, std::string_view name, Ps t, std::uint64_t value) {
  write(start(R"("C")", process) << R"(,"name":)" << Quoted{name} << R"(,"ts":)" << Time{t} << R"(,"args":{"value":)"
                                 << value << "}}");
}

void TraceEvents::write(const TextLine& event) { file_.write(event.text()); }

void TraceEvents::end() {
  file_.write("\n]}\n");
  file_.close();
}

}  // namespace rocelab::waves
