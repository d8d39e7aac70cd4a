#include "transport/rc/retransmit/scheme.h"

namespace rocelab::rc {
namespace {

/// Hears no NAK: only its timer tells it of a loss.
class Sender : public SenderScheme {
  std::optional<Psn> nak(Psn, Psn, const SendWindow&, Ps) override { return std::nullopt; }
  bool nak_costs_retry() const override { return false; }
};

class Receiver : public ReceiverScheme {
  Verdict early(Psn, Psn) override {
    Verdict v;
    v.nak = false;
    return v;
  }
};

}  // namespace

Scheme timeout_only() {
  return {"timeout_only",
          "no NAK: after the ACK timeout everything not acknowledged is sent again",
          "IBTA vol. 1, 9.9.2.1.1 without 9.7.5.2.8; what is left of go-back-N when NAKs are lost",
          {},
          0,
          0,
          [](const SchemeValues&) -> std::unique_ptr<SenderScheme> { return std::make_unique<Sender>(); },
          [](const SchemeValues&) -> std::unique_ptr<ReceiverScheme> { return std::make_unique<Receiver>(); }};
}

}  // namespace rocelab::rc
