#pragma once
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "tlm/frame_sink.h"
#include "tlm/packet_pool.h"
#include "tlm/probe.h"

/// What every test of the fabric stands on: time, packets, an ear at the probe and a wall that frames run into.
namespace rocelab::fabric {

struct Arrival {
  PacketPtr packet;
  Ps first_bit;
  Ps last_bit;
  Ps called_at;
};

struct Wall : FrameSink {
  explicit Wall(Timeline& timeline) : timeline(timeline) {}
  void frame(PacketPtr packet, Ps first_bit, Ps last_bit) override {
    arrivals.push_back({std::move(packet), first_bit, last_bit, timeline.now()});
  }
  Timeline& timeline;
  std::vector<Arrival> arrivals;
};

struct Ear : FactSink {
  void on_declare(SignalId id, const SignalDecl& decl) override { signals[decl.scope + "." + decl.name] = id; }
  void on_change(const Change& c, Ps now) override {
    in_the_past += c.t < now;
    changes.push_back(c);
  }
  void on_span(const Span& s, Ps now) override {
    in_the_past += s.begin < now;
    spans.push_back(s);
  }
  void on_count(const Count& c) override { counts[std::string(c.counter->id)] += c.n; }
  void on_frame(const FrameSeen& f) override { frames.push_back(f); }

  std::map<std::string, SignalId> signals;
  std::map<std::string, std::uint64_t> counts;
  std::vector<Change> changes;
  std::vector<Span> spans;
  std::vector<FrameSeen> frames;
  unsigned in_the_past = 0;
};

struct Bench {
  PacketPool pool;
  Timeline timeline;
  Probe probe{timeline};
  Ear ear;

  Bench() { probe.attach(ear); }

  /// A frame of `length` octets (FCS not counted) to `mac`, filled with a pattern; all of it counts as payload.
  PacketPtr plain(std::uint32_t length, std::uint64_t mac = 1) {
    PacketPtr p = pool.make(length);
    p->length = p->payload = length;
    for (std::uint32_t i = 0; i < length; ++i) p->data[i] = static_cast<std::uint8_t>(i * 7);
    for (unsigned i = 0; i < 6; ++i) p->data[i] = static_cast<std::uint8_t>(mac >> (40 - 8 * i));
    p->data[12] = 0x88;  // an ethertype for experiments (802.1), so that nobody looks for IP
    p->data[13] = 0xb5;
    return p;
  }

  /// An IPv4 frame of this protocol up to the transport header.
  PacketPtr ipv4(std::uint32_t length, std::uint8_t protocol) {
    PacketPtr p = plain(length);
    p->data[12] = 0x08;
    p->data[13] = 0x00;
    p->data[14] = 0x45;
    p->data[20] = p->data[21] = 0;
    p->data[23] = protocol;
    return p;
  }

  PacketPtr roce(std::uint32_t psn, std::uint32_t qpn = 17, std::uint32_t length = 1100) {
    PacketPtr p = ipv4(length, 17);
    write(*p, 36, 4791, 2);
    write(*p, 42 + 5, qpn, 3);
    write(*p, 42 + 9, psn, 3);
    return p;
  }

  PacketPtr tcp(std::uint32_t sequence, std::uint32_t length = 1100) {
    PacketPtr p = ipv4(length, 6);
    write(*p, 34 + 4, sequence, 4);
    return p;
  }

  static void write(Packet& p, std::uint32_t at, std::uint32_t value, unsigned octets) {
    for (unsigned i = 0; i < octets; ++i) p.data[at + i] = static_cast<std::uint8_t>(value >> (8 * (octets - 1 - i)));
  }
};

}  // namespace rocelab::fabric
