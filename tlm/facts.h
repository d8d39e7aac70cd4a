#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tlm/ids.h"
#include "tlm/packet.h"
#include "tlm/units.h"

/// What modules report. A fact says what happened, where and when; never what to think of it.
/// Stages, counters and moments are open sets: each is one constexpr object declared beside the model that reports
/// it and known to readers by its `id`, so a new path adds its own without touching another file.
namespace rocelab {

/// Which part of a machine is occupied. `cpu` is the kernel or a copy; the application's own code is `app`.
enum class Unit : std::uint8_t { app, cpu, dma, nic, wire, switching };

/// One step of a path, as the lesson numbers them ("tcp.2", "rdma.doorbell").
struct Stage {
  std::string_view id;
  Unit unit;
  std::string_view word;  // shown in the waveform while the stage is busy; ASCII, no spaces
};

/// Something counted, e.g. "syscalls"; the id is the key in summary.json.
struct Counter {
  std::string_view id;
};

/// Something worth telling, e.g. "rdma.doorbell_rung"; lessons/ finds the words.
struct MomentKind {
  std::string_view id;
};

/// A stage was busy from `begin` to `end` for somebody.
struct Span {
  const Stage* stage;
  Tag tag;
  Ps begin;
  Ps end;
  std::uint64_t bytes;
};

/// What a core did: every picosecond of it stands under one heading, idle is the rest.
enum class Book : std::uint8_t { user, syscall, copy, stack, interrupt, softirq, scheduling };
inline constexpr std::size_t book_count = 7;
inline constexpr std::string_view book_names[book_count]{"user",      "syscall", "copy",      "stack",
                                                         "interrupt", "softirq", "scheduling"};

struct CoreTime {
  CoreId core;
  Book book;
  Tag tag;
  Ps begin;
  Ps end;
};

/// Octets moved through a host's memory.
enum class Mover : std::uint8_t { cpu_copy, dma_read, dma_write };
struct Move {
  Mover mover;
  Tag tag;
  std::uint64_t bytes;
  bool payload;  // application bytes, not headers, descriptors, WQEs or CQEs
  Ps t;
};

struct Count {
  const Counter* counter;
  Tag tag;
  std::uint64_t n;
  Ps t;
};

struct Moment {
  const MomentKind* kind;
  Tag tag;
  Ps t;
  std::vector<std::pair<std::string_view, std::uint64_t>> values;  // named, for the narrator's words
};

/// A frame passed a NIC port.
struct FrameSeen {
  PortId port;
  bool sent;  // else received
  Ps first_bit;
  Ps last_bit;
  PacketPtr packet;
};

/// A lane's measured window opened (at the common t0) or closed.
struct Window {
  LaneId lane;
  bool open;
  Ps t;
};

/// A row of the waveform.
struct SignalDecl {
  enum class Kind : std::uint8_t { bits, state, event, text };
  std::string scope;  // dotted, e.g. "rdma.local.qp17"
  std::string name;   // e.g. "epsn"
  Kind kind = Kind::bits;
  unsigned width = 1;
  std::vector<std::string> words = {};  // state: word of value i; ASCII, no spaces
  Unit unit = Unit::nic;                // colour
};
using SignalId = Id<struct SignalName, std::uint32_t>;

struct Change {
  SignalId signal;
  std::uint64_t value;
  Ps t;
};

}  // namespace rocelab
