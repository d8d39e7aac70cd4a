#include "transport/rc/retransmit/scheme.h"

namespace rocelab::rc {
namespace {

/// Starts the whole message again. Acknowledgements count whole messages only: one inside a message would promise
/// octets that the receiver is about to forget.
class Sender : public SenderScheme {
  std::optional<Psn> nak(Psn expected, Psn, const SendWindow&, Ps) override { return expected; }
  bool whole_messages() const override { return true; }
};

/// Forgets the message it was in and names its first packet.
class Receiver : public ReceiverScheme {
  Verdict early(Psn, Psn) override {
    Verdict v;
    v.restart_message = true;
    return v;
  }
  bool whole_messages() const override { return true; }
};

}  // namespace

Scheme go_back_0() {
  return {"go_back_0",
          "after a loss the message is sent again from its first packet",
          "Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM'16: the livelock of early RoCE NICs",
          {},
          24,  // first PSN of the open message
          24,
          [](const SchemeValues&) -> std::unique_ptr<SenderScheme> { return std::make_unique<Sender>(); },
          [](const SchemeValues&) -> std::unique_ptr<ReceiverScheme> { return std::make_unique<Receiver>(); }};
}

}  // namespace rocelab::rc
