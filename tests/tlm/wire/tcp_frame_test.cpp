#include "tlm/wire/tcp_frame.h"

#include <algorithm>

#include "support/catch.h"
#include "tlm/random.h"
#include "tlm/wire/ipv4.h"
#include "tlm/wire/vectors.h"

namespace rocelab::wire {
namespace {

TcpEnds ends_of(bool v6) {
  TcpEnds e;
  e.source_mac = 0x020000000001, e.destination_mac = 0x020000000002;
  e.source = v6 ? Gid{{0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}} : Gid::from_ipv4(0x0a000001);
  e.destination = v6 ? Gid{{0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}} : Gid::from_ipv4(0x0a000002);
  e.dscp = 10, e.ecn = Ecn::ect0;
  return e;
}

TcpHeader header() {
  TcpHeader h;
  h.source_port = 40000, h.destination_port = 5001;
  h.seq = 0x01020304, h.ack = 0x05060708, h.flags = tcp_ack | tcp_psh, h.window = 502;
  h.options.timestamps = {1000, 2000};
  return h;
}

test::Octets frame_of(const TcpEnds& ends, const TcpHeader& h, const test::Octets& payload) {
  test::Octets frame(tcp_headers_size(ends, h) + payload.size(), 0xee);
  const auto n = write_tcp_headers(frame.data(), ends, h, static_cast<std::uint32_t>(payload.size()), 77);
  REQUIRE(n == tcp_headers_size(ends, h));
  std::copy(payload.begin(), payload.end(), frame.begin() + n);
  write_tcp_checksum(frame.data(), static_cast<std::uint32_t>(frame.size()));
  return frame;
}

std::optional<TcpView> parse(const test::Octets& frame) {
  const test::Exact exact(frame.data(), frame.size());
  return TcpView::parse(exact.data(), exact.size());
}

/// RFC 1071 and 9293 by hand: pseudo header and segment as one list of octets.
std::uint16_t checksum_by_hand(const test::Octets& frame, const TcpView& v) {
  test::Octets sum_of(v.v6 ? &frame[22] : &frame[26], &frame[v.l4_offset]);
  const auto length = static_cast<std::uint32_t>(frame.size()) - v.l4_offset;
  for (const int shift : {24, 16, 8, 0}) sum_of.push_back(static_cast<std::uint8_t>(length >> shift));
  sum_of.insert(sum_of.end(), {0, 6});
  sum_of.insert(sum_of.end(), frame.begin() + v.l4_offset, frame.end());
  if (sum_of.size() % 2) sum_of.push_back(0);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < sum_of.size(); i += 2) sum += sum_of[i] << 8 | sum_of[i + 1];
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum);
}

}  // namespace

TEST_CASE("a TCP frame is read as it was written, with a right checksum") {
  Random random(2, "tcp_frame");
  for (const bool v6 : {false, true}) {
    for (const std::size_t length : {0, 1, 2, 3, 7, 64, 1447, 1448}) {
      INFO("IPv" << (v6 ? 6 : 4) << " payload " << length);
      test::Octets payload(length);
      std::generate(payload.begin(), payload.end(), [&] { return static_cast<std::uint8_t>(random.next()); });
      const TcpEnds ends = ends_of(v6);
      test::Octets frame = frame_of(ends, header(), payload);
      const auto v = parse(frame);
      REQUIRE(v);
      CHECK(v->v6 == v6);
      CHECK(v->ecn == Ecn::ect0);
      CHECK(v->source == ends.source);
      CHECK(v->destination == ends.destination);
      CHECK(v->header.seq == 0x01020304);
      CHECK(v->header.options.timestamps->echo == 2000);
      CHECK(v->payload_length == length);
      CHECK(test::Octets(frame.begin() + v->payload_offset, frame.end()) == payload);
      CHECK(tcp_checksum(frame.data(), *v) == 0);
      CHECK(checksum_by_hand(frame, *v) == 0);
      frame.back() ^= 0x10;
      CHECK(tcp_checksum(frame.data(), *v) != 0);
    }
  }
}

