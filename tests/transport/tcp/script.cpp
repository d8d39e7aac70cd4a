#include "transport/tcp/script.h"

#include <algorithm>
#include <sstream>

namespace rocelab::tcp::test {
namespace {

constexpr Ps tolerance = 4'000'000'000;

Ps time_of(const std::string& word) { return static_cast<Ps>(std::stold(word) * 1e9L + 0.5L) * 1000; }

std::uint8_t flags_of(const std::string& word) {
  std::uint8_t flags = 0;
  for (const char c : word) {
    switch (c) {
      case 'S':
        flags |= wire::tcp_syn;
        break;
      case 'F':
        flags |= wire::tcp_fin;
        break;
      case 'P':
        flags |= wire::tcp_psh;
        break;
      case 'R':
        flags |= wire::tcp_rst;
        break;
      case '.':
        flags |= wire::tcp_ack;
        break;
      case 'E':
        flags |= wire::tcp_ece;
        break;
      case 'W':
        flags |= wire::tcp_cwr;
        break;
      default:
        break;
    }
  }
  return flags;
}

std::string words_of(std::uint8_t flags) {
  std::string words;
  const std::pair<std::uint8_t, char> all[]{{wire::tcp_syn, 'S'}, {wire::tcp_fin, 'F'}, {wire::tcp_rst, 'R'},
                                            {wire::tcp_psh, 'P'}, {wire::tcp_ece, 'E'}, {wire::tcp_cwr, 'W'},
                                            {wire::tcp_ack, '.'}};
  for (const auto& [flag, letter] : all) {
    if (flags & flag) words += letter;
  }
  return words;
}

struct Line {
  std::uint8_t flags = 0;
  std::uint32_t begin = 0, end = 0;
  bool has_ack = false, has_window = false, has_sack = false;
  SegmentIn segment;
};

Line parse(const std::string& text) {
  std::istringstream in(text);
  std::string word;
  Line line;
  in >> word >> word;
  line.flags = flags_of(word);
  in >> word;
  line.begin = static_cast<std::uint32_t>(std::stoul(word));
  line.end = static_cast<std::uint32_t>(std::stoul(word.substr(word.find(':') + 1)));
  wire::TcpHeader& h = line.segment.header;
  while (in >> word) {
    std::uint32_t n = 0;
    if (word == "ack" && in >> n) {
      h.ack = n;
      line.has_ack = true;
    } else if (word == "win" && in >> n) {
      h.window = static_cast<std::uint16_t>(n);
      line.has_window = true;
    } else if (word == "mss" && in >> n) {
      h.options.mss = static_cast<std::uint16_t>(n);
    } else if (word == "wscale" && in >> n) {
      h.options.window_scale = static_cast<std::uint8_t>(n);
    } else if (word == "sackOK") {
      h.options.sack_permitted = true;
    } else if (word == "ce") {
      line.segment.ecn = wire::Ecn::ce;
    } else if (word == "ect0") {
      line.segment.ecn = wire::Ecn::ect0;
    } else if (word == "ts") {
      std::uint32_t echo = 0;
      in >> n >> echo;
      h.options.timestamps = {n, echo};
    } else if (word == "sack") {
      line.has_sack = true;
      while (in >> std::ws && in.peek() >= '0' && in.peek() <= '9' && in >> word) {
        h.options.sack[h.options.sack_blocks++] = {
            static_cast<std::uint32_t>(std::stoul(word)),
            static_cast<std::uint32_t>(std::stoul(word.substr(word.find(':') + 1)))};
      }
    }
  }
  h.seq = line.begin;
  h.flags = line.flags;
  line.segment.payload = line.end - line.begin;
  return line;
}

std::string show(const SegmentOut& s) {
  std::ostringstream out;
  const auto& h = s.header;
  out << words_of(h.flags) << ' ' << h.seq << ':' << h.seq + s.payload << '(' << s.payload << ") ack " << h.ack
      << " win " << h.window;
  if (h.options.sack_blocks > 0) out << " sack";
  for (unsigned i = 0; i < h.options.sack_blocks; ++i) {
    out << ' ' << h.options.sack[i].left << ':' << h.options.sack[i].right;
  }
  return out.str();
}

}  // namespace

void Script::pump() {
  while (auto s = connection.next(now, 65536)) {
    for (std::uint32_t i = 0; i < s->frames(); ++i) sent.emplace_back(now, frame_of(*s, i));
  }
}

void Script::advance(Ps to) {
  while (connection.deadline() <= to) {
    now = std::max(now, connection.deadline());
    connection.expire(now);
    pump();
  }
  now = std::max(now, to);
}

void Script::inject(const std::string& text) {
  const Line line = parse(text);
  if (!opened_ && line.segment.has(wire::tcp_syn) && connection.state() == State::closed) {
    connection.accept(now, line.segment);
  } else {
    connection.segment_arrived(now, line.segment);
  }
  opened_ = true;
  pump();
}

std::string Script::expect(const std::string& text, Ps from, Ps to) {
  const Line want = parse(text);
  std::uint32_t at = want.begin;
  do {
    while (sent.empty() && connection.deadline() <= to) advance(connection.deadline());
    if (sent.empty()) return "nothing was sent";
    const auto [t, frame] = sent.front();
    sent.pop_front();
    const std::uint32_t end = frame.header.seq + frame.payload;
    const bool last = end == want.end;
    std::uint8_t wanted = want.flags, got = frame.header.flags;
    if (!(last && (wanted & wire::tcp_psh))) got &= static_cast<std::uint8_t>(~wire::tcp_psh);
    if (!last) wanted &= static_cast<std::uint8_t>(~wire::tcp_fin);
    if (!last || !(got & wire::tcp_psh)) wanted &= static_cast<std::uint8_t>(~wire::tcp_psh);
    if (at > want.begin) wanted &= static_cast<std::uint8_t>(~wire::tcp_cwr);
    const auto& h = frame.header;
    std::string wrong;
    if (h.seq != at || end > want.end) wrong = "range";
    if (wanted != got) wrong = "flags";
    if (want.has_ack && h.ack != want.segment.header.ack) wrong = "ack";
    if (want.has_window && h.window != want.segment.header.window) wrong = "window";
    if (want.has_sack) {
      const auto& options = want.segment.header.options;
      bool same = options.sack_blocks == h.options.sack_blocks;
      for (unsigned i = 0; same && i < options.sack_blocks; ++i) {
        same = options.sack[i].left == h.options.sack[i].left && options.sack[i].right == h.options.sack[i].right;
      }
      if (!same) wrong = "sack";
    }
    const auto& options = want.segment.header.options;
    if (options.mss && h.options.mss != options.mss) wrong = "mss";
    if (options.window_scale && h.options.window_scale != options.window_scale) wrong = "wscale";
    if (t < from - tolerance || t > to) wrong = "time " + std::to_string(static_cast<double>(t) / 1e12);
    if (!wrong.empty()) return wrong + ": sent " + show(frame);
    at = end;
  } while (at < want.end);
  return "";
}

std::string Script::act(const std::string& text) {
  std::istringstream in(text);
  std::string verb, name;
  std::uint64_t n = 0;
  in >> verb;
  if (verb == "connect") {
    connection.connect(now);
    opened_ = true;
  } else if (verb == "write" && in >> n) {
    connection.send(now, n);
  } else if (verb == "read" && in >> n) {
    read_ += n;
    connection.consumed(now, n, read_ == connection.readable_up_to());
  } else if (verb == "close") {
    connection.close(now);
  } else if (verb == "shutdown") {
    connection.shutdown(now);
  } else if (verb == "abort") {
    connection.abort(now);
  } else if (verb == "drain") {
    sent.clear();
  } else if (verb == "silence") {
    return sent.empty() ? "" : "sent " + show(sent.front().second);
  } else if (verb == "assert") {
    in >> name;
    std::string want, got;
    in >> want;
    const Info i = connection.info();
    if (name == "state") got = state_names[static_cast<int>(i.state)];
    if (name == "recovery") got = recovery_names[static_cast<int>(i.recovery)];
    const std::pair<const char*, std::uint64_t> figures[]{
        {"cwnd", i.cwnd},
        {"ssthresh", i.ssthresh},
        {"unacked", i.packets_out},
        {"sacked", i.sacked},
        {"lost", i.lost},
        {"retrans", i.retrans},
        {"reordering", i.reordering},
        {"reord_seen", i.reordering_seen},
        {"backoff", i.backoff},
        {"retransmits", i.retransmits},
        {"probes", i.probes},
        {"rcv_mss", i.rcv_mss},
        {"snd_mss", i.snd_mss},
        {"delivered", i.delivered},
        {"delivered_ce", i.delivered_ce},
        {"readable", connection.readable_up_to() - read_},
        {"error", static_cast<std::uint64_t>(connection.error())},
        {"rto_ms", static_cast<std::uint64_t>(i.rto / 1'000'000'000)},
        {"snd_wnd", i.snd_wnd},
        {"ato_ms", static_cast<std::uint64_t>(i.ato / 1'000'000'000)}};
    for (const auto& [figure, value] : figures) {
      if (name == figure) got = std::to_string(value);
    }
    return got == want ? "" : name + " is " + got;
  } else {
    return "unknown line";
  }
  pump();
  return "";
}

std::string Script::play(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    line = line.substr(0, line.find("//"));
    std::istringstream words(line);
    std::string when;
    if (!(words >> when)) continue;
    const std::size_t range = when.find('~');
    const Ps from = now + time_of(when.substr(0, range));
    const Ps to = range == std::string::npos ? from : now + time_of(when.substr(range + 1));
    std::string rest;
    std::getline(words >> std::ws, rest);
    std::string wrong;
    if (rest[0] == '>') {
      wrong = expect(rest, from, to + tolerance);
      if (now < from) advance(from);
    } else {
      advance(from);
      if (rest[0] == '<') {
        inject(rest);
      } else {
        wrong = act(rest);
      }
    }
    if (!wrong.empty()) return line + ": " + wrong;
  }
  return "";
}

std::string server_handshake(const std::string& rtt, const std::string& options) {
  return "+0 < S 0:0(0) win 32792 " + options + "\n+0 > S. 0:0(0) ack 1\n" + rtt + " < . 1:1(0) ack 1 win 320\n";
}

}  // namespace rocelab::tcp::test
