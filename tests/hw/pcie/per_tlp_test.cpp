#include <algorithm>
#include <map>

#include "hw/pcie/bench.h"
#include "hw/pcie/per_tlp/credit_pool.h"
#include "hw/pcie/per_tlp/direction.h"
#include "hw/pcie/per_tlp/tag_pool.h"
#include "support/catch.h"
#include "tlm/random.h"

using namespace rocelab;
using namespace rocelab::pcie;

namespace {

/// Least and most of every row.
struct Extremes : FactSink {
  void on_declare(SignalId id, const SignalDecl& decl) override { names[id.value] = decl.name; }
  void on_change(const Change& c, Ps) override {
    const auto [it, first] = seen.emplace(names.at(c.signal.value), std::pair(c.value, c.value));
    it->second = {std::min(it->second.first, c.value), std::max(it->second.second, c.value)};
    (void)first;
  }
  std::map<std::uint32_t, std::string> names;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> seen;
};

/// Reads and writes of random place and size, each writer in a part of memory of its own, so that what a read has to
/// find is known: what was written there before it was asked for.
class Play {
 public:
  Play(std::uint64_t seed, const Profile& profile, FactSink* sink)
      : random_(seed, "pcie.play"), bench_(profile, parts * part, sink), expected_(parts * part) {}

  void run(unsigned requests) {
    for (unsigned i = 0; i < requests; ++i) bench_.timeline.at(random_.below(200'000'000), [this] { ask(); });
    bench_.timeline.run_while_busy();
  }
  unsigned finished = 0, wrong = 0;
  bool memory_is_right() const { return bench_.bus.octets == expected_; }

 private:
  static constexpr std::uint64_t parts = 8, part = 32768;
  struct Buffer {
    std::vector<std::uint8_t> octets, want;
  };

  void ask() {
    const auto bytes = static_cast<std::uint32_t>(1 + random_.below(random_.chance(0.2) ? 6000 : 600));
    const std::uint64_t p = random_.below(parts);
    const BusAddr at = p * part + random_.below(part - bytes);
    auto buffer = std::make_shared<Buffer>();
    buffer->octets.resize(bytes);
    if (random_.chance(0.5)) {
      // Nobody reads what is being written: a read may find either. Writes of one part stand in the order of calls.
      if (reading_[p] > 0) return;
      for (auto& b : buffer->octets) b = static_cast<std::uint8_t>(random_.next());
      std::copy(buffer->octets.begin(), buffer->octets.end(), expected_.begin() + static_cast<std::ptrdiff_t>(at));
      bench_.slot->write(at, buffer->octets.data(), bytes, {}, [this, buffer] { ++finished; });
    } else {
      ++reading_[p];
      const auto begin = expected_.begin() + static_cast<std::ptrdiff_t>(at);
      buffer->want.assign(begin, begin + bytes);
      bench_.slot->read(at, buffer->octets.data(), bytes, {}, [this, buffer, p] {
        ++finished;
        --reading_[p];
        wrong += buffer->octets != buffer->want;
      });
    }
    ++asked;
  }

 public:
  unsigned asked = 0;

 private:
  Random random_;
  test::Bench bench_;
  std::vector<std::uint8_t> expected_;
  unsigned reading_[parts]{};
};

}  // namespace

