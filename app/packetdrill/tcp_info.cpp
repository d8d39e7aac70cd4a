#include "app/packetdrill/tcp_info.h"

#include <algorithm>

namespace rocelab::app::packetdrill {
using namespace literals;
namespace {

/// Linux's numbers (tcp_states.h).
unsigned state_number(tcp::State state) {
  switch (state) {
    case tcp::State::established:
      return 1;
    case tcp::State::syn_sent:
      return 2;
    case tcp::State::syn_received:
      return 3;
    case tcp::State::fin_wait_1:
      return 4;
    case tcp::State::fin_wait_2:
      return 5;
    case tcp::State::time_wait:
      return 6;
    case tcp::State::closed:
      return 7;
    case tcp::State::close_wait:
      return 8;
    case tcp::State::last_ack:
      return 9;
    case tcp::State::closing:
      return 11;
  }
  return 0;
}

unsigned ca_state_number(tcp::Recovery recovery) { return static_cast<unsigned>(recovery); }

const std::map<std::string, double> constants{
    {"TCP_CA_Open", 0},    {"TCP_CA_Disorder", 1},
    {"TCP_CA_CWR", 2},     {"TCP_CA_Recovery", 3},
    {"TCP_CA_Loss", 4},    {"TCPI_OPT_TIMESTAMPS", 1},
    {"TCPI_OPT_SACK", 2},  {"TCPI_OPT_WSCALE", 4},
    {"TCPI_OPT_ECN", 8},   {"True", 1},
    {"False", 0},          {"TCP_ESTABLISHED", 1},
    {"TCP_SYN_SENT", 2},   {"TCP_SYN_RECV", 3},
    {"TCP_FIN_WAIT1", 4},  {"TCP_FIN_WAIT2", 5},
    {"TCP_TIME_WAIT", 6},  {"TCP_CLOSE", 7},
    {"TCP_CLOSE_WAIT", 8}, {"TCP_LAST_ACK", 9},
    {"TCP_LISTEN", 10},    {"TCP_CLOSING", 11},
};

}  // namespace

std::map<std::string, double> tcp_info(const Socket& s, Ps now) {
  std::map<std::string, double> all = constants;
  const tcp::Info i = s.connection->info();
  const tcp::Counters& c = s.connection->counters();
  const auto set = [&](const char* name, auto value) { all[name] = static_cast<double>(value); };
  const auto set_time = [&](const char* name, Ps value) { all[name] = static_cast<double>(value / 1_us); };
  set("tcpi_state", state_number(i.state));
  set("tcpi_ca_state", ca_state_number(i.recovery));
  set("tcpi_retransmits", i.retransmits);
  set("tcpi_probes", i.probes);
  set("tcpi_backoff", std::max(i.backoff, i.retransmits));  // one counter in Linux, for RTO and window probes
  set("tcpi_options", (i.timestamps ? 1 : 0) + (i.sack ? 2 : 0) + (i.window_scaling ? 4 : 0) + (i.ecn ? 8 : 0));
  set("tcpi_snd_wscale", i.snd_wscale);
  set("tcpi_rcv_wscale", i.rcv_wscale);
  set_time("tcpi_rto", i.rto);
  set_time("tcpi_ato", i.ato);
  set("tcpi_snd_mss", i.snd_mss);
  set("tcpi_rcv_mss", i.rcv_mss);
  set("tcpi_advmss", s.settings.mss);
  set("tcpi_unacked", i.packets_out);
  set("tcpi_sacked", i.sacked);
  set("tcpi_lost", i.lost);
  set("tcpi_retrans", i.retrans);
  set("tcpi_fackets", 0);
  set("tcpi_rcv_ssthresh", i.rcv_ssthresh);
  set_time("tcpi_rtt", i.srtt);
  set_time("tcpi_rttvar", i.rttvar);
  set("tcpi_snd_ssthresh", i.ssthresh);
  set("tcpi_snd_cwnd", i.cwnd);
  set("tcpi_cwnd", i.cwnd);
  set("tcpi_reordering", i.reordering);
  set("tcpi_reord_seen", i.reordering_seen);
  set("tcpi_total_retrans", c.retransmitted);
  set("tcpi_bytes_acked", i.bytes_acked);
  set("tcpi_bytes_received", i.bytes_received);
  set("tcpi_bytes_retrans", c.retransmitted_bytes);
  set("tcpi_segs_out", c.segments_out);
  set("tcpi_segs_in", c.segments_in);
  set("tcpi_data_segs_out", c.data_segments_out);
  set("tcpi_notsent_bytes", i.unsent);
  set_time("tcpi_min_rtt", i.min_rtt);
  set("tcpi_delivered", i.delivered);
  set("tcpi_delivered_ce", i.delivered_ce);
  set("tcpi_dsack_dups", c.dsacks_in);
  set("tcpi_rcv_ooopack", c.out_of_order_in);
  set("tcpi_snd_wnd", i.snd_wnd);
  set("tcpi_rcv_wnd", i.rcv_wnd);
  const auto set_age = [&](const char* name, Ps since) { set(name, (now - since) / 1_ms); };
  set_age("tcpi_last_data_sent", i.last_data_sent);
  set_age("tcpi_last_data_recv", i.last_data_received);
  set_age("tcpi_last_ack_recv", i.last_ack_received);
  set_time("tcpi_busy_time", s.connection->busy_time().busy(now));
  set_time("tcpi_rwnd_limited", s.connection->busy_time().window_limited(now));
  return all;
}

}  // namespace rocelab::app::packetdrill
