#pragma once
#include "tlm/packet_pool.h"
#include "tlm/wire/roce_frame.h"

namespace rocelab::rc::test {

/// Hand-made packets for the tests of one half of a connection.
struct Frames {
  PacketPool pool;
  wire::RoceTemplate frames{ends()};

  static wire::RoceTemplate::Ends ends() {
    wire::RoceTemplate::Ends e;
    e.source = wire::Gid::from_ipv4(0x0a000001);
    e.destination = wire::Gid::from_ipv4(0x0a000002);
    return e;
  }
  /// `payload` octets of the value `fill`; `extend` writes the extension headers.
  template <class Extend>
  PacketPtr make(const wire::Bth& bth, std::uint32_t payload, std::uint8_t fill, Extend extend) {
    PacketPtr p = pool.make(frames.frame_size(bth.opcode, payload));
    extend(frames.write(*p, bth, payload));
    for (std::uint32_t i = 0; i < payload; ++i) p->data[frames.header_size(bth.opcode) + i] = fill;
    return p;
  }
};

}  // namespace rocelab::rc::test
