#include "transport/rc/retransmit/scheme.h"

namespace rocelab::rc {
namespace {

/// Starts over at the packet the receiver names, and sends everything behind it again.
class Sender : public SenderScheme {
  std::optional<Psn> nak(Psn expected, Psn, const SendWindow&, Ps) override { return expected; }
};

/// Drops what comes too early: no buffer, no bitmap.
class Receiver : public ReceiverScheme {
  Verdict early(Psn, Psn) override { return {}; }
};

}  // namespace

Scheme go_back_n() {
  return {"go_back_n",
          "after a NAK or a timeout, everything from the missing packet on is sent again",
          "IBTA vol. 1, 9.7.5.1.1 and 9.9.2; Guo et al., SIGCOMM'16",
          {},
          0,
          0,
          [](const SchemeValues&) -> std::unique_ptr<SenderScheme> { return std::make_unique<Sender>(); },
          [](const SchemeValues&) -> std::unique_ptr<ReceiverScheme> { return std::make_unique<Receiver>(); }};
}

}  // namespace rocelab::rc