TEST_CASE("the checksum covers addresses, header and payload of a TCP frame") {
  for (const bool v6 : {false, true}) {
    const test::Octets frame = frame_of(ends_of(v6), header(), {1, 2, 3});
    const std::size_t addresses = v6 ? 22 : 26;
    for (std::size_t i = addresses; i < frame.size(); ++i) {
      test::Octets damaged = frame;
      damaged[i] ^= 0x04;
      if (!v6 && i < 34) put16(&damaged[24], 0), put16(&damaged[24], Ipv4Header::checksum_of(&damaged[14]));
      const auto v = parse(damaged);
      INFO("IPv" << (v6 ? 6 : 4) << " octet " << i);
      if (v) CHECK(tcp_checksum(damaged.data(), *v) != 0);
    }
  }
}

TEST_CASE("padding behind a short TCP frame is no payload") {
  test::Octets frame = frame_of(ends_of(false),
                                [] {
                                  TcpHeader h = header();
                                  h.options.timestamps.reset();
                                  return h;
                                }(),
                                {});
  frame.resize(60, 0xcc);
  const auto v = parse(frame);
  REQUIRE(v);
  CHECK(v->payload_length == 0);
  CHECK(tcp_checksum(frame.data(), *v) == 0);
}

TEST_CASE("a TCP frame cut anywhere is refused without reading past its end") {
  for (const bool v6 : {false, true}) {
    const test::Octets frame = frame_of(ends_of(v6), header(), {1, 2, 3, 4, 5});
    for (std::size_t n = 0; n < frame.size(); ++n) {
      CHECK_FALSE(parse(test::Octets(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(n))));
    }
  }
}

TEST_CASE("what is not TCP over IP is refused") {
  const auto changed = [](bool v6, std::size_t at, std::uint8_t octet) {
    test::Octets frame = frame_of(ends_of(v6), header(), {1});
    frame[at] = octet;
    if (!v6) put16(&frame[24], 0), put16(&frame[24], Ipv4Header::checksum_of(&frame[14]));
    return parse(frame).has_value();
  };
  CHECK(changed(false, 12, 0x08));
  CHECK_FALSE(changed(false, 12, 0x09));
  CHECK_FALSE(changed(false, 14, 0x46));
  CHECK_FALSE(changed(false, 20, 0x20));
  CHECK_FALSE(changed(false, 23, 17));
  CHECK_FALSE(changed(false, 17, 10));
  CHECK_FALSE(changed(true, 14, 0x40));
  CHECK_FALSE(changed(true, 20, 17));
  test::Octets frame = frame_of(ends_of(false), header(), {1});
  frame[24] ^= 1;
  CHECK_FALSE(parse(frame));
}

TEST_CASE("random damage never makes a TCP view that reaches past the frame") {
  Random random(13, "tcp_view");
  std::uint64_t sum = 0;
  for (int round = 0; round < 10'000; ++round) {
    test::Octets frame = frame_of(ends_of(round % 2), header(), {1, 2, 3, 4, 5, 6, 7});
    for (std::uint64_t hits = 1 + random.below(3); hits > 0; --hits) {
      frame[random.below(frame.size())] = static_cast<std::uint8_t>(random.next());
    }
    if (round % 2 == 0) put16(&frame[24], 0), put16(&frame[24], Ipv4Header::checksum_of(&frame[14]));
    const test::Exact exact(frame.data(), frame.size());
    const auto v = TcpView::parse(exact.data(), exact.size());
    if (!v) continue;
    sum += tcp_checksum(exact.data(), *v);
    REQUIRE(v->payload_offset + v->payload_length <= exact.size());
  }
  CHECK(sum > 0);
}

}  // namespace rocelab::wire