TEST_CASE("random traffic keeps credits, tags and ordering, and every octet, in both models") {
  unsigned without_tags = 0, without_headers = 0, without_data = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed, "pcie.profile");
    Profile p;
    p.link = {1 + static_cast<unsigned>(random.below(5)), 1u << random.below(5)};
    p.limits = {128u << random.below(3), 128u << random.below(4), 64u << random.below(2)};
    p.tags = 1 + static_cast<std::uint32_t>(random.below(20));
    p.posted = {1 + static_cast<std::uint32_t>(random.below(8)), 40 + static_cast<std::uint32_t>(random.below(40))};
    p.non_posted = {1 + static_cast<std::uint32_t>(random.below(4)), 0};
    p.completion = {2 + static_cast<std::uint32_t>(random.below(4)), 64};
    for (const Model model : {Model::closed_form, Model::per_tlp}) {
      INFO("seed " << seed << ", " << test::name(model));
      p.model = model;
      Extremes rows;
      Play play(seed, p, &rows);
      play.run(2000);
      CHECK(play.finished == play.asked);
      CHECK(play.asked > 500);
      CHECK(play.wrong == 0);
      CHECK(play.memory_is_right());
      CHECK(rows.seen.at("tags_used").second <= p.tags);
      if (model == Model::closed_form) continue;
      CHECK(rows.seen.at("posted_headers_left").second <= p.posted.header);
      CHECK(rows.seen.at("posted_data_left").second <= p.posted.data);
      CHECK(rows.seen.at("read_headers_left").second <= p.non_posted.header);
      without_tags += rows.seen.at("tags_used").second == p.tags;
      without_headers += rows.seen.at("posted_headers_left").first == 0;
      without_data += rows.seen.at("posted_data_left").first < p.limits.mps / credit_octets;
    }
  }
  // Runs that never came near the limits would prove nothing.
  CHECK(without_tags > 5);
  CHECK(without_headers > 5);
  CHECK(without_data > 5);
}

TEST_CASE("credits that were not advertised are refused at either end") {
  CreditPool pool({2, 16});
  pool.use(1, 10);
  CHECK_FALSE(pool.covers(1, 7));
  CHECK_THROWS_AS(pool.use(1, 7), std::logic_error);
  pool.use(1, 6);
  CHECK_FALSE(pool.covers(1, 0));
  pool.give_back(2, 16);
  CHECK_THROWS_AS(pool.give_back(1, 0), std::logic_error);
}

TEST_CASE("infinite credits always cover") {
  CreditPool pool({0, 0});
  pool.use(1'000'000, 1'000'000);
  CHECK(pool.covers(1, 1));
}

TEST_CASE("a tag is given to one at a time") {
  TagPool tags(2);
  const auto a = tags.take(), b = tags.take();
  CHECK(a != b);
  CHECK_THROWS_AS(tags.take(), std::logic_error);
  tags.release(a);
  CHECK_THROWS_AS(tags.release(a), std::logic_error);
}

namespace {

/// A direction whose receiver notes what comes and drains it when told.
struct Wire {
  explicit Wire(const std::array<Credits, class_count>& credits)
      : direction(timeline, Profile{}, credits, [this](const Tlp& t) { came.push_back(t); }) {}
  void push(Class c, std::uint32_t id, std::uint32_t payload = 64) {
    direction.push({c, payload + 24u, payload, {0, payload}, id});
  }
  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> ids;
    for (const Tlp& t : came) ids.push_back(t.request);
    return ids;
  }
  Timeline timeline;
  std::vector<Tlp> came;
  Direction direction;
};

}  // namespace

TEST_CASE("a write passes a read request that lacks credits") {
  Wire wire({Credits{}, Credits{1, 0}, Credits{}});
  wire.push(Class::non_posted, 1, 0);
  wire.push(Class::non_posted, 2, 0);
  wire.push(Class::posted, 3);
  wire.timeline.run_while_busy();
  CHECK(wire.order() == std::vector<std::uint32_t>{1, 3});
  wire.direction.drained(wire.came.front());
  wire.timeline.run_while_busy();
  CHECK(wire.order() == std::vector<std::uint32_t>{1, 3, 2});
}

TEST_CASE("nothing passes a write that lacks credits") {
  for (const Class other : {Class::non_posted, Class::completion}) {
    Wire wire({Credits{1, 0}, Credits{}, Credits{}});
    wire.push(Class::posted, 1);
    wire.push(Class::posted, 2);
    wire.push(other, 3);
    wire.timeline.run_while_busy();
    CHECK(wire.order() == std::vector<std::uint32_t>{1});
    wire.direction.drained(wire.came.front());
    wire.timeline.run_while_busy();
    CHECK(wire.order() == std::vector<std::uint32_t>{1, 2, 3});
  }
}

TEST_CASE("a receiver that is sent more than it advertised says so") {
  Wire wire({Credits{1, 0}, Credits{}, Credits{}});
  wire.push(Class::posted, 1);
  wire.timeline.run_while_busy();
  wire.direction.drained(wire.came.front());
  CHECK_THROWS_AS(wire.direction.drained(wire.came.front()), std::logic_error);
}
