#include "hw/rnic/compressed_cqe.h"

#include <vector>

#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::rnic::abi;

namespace {

Cqe completion(std::uint32_t n) {
  Cqe c;
  c.wqe = 0x70010 + n, c.bytes = 1000 + n, c.message = 0x20040 + n, c.qp = Qpn{0x123456};
  return c;
}

}  // namespace

TEST_CASE("completions that share an entry come back as they were") {
  std::vector<Cqe> all;
  for (std::uint32_t n = 0; n < CompressedCqe::most; ++n) all.push_back(completion(n));
  std::uint8_t entry[cqe_bytes];
  CompressedCqe::encode(all, entry);
  REQUIRE(CompressedCqe::count(entry) == CompressedCqe::most);
  CHECK(Cqe::decode(entry).qp == Qpn{0x123456});
  for (std::uint32_t n = 0; n < CompressedCqe::most; ++n) {
    const Cqe c = CompressedCqe::decode(entry, n);
    CHECK(c.op == CqeOp::requester);
    CHECK(c.status == rc::Status::success);
    CHECK(c.wqe == 0x70010 + n);
    CHECK(c.bytes == 1000 + n);
    CHECK(c.message == 0x20040 + n);
    CHECK(c.qp == Qpn{0x123456});
  }
}

TEST_CASE("a plain entry is one completion, read as before") {
  std::uint8_t entry[cqe_bytes];
  Cqe c = completion(3);
  c.op = CqeOp::recv_imm, c.imm = 77;
  c.encode(entry);
  CHECK(CompressedCqe::count(entry) == 1);
  CHECK(CompressedCqe::decode(entry, 0).imm == 77);
  CHECK(CompressedCqe::decode(entry, 0).op == CqeOp::recv_imm);
}

TEST_CASE("only successes of one queue pair and kind that fit a mini entry share one") {
  const Cqe a = completion(0);
  CHECK(CompressedCqe::joins(a, completion(1)));
  const auto differs = [&](auto change) {
    Cqe b = completion(1);
    change(b);
    return CompressedCqe::joins(a, b);
  };
  CHECK_FALSE(differs([](Cqe& b) { b.qp = Qpn{1}; }));
  CHECK_FALSE(differs([](Cqe& b) { b.status = rc::Status::wr_flush_err; }));
  CHECK_FALSE(differs([](Cqe& b) { b.op = CqeOp::recv; }));
  CHECK_FALSE(differs([](Cqe& b) { b.op = CqeOp::recv_imm; }));
  CHECK_FALSE(differs([](Cqe& b) { b.wqe += 0x10000; }));
  CHECK_FALSE(differs([](Cqe& b) { b.message += 0x10000; }));
  Cqe failed = completion(0), datagram = completion(0);
  failed.status = rc::Status::loc_prot_err;
  CHECK_FALSE(CompressedCqe::joins(failed, completion(1)));
  datagram.grh = true;
  CHECK_FALSE(CompressedCqe::joins(datagram, completion(1)));
}
