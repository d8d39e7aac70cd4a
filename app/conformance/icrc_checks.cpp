#include "app/conformance/icrc_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "app/conformance/icrc_frame.h"
#include "tlm/wire/icrc.h"

namespace rocelab::app {
namespace {

using Json = nlohmann::json;

const Json& member(const Json& object, const char* key) {
  const auto it = object.find(key);
  if (it == object.end()) throw Failure(fmt::format("{}: missing", key));
  return *it;
}

/// 802.1Q and 802.1ad tags stand before the type; the wire formats know frames without.
void untag(std::string& frame) {
  constexpr std::size_t type_at = 12, tag_size = 4;
  const auto tagged = [&] {
    if (frame.size() < type_at + tag_size + 2) return false;
    const auto type = wire::get16(reinterpret_cast<const std::uint8_t*>(frame.data()) + type_at);
    return type == 0x8100 || type == 0x88a8;
  };
  while (tagged()) frame.erase(type_at, tag_size);
}

/// The frame of `hex`, with its ICRC as something received.
PacketPtr frame_of(const Json& object, PacketPool& pool) {
  const Json& hex = member(object, "hex");
  auto octets = hex.is_string() ? octets_of_hex(hex.get_ref<const std::string&>()) : std::nullopt;
  if (!octets) throw Failure("hex: wanted two hex digits an octet, got something else");
  untag(*octets);
  if (octets->size() > PacketPool::max_octets) throw Failure("hex: longer than any frame");
  PacketPtr p = pool.make(static_cast<std::uint32_t>(octets->size()));
  p->length = static_cast<std::uint32_t>(octets->size());
  std::memcpy(p->data, octets->data(), octets->size());
  p->icrc = Icrc::written;
  return p;
}

std::string last_octets(const Packet& p) {
  return std::string(reinterpret_cast<const char*>(p.data + p.length - wire::icrc_size), wire::icrc_size);
}

void compare(const Field& got, const Json& wanted, const std::string& where) {
  if (const auto d = difference(got, wanted)) throw Failure(fmt::format("{}: {}", where, *d));
}

/// The listed ICRC against the one computed, in both ways of writing it, and the frame's own octets.
void check_icrc(const Json& vector, const Packet& frame, PacketPool& pool) {
  const PacketPtr p = pool.clone(frame);
  p->icrc = Icrc::pending;
  wire::write_icrc(*p);
  const std::string computed = last_octets(*p);
  compare({"", Field::Kind::octets, 0, computed}, member(vector, "icrc_wire_bytes"), "icrc_wire_bytes");
  if (const auto it = vector.find("icrc_as_le_u32"); it != vector.end()) {
    std::uint64_t little = 0;
    for (int i = 3; i >= 0; --i) little = little << 8 | static_cast<unsigned char>(computed[static_cast<unsigned>(i)]);
    compare({"", Field::Kind::number, little}, *it, "icrc_as_le_u32");
  }
  if (!wire::icrc_ok(frame)) {
    throw Failure(fmt::format("ICRC in hex: wanted {}, got {}", hex_of(computed), hex_of(last_octets(frame))));
  }
}

void check_fields(const Json& vector, const char* group, const Fields& decoded) {
  const auto listed = vector.find(group);
  if (listed == vector.end()) return;
  if (!listed->is_object()) throw Failure(fmt::format("{}: wanted an object, got {}", group, listed->type_name()));
  for (const auto& [name, wanted] : listed->items()) {
    const std::string where = fmt::format("{}.{}", group, name);
    const Field* got = nullptr;
    for (const Field& f : decoded) {
      if (f.name == name) got = &f;
    }
    if (!got) throw Failure(fmt::format("{}: wanted {}, got none: the frame has no such field", where, wanted.dump()));
    compare(*got, wanted, where);
  }
}

void check_encoding(const Packet& frame, const wire::RoceView& view) {
  const std::string again = encoded_again(view);
  const std::string_view sent(reinterpret_cast<const char*>(frame.data), frame.length - wire::icrc_size);
  if (again.size() != sent.size()) {
    throw Failure(fmt::format("encoded length: wanted {}, got {}", sent.size(), again.size()));
  }
  for (std::size_t i = 0; i < sent.size(); ++i) {
    if (again[i] == sent[i]) continue;
    throw Failure(fmt::format("encoded octet {}: wanted {}, got {}", i, hex_of(sent.substr(i, 1)),
                              hex_of(std::string_view(again).substr(i, 1))));
  }
}

const Json* vector_named(const Json& vectors, const Json& name) {
  for (const Json& v : vectors) {
    if (v.is_object() && v.value("name", Json()) == name) return &v;
  }
  return nullptr;
}

/// The base of a mutation may be in another document.
void check_against_base(const Json& mutation, const Packet& frame, const Json& vectors, PacketPool& pool) {
  const auto name = mutation.find("base"), offset = mutation.find("ip_byte_offset");
  if (name == mutation.end() || offset == mutation.end()) return;
  const Json* base = vector_named(vectors, *name);
  if (!base) return;
  const PacketPtr original = frame_of(*base, pool);
  const auto at = number_of(*offset);
  const std::uint32_t octets = std::min(original->length, frame.length);
  if (!at || *at >= octets || *at + wire::EthernetHeader::size >= octets) {
    throw Failure(fmt::format("ip_byte_offset: wanted {}, got a frame of {} octets", offset->dump(), octets));
  }
  if (original->data[*at + wire::EthernetHeader::size] == frame.data[*at + wire::EthernetHeader::size]) {
    throw Failure(fmt::format("ip_byte_offset: wanted a change at {}, got the octet of the base", *at));
  }
}

}  // namespace

void check_vector(const Json& vector, PacketPool& pool) {
  if (const auto level = vector.find("level"); level != vector.end()) {
    if (!level->is_string() || level->get_ref<const std::string&>().rfind("ethernet", 0) != 0) {
      throw Unsupported(fmt::format("level {} is not ethernet", level->dump()));
    }
  }
  const PacketPtr frame = frame_of(vector, pool);
  const auto view = wire::RoceView::parse(*frame);
  if (!view) throw Failure(fmt::format("hex: wanted a RoCEv2 frame, got: {}", wire::name(view.error)));
  check_icrc(vector, *frame, pool);
  check_fields(vector, "l3", l3_fields(view));
  check_fields(vector, "udp", udp_fields(view));
  check_fields(vector, "ib", ib_fields(view));
  check_encoding(*frame, view);
}

void check_mutation(const Json& mutation, const Json& vectors, PacketPool& pool) {
  const PacketPtr frame = frame_of(mutation, pool);
  const Json& wanted = member(mutation, "icrc_still_valid");
  const bool valid = wire::icrc_ok(*frame);
  if (wanted != valid) throw Failure(fmt::format("icrc_still_valid: wanted {}, got {}", wanted.dump(), valid));
  check_against_base(mutation, *frame, vectors, pool);
}

}  // namespace rocelab::app
