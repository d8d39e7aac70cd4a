#include "app/forked.h"

#include <unistd.h>

#include <csignal>

#include "scenarios/input_error.h"
#include "scenarios/run.h"
#include "support/catch.h"

using namespace rocelab;
using app::forked;

TEST_CASE("bytes come back from the child, many of them and any of them") {
  const std::string many(3'000'000, '\0');
  CHECK(forked([&] { return many + "end"; }) == many + "end");
  CHECK(forked([] { return std::string(); }).empty());
  const pid_t parent = getpid();
  CHECK(forked([&] { return std::to_string(getpid() == parent); }) == "0");
}

TEST_CASE("errors cross the fork by kind") {
  CHECK_THROWS_AS(forked([]() -> std::string { throw scenarios::InputError("bad"); }), scenarios::InputError);
  CHECK_THROWS_AS(forked([]() -> std::string { throw scenarios::StuckError("stuck"); }), scenarios::StuckError);
  CHECK_THROWS_WITH(forked([]() -> std::string { throw std::logic_error("odd"); }), Contains("odd"));
}

TEST_CASE("a child that dies is reported") {
  CHECK_THROWS_WITH(forked([]() -> std::string {
                      raise(SIGKILL);
                      return "";
                    }),
                    Contains("Killed"));
  CHECK_THROWS_AS(forked([]() -> std::string { _exit(0); }), app::ChildError);
}
