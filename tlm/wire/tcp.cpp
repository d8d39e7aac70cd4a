#include "tlm/wire/tcp.h"

#include "tlm/wire/octets.h"

namespace rocelab::wire {
namespace {

enum Kind : std::uint8_t {
  end = 0,
  nop = 1,
  mss_kind = 2,
  scale_kind = 3,
  sack_ok_kind = 4,
  sack_kind = 5,
  time_kind = 8
};

/// One option at `at` of `length` octets including kind and length. False when its length is not what the kind has.
bool read_option(std::uint8_t kind, const std::uint8_t* at, std::uint8_t length, TcpOptions& o) {
  switch (kind) {
    case mss_kind:
      if (length != 4) return false;
      o.mss = get16(at + 2);
      return true;
    case scale_kind:
      if (length != 3) return false;
      o.window_scale = at[2];
      return true;
    case sack_ok_kind:
      o.sack_permitted = true;
      return length == 2;
    case time_kind:
      if (length != 10) return false;
      o.timestamps = {get32(at + 2), get32(at + 6)};
      return true;
    case sack_kind:
      if (length < 10 || (length - 2) % 8 != 0 || length > 34) return false;
      o.sack_blocks = static_cast<std::uint8_t>((length - 2) / 8);
      for (std::uint8_t i = 0; i < o.sack_blocks; ++i) o.sack[i] = {get32(at + 2 + 8 * i), get32(at + 6 + 8 * i)};
      return true;
    default:
      return true;
  }
}

}  // namespace

std::uint32_t TcpOptions::size() const {
  std::uint32_t n = 0;
  if (mss) n += 4;
  if (sack_permitted) n += timestamps ? 2 : 4;  // shares the word with the timestamps' padding, as Linux lays it out
  if (timestamps) n += sack_permitted ? 10 : 12;
  if (window_scale) n += 4;
  if (sack_blocks) n += 4 + 8u * sack_blocks;
  return n;
}

void TcpHeader::encode(std::uint8_t* at) const {
  put16(at, source_port);
  put16(at + 2, destination_port);
  put32(at + 4, seq);
  put32(at + 8, ack);
  put8(at + 12, static_cast<std::uint8_t>(size() / 4 << 4));
  put8(at + 13, flags);
  put16(at + 14, window);
  put16(at + 16, checksum);
  put16(at + 18, urgent);

  // Linux's order: MSS, SACK permitted, timestamps, window scale; NOPs align each to a word.
  std::uint8_t* p = at + base_size;
  const auto put_octets = [&p](std::initializer_list<std::uint8_t> octets) {
    for (const std::uint8_t o : octets) *p++ = o;
  };
  if (options.mss) put_octets({mss_kind, 4}), put16(p, *options.mss), p += 2;
  if (options.sack_permitted && !options.timestamps) put_octets({nop, nop, sack_ok_kind, 2});
  if (options.timestamps) {
    if (options.sack_permitted) {
      put_octets({sack_ok_kind, 2, time_kind, 10});
    } else {
      put_octets({nop, nop, time_kind, 10});
    }
    put32(p, options.timestamps->value);
    put32(p + 4, options.timestamps->echo);
    p += 8;
  }
  if (options.window_scale) put_octets({nop, scale_kind, 3, *options.window_scale});
  if (options.sack_blocks) {
    put_octets({nop, nop, sack_kind, static_cast<std::uint8_t>(2 + 8 * options.sack_blocks)});
    for (std::uint8_t i = 0; i < options.sack_blocks; ++i, p += 8) {
      put32(p, options.sack[i].left);
      put32(p + 4, options.sack[i].right);
    }
  }
}

std::optional<TcpHeader> TcpHeader::decode(const std::uint8_t* at, std::uint32_t available, std::uint32_t& octets) {
  if (available < base_size) return std::nullopt;
  octets = static_cast<std::uint32_t>(at[12] >> 4) * 4;
  if (octets < base_size || octets > available) return std::nullopt;
  TcpHeader h{get16(at),      get16(at + 2),  get32(at + 4),
              get32(at + 8),  at[13],         get16(at + 14),
              get16(at + 16), get16(at + 18), {}};
  for (std::uint32_t i = base_size; i < octets && at[i] != end;) {
    if (at[i] == nop) {
      ++i;
      continue;
    }
    if (i + 1 >= octets || at[i + 1] < 2 || i + at[i + 1] > octets) return std::nullopt;
    if (!read_option(at[i], at + i, at[i + 1], h.options)) return std::nullopt;
    i += at[i + 1];
  }
  return h;
}

}  // namespace rocelab::wire
