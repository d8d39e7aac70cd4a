#pragma once
#include <optional>
#include <string>

#include "host/memory/traffic.h"
#include "host/os/costs.h"
#include "host/os/steering.h"
#include "hw/pcie/profile.h"
#include "scenarios/config/core_settings.h"
#include "scenarios/config/fabric_settings.h"
#include "scenarios/config/fault_settings.h"
#include "tlm/units.h"

namespace rocelab::scenarios {

/// One lane's keys with their types: what modules are constructed from. Nothing reads a Config after this.
struct LaneSettings {
  std::string name;
  std::string path;
  std::string operation;
  std::string application;
  struct {
    std::uint64_t size;
    std::uint64_t count;
    std::uint64_t inflight;
    bool inflight_given;  // somebody wrote it: without that a stream over TCP is limited by the socket buffer alone
  } message;
  struct {
    Rate rate;
    std::uint32_t mtu;
    Ps rtt;
    bool has_switch;
    bool cut_through;
    unsigned ip;
    double loss;
    bool loss_spares_nak_resend;
    double corruption;
    bool lossless;
    std::uint32_t probe_frame;
    std::vector<FaultSettings> faults;
  } network;
  FabricSettings fabric;
  struct {
    std::uint32_t mtu;
    bool tso;
    bool gro;
    bool checksum_offload;
    std::string congestion;
    std::uint64_t send_buffer;
    std::uint64_t receive_buffer;
    std::uint32_t connections;
    std::string reader;
    Ps reader_busy;  // before its first read()
  } tcp;
  struct {
    double share;  // of the first core: what another program wants
    bool at_local, at_peer;
    Ps time_slice;
  } neighbour;
  struct {
    unsigned queues;
    host::Steering steering;
    Ps moderation;
    std::uint32_t moderation_frames;
    bool adaptive_moderation;
    std::string profile;
    std::optional<std::uint32_t> qp_cache, mtt_cache, peer_mtt_cache, mtt_line;  // nothing: as the profile says
    std::uint32_t rx_buffer;
    bool cqe_compression;
  } nic;
  CoreSettings cores;
  host::KernelCosts kernel;
  pcie::Profile pcie;
  host::MemoryProfile memory;
  struct {
    bool registered;
    std::string registration;
    bool huge_pages;
    bool sleeps;
    bool managed;
    std::string qp_state;
    std::string scheme;
    bool inline_data;
    std::string blueflame;
    std::string mistake;
    std::uint8_t timeout;
    std::uint8_t retry_cnt;
    std::uint8_t rnr_retry;
    std::uint8_t min_rnr_timer;
    std::uint8_t max_rd_atomic;
    std::uint8_t max_dest_rd_atomic;
    Ps receive_delay;
    std::string receive_state;
    std::uint32_t connections;
    bool random_turn;
  } rdma;
  struct {
    bool mr_check_in_rtl;
  } engine;
  Ps limit;

  /// Octets that a TCP connection may have without an acknowledgement because of message.inflight. Nothing: the socket
  /// buffer is the limit, or the application counts its answers.
  std::optional<std::uint64_t> window() const;

  /// Rows of the NIC's caches and buffer are for scenarios about them: elsewhere they would stand still.
  bool shows_resources() const {
    return path == "rdma" &&
           (rdma.connections > 1 || nic.qp_cache || nic.mtt_cache || nic.peer_mtt_cache || nic.rx_buffer > 0);
  }
};

/// What an application asks of the keys of its lane (application_settings.cpp).
void check_application(const LaneSettings&);
[[noreturn]] void contradiction(const LaneSettings&, const std::string& what);

/// Throws InputError where two keys contradict each other.
LaneSettings resolve(const Config&, const std::string& lane);
/// The same of every lane, for what it throws.
void check_lanes(const Config&);

}  // namespace rocelab::scenarios
