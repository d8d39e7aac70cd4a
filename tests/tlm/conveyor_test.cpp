#include "tlm/conveyor.h"

#include <string>

#include "support/catch.h"

using namespace rocelab;

namespace {

/// Writes down what arrives, and when.
struct Station {
  explicit Station(Timeline& timeline) : timeline(timeline) {}
  void arrive(char& name) { seen += name + std::to_string(timeline.now()) + " "; }

  Timeline& timeline;
  std::string seen;
  Conveyor<Station, char, &Station::arrive> belt{timeline, *this};
};

}  // namespace

TEST_CASE("things on a conveyor arrive at their times, one pending event at a time") {
  Timeline t;
  Station s(t);
  for (const char c : {'a', 'b', 'c'}) s.belt.send(10 * (c - 'a' + 1), char{c});
  t.run_while_busy();
  CHECK(s.seen == "a10 b20 c30 ");
  CHECK(t.steps() == 3);
}

TEST_CASE("a thing on a conveyor keeps its place among actions of equal time") {
  Timeline t;
  Station s(t);
  s.belt.send(10, 'a');
  s.belt.send(20, 'b');
  t.at(20, [&] { s.seen += "between "; });
  s.belt.send(20, 'c');
  t.run_while_busy();
  CHECK(s.seen == "a10 b20 between c20 ");
}

TEST_CASE("a thing that is due before others overtakes them on the conveyor") {
  Timeline t;
  Station s(t);
  s.belt.send(20, 'a');
  s.belt.send(40, 'b');
  s.belt.send(10, 'c');
  s.belt.send(15, 'd');
  s.belt.send(20, 'e');
  t.run_while_busy();
  CHECK(s.seen == "c10 d15 a20 e20 b40 ");
}

TEST_CASE("an action that schedules nothing leaves the others in order") {
  Timeline t;
  std::string seen;
  for (const int n : {5, 3, 9, 1, 7}) t.at(n, [&seen, n] { seen += std::to_string(n); });
  t.run_until(3);
  t.at(4, [&] {
    seen += "4";
    t.at(8, [&] { seen += "8"; });
    t.at(6, [&] { seen += "6"; });
  });
  t.run_while_busy();
  CHECK(seen == "13456789");
}
