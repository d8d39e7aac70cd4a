#pragma once
#include <string>
#include <tlm>
#include <vector>

#include "tlm/frame_sink.h"

/// Ethernet between modules: an own narrow interface bound through TLM-2.0 base sockets. Binding finds the FrameSink at
/// the far end once, at elaboration; a frame is then one virtual call from one plain class to the next.
namespace rocelab {

/// Forward: from the transmitting end to the receiving one.
class EthernetForward : public virtual sc_core::sc_interface {
 public:
  using protocol_types = Packet;
  /// Where frames go; the same object for the whole run.
  virtual FrameSink& sink() = 0;
};

/// Backward: nothing. Pause travels in frames of the other direction.
class EthernetBackward : public virtual sc_core::sc_interface {
 public:
  using protocol_types = Packet;
};

/// The transmitting end of one direction.
class EthernetInitiator : public tlm::tlm_base_initiator_socket<32, EthernetForward, EthernetBackward> {
 public:
  explicit EthernetInitiator(const char* name) : tlm_base_initiator_socket(name) { bind(backward_); }
  /// The far end; from end_of_elaboration on.
  FrameSink& peer() { return (*this)->sink(); }

  using tlm_base_initiator_socket::bind;

 private:
  EthernetBackward backward_;
};

/// The receiving end of one direction: frames go to `sink`, which outlives the run.
class EthernetTarget : public tlm::tlm_base_target_socket<32, EthernetForward, EthernetBackward> {
 public:
  EthernetTarget(const char* name, FrameSink& sink) : tlm_base_target_socket(name), forward_(sink) { bind(forward_); }

  using tlm_base_target_socket::bind;

 private:
  struct Forward : EthernetForward {
    explicit Forward(FrameSink& to) : to(to) {}
    FrameSink& sink() override { return to; }
    FrameSink& to;
  };
  Forward forward_;
};

/// Both directions of one plug. A module around it shows it by reference; there is no binding through a hierarchy.
struct EthernetPort {
  EthernetPort(const std::string& name, FrameSink& receives)
      : tx((name + "_tx").c_str()), rx((name + "_rx").c_str(), receives) {}

  EthernetInitiator tx;
  EthernetTarget rx;
};

/// Plugs one port into another.
inline void bind(EthernetPort& a, EthernetPort& b) {
  a.tx.bind(b.rx);
  b.tx.bind(a.rx);
}

/// A plug with nobody behind it, for unused ports and for tests: keeps what arrives and sends what it is told to.
class EthernetStub : public sc_core::sc_module, private FrameSink {
 public:
  struct Arrival {
    PacketPtr packet;
    Ps first_bit;
    Ps last_bit;
  };

  explicit EthernetStub(sc_core::sc_module_name name) : sc_module(name), port("port", *this) {}

  /// From end_of_elaboration on; `first_bit` is not in the past.
  void send(PacketPtr packet, Ps first_bit, Ps last_bit) {
    port.tx.peer().frame(std::move(packet), first_bit, last_bit);
  }
  const std::vector<Arrival>& arrivals() const { return arrivals_; }

  EthernetPort port;

 private:
  void frame(PacketPtr packet, Ps first_bit, Ps last_bit) override {
    arrivals_.push_back({std::move(packet), first_bit, last_bit});
  }

  std::vector<Arrival> arrivals_;
};

}  // namespace rocelab
