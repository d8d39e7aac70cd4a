#include "tlm/probe.h"

#include "support/catch.h"

using namespace rocelab;

namespace {

struct Ear : FactSink {
  explicit Ear(FactSet wanted) : wanted(wanted) {}
  FactSet reads() const override { return wanted; }
  void on_change(const Change&, Ps) override { ++changes; }
  void on_count(const Count&) override { ++counts; }
  void on_window(const Window&) override { ++windows; }

  FactSet wanted;
  int changes = 0, counts = 0, windows = 0;
};

}  // namespace

TEST_CASE("a fact goes to the sinks that read its kind and to no other") {
  Timeline timeline;
  Probe probe(timeline);
  Ear numbers(FactSet{} | FactKind::count), all(FactSet::all());
  probe.attach(numbers);
  CHECK_FALSE(probe.reads(FactKind::change));
  probe.attach(all);
  CHECK(probe.reads(FactKind::change));

  const SignalId row = probe.declare({"scope", "row"});
  constexpr Counter counter{"something"};
  probe.change(row, 1);
  probe.count(counter, Tag{});
  probe.window(LaneId{0}, true);
  CHECK(numbers.changes == 0);
  CHECK(all.changes == 1);
  CHECK(numbers.counts == 1);
  CHECK(all.counts == 1);
  CHECK(numbers.windows == 1);  // windows are for everybody
}
