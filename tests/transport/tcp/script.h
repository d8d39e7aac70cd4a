#pragma once
#include <cstdint>
#include <deque>
#include <string>

#include "transport/tcp/connection.h"

namespace rocelab::tcp::test {

/// One connection and a script that plays its peer, its application and its clock, in lines like these:
///
///   +.1   < . 1:1(0) ack 1 win 257 sack 1001:2001   the peer's segment; sequence numbers count from each SYN
///   +0    > P. 1:1001(1000) ack 1                   must be sent then, to 4 ms; larger units are cut as asked for
///   +.3~+.31 > . 1:1001(1000)                       sent between the two times
///   +0    write 1000 | read 1000 | close | shutdown | abort | connect
///   +0    assert cwnd 10                            a figure of info()
///   +0    drain                                     forgets what was sent
///   +0    silence                                   nothing was sent that no line has asked for
///
/// Times count from the line before. P is compared only where the script has it on the last frame of a unit.
class Script {
 public:
  explicit Script(const Settings& settings = {}) : connection(settings) {}

  /// Plays it; the first thing that was not as the script says, or nothing.
  std::string play(const std::string& text);

  Connection connection;
  Ps now = 0;
  std::deque<std::pair<Ps, SegmentOut>> sent;  // frames that no line has asked for yet

 private:
  void advance(Ps to);
  void pump();
  void inject(const std::string& line);
  std::string expect(const std::string& line, Ps from, Ps to);
  std::string act(const std::string& line);

  bool opened_ = false;
  std::uint64_t read_ = 0;
};

/// A server's side of a handshake with an MSS of 1000 and SACK, without timestamps, round trip `rtt` ("+.1").
std::string server_handshake(const std::string& rtt, const std::string& options = "mss 1000 sackOK wscale 7");

}  // namespace rocelab::tcp::test
