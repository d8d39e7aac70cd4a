#include "app/packetdrill/environment.h"

#include "app/conformance/outcome.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::app::packetdrill;

namespace {

Environment after(const std::string& shell) {
  Environment e;
  apply_shell(e, shell);
  return e;
}

std::string refused(const std::string& shell) {
  try {
    after(shell);
  } catch (const app::Unsupported& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("sysctls in every spelling reach the machine's settings") {
  for (const char* shell :
       {"sysctl -q net.ipv4.tcp_sack=0", "sysctl -q net/ipv4/tcp_sack=0",
        "../common/set_sysctls.py /proc/sys/net/ipv4/tcp_sack=0", "echo 0 > /proc/sys/net/ipv4/tcp_sack",
        "./defaults.sh\nsysctl -q net.ipv4.tcp_sack=0", "true && sysctl net.ipv4.tcp_sack=0; true"}) {
    INFO(shell);
    CHECK_FALSE(after(shell).settings.sack);
  }
  CHECK(after("sysctl -q net.ipv4.tcp_syn_retries=2 net.ipv4.tcp_ecn=1").settings.syn_retries == 2);
  CHECK(after("sysctl -q net.ipv4.tcp_ecn=1 # on").settings.ecn == tcp::EcnUse::ask);
  CHECK(after("./set_sysctls.py /proc/sys/net/ipv4/tcp_early_retrans=0 \\\n  /proc/sys/net/ipv4/tcp_dsack=0")
            .settings.dsack == false);
  CHECK(after("sysctl -q net.ipv4.tcp_congestion_control=reno").settings.congestion == "reno");
  CHECK(after("sysctl -q net.ipv4.tcp_rmem=\"4096 65536 131072\"").socket_settings().window_scale == 2);
  CHECK(after("tc qdisc replace dev tun0 root fq").paced);
  CHECK_FALSE(after("ethtool -K tun0 tso off gso off").tso);
}

TEST_CASE("what has no influence is passed by, anything else is named") {
  CHECK(refused("ip tcp_metrics flush all > /dev/null 2>&1\nsysctl -q net.ipv4.tcp_wmem=\"1 2 3\"") == "");
  CHECK(refused("/tmp/sysctl_restore_${PPID}.sh") == "");
  CHECK(refused("sysctl -q net.ipv4.tcp_mtu_probing=1") == "sysctl net.ipv4.tcp_mtu_probing=1");
  CHECK(refused("sysctl -q net.ipv4.tcp_unheard_of=1") == "sysctl net.ipv4.tcp_unheard_of=1");
  CHECK(refused("sysctl -q net.ipv4.tcp_congestion_control=bbr") == "sysctl net.ipv4.tcp_congestion_control=bbr");
  CHECK(refused("tc qdisc replace dev tun0 root pfifo limit 0") == "tc qdisc limit");
  CHECK(refused("iptables -A INPUT -j DROP") == "shell command iptables");
}

TEST_CASE("the scripts' options") {
  Environment e;
  apply_option(e, "ip_version", "ipv6");
  CHECK(e.socket_settings().mss == 1440);
  apply_option(e, "mtu", "9000");
  CHECK(e.socket_settings().mss == 8940);
  apply_option(e, "tolerance_usecs", "7000");
  CHECK(e.tolerance == 7'000'000'000);
  apply_option(e, "local_ip", "192.168.0.1");
  CHECK_THROWS_AS(apply_option(e, "so_filename", "x"), app::Unsupported);
  CHECK_THROWS_AS(apply_option(e, "tolerance_usecs", "many"), app::Unsupported);
}
