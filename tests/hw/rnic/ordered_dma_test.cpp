#include "hw/rnic/ordered_dma.h"

#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::rnic;

namespace {

constexpr CacheFacts facts{{"hits"}, {"misses"}, {"evictions"}, {"fetch", Unit::dma, "fetch"}, {"absent"}, "key"};

struct Memory : MemoryPort {
  explicit Memory(Timeline& t) : timeline(t) {}
  void read(BusAddr, std::uint8_t*, std::uint32_t, Tag, Action done) override { timeline.after(100, std::move(done)); }
  void write(BusAddr, const std::uint8_t*, std::uint32_t, Tag, Action) override {}
  Timeline& timeline;
};

struct Bench {
  void move(std::uint32_t qp, std::vector<protection::Piece> pieces, int who) {
    dma.in_order(Qpn{qp}, pieces, Tag{}, [this, who] { went.emplace_back(who, timeline.now()); });
  }
  static protection::Piece page(BusAddr n, std::uint32_t bytes = 8) { return {n << OrderedDma::page_bits, bytes}; }

  Timeline timeline;
  Probe probe{timeline};
  PacketPool pool;
  Memory memory{timeline};
  CachedTable pages{{timeline, probe, pool, memory}, facts, {{4, 0}, 8, 1, 0}};
  OrderedDma dma{pages, 1};
  std::vector<std::pair<int, Ps>> went;
};

}  // namespace

TEST_CASE("what comes behind a move that waits does not pass it, and other queue pairs go on") {
  Bench b;
  b.pages.install(2);
  b.move(1, {Bench::page(1)}, 10);
  b.move(1, {Bench::page(2)}, 11);
  b.move(1, {}, 12);
  b.move(5, {Bench::page(2)}, 50);
  CHECK(b.dma.waits(Qpn{1}));
  CHECK_FALSE(b.dma.waits(Qpn{5}));
  b.timeline.run_while_busy();
  CHECK(b.went == std::vector<std::pair<int, Ps>>{{50, 0}, {10, 100}, {11, 100}, {12, 100}});
  CHECK_FALSE(b.dma.waits(Qpn{1}));
}

TEST_CASE("a move over several pages waits for all of them") {
  Bench b;
  b.move(1, {Bench::page(1, 3 * 4096)}, 10);
  b.timeline.run_while_busy();
  CHECK(b.went == std::vector<std::pair<int, Ps>>{{10, 300}});
}

TEST_CASE("a move that asks for another one puts it behind those that wait") {
  Bench b;
  b.dma.in_order(Qpn{1}, {Bench::page(1)}, Tag{}, [&b] { b.move(1, {}, 12); });
  b.move(1, {}, 11);
  b.timeline.run_while_busy();
  CHECK(b.went == std::vector<std::pair<int, Ps>>{{11, 100}, {12, 100}});
}

TEST_CASE("pages of one line are read together") {
  Bench b;
  OrderedDma lines(b.pages, 8);
  std::vector<Ps> went;
  for (const BusAddr first : {16u, 20u, 24u})
    lines.in_order(Qpn{1}, {Bench::page(first, 4 * 4096)}, Tag{}, [&] { went.push_back(b.timeline.now()); });
  b.timeline.run_while_busy();
  CHECK(went == std::vector<Ps>{100, 100, 200});
}
