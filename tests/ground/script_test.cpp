#include <sys/stat.h>

#include <algorithm>
#include <chrono>

#include "support/catch.h"
#include "support/places.h"
#include "support/shell.h"

using namespace rocelab::test;
namespace fs = std::filesystem;

namespace {

/// The script beside a project of one source file, so that it can be tried without the house.
struct SmallProject : Scratch {
  SmallProject() {
    for (const char* file : {"rocelab", "packages.txt"})
      fs::copy(fs::path(rocelab::test::source_folder()) / file, path() / file);
    put("CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.22)\nproject(small CXX)\noption(ROCELAB_TESTS \"\" ON)\n"
        "add_subdirectory(app)\nif(ROCELAB_TESTS)\n  add_executable(tests_built app/main.cpp)\n  enable_testing()\n"
        "  add_test(NAME passes COMMAND true)\nendif()\n");
    put("app/CMakeLists.txt", "add_executable(rocelab main.cpp)\n");
    put("app/main.cpp",
        "#include <cstdio>\nint main(int n, char** a) { for (int i = 1; i < n; ++i) puts(a[i]); return n; }\n");
    // A package manager that notes what it is asked for.
    stub("dpkg-query", "for p; do case $p in -*|libfmt-dev) ;; *) printf 'installed=%s ' \"$p\";; esac; done");
    stub("apt-get", "echo \"apt-get $*\" >>" + (path() / "asked").string());
    stub("sudo", "exec \"$@\"");
  }

  void stub(const std::string& name, const std::string& body) const {
    put("bin/" + name, "#!/bin/sh\n" + body + "\n");
    chmod((path() / "bin" / name).c_str(), 0755);
  }

  Ran run(const std::string& arguments) const {
    return shell("PATH='" + (path() / "bin").string() + "':$PATH ./rocelab " + arguments, path());
  }
};

}  // namespace

TEST_CASE("the script builds, hands arguments over untouched and passes the exit status on") {
  const SmallProject project;
  const Ran first = project.run("run 'two words' '*' 2>/dev/null");
  CHECK(first.out == "run\ntwo words\n*\n");
  CHECK(first.status == 4);
  CHECK_FALSE(fs::exists(project.path() / "build/tests_built"));
}

TEST_CASE("the script says what it installs before it does, and installs only what is missing") {
  const SmallProject project;
  const Ran ran = project.run("list 2>&1");
  CHECK_THAT(ran.out, Contains("installing with apt-get: libfmt-dev"));
  CHECK_THAT(text_of(project.path() / "asked"), Contains("install -y --no-install-recommends libfmt-dev\n"));
  CHECK_THAT(text_of(project.path() / "asked"), Contains("update"));
}

TEST_CASE("with every package there the package manager is left alone") {
  const SmallProject project;
  project.stub("dpkg-query", "for p; do printf 'installed=%s ' \"$p\"; done");
  project.run("list 2>&1");
  CHECK_FALSE(fs::exists(project.path() / "asked"));
}

TEST_CASE("the script works from elsewhere and through a link") {
  const SmallProject project;
  const Scratch elsewhere;
  fs::create_symlink(project.path() / "rocelab", elsewhere.path() / "lab");
  const Ran ran = shell("PATH='" + (project.path() / "bin").string() + "':$PATH ./lab a 2>/dev/null", elsewhere.path());
  CHECK(ran.out == "a\n");
  CHECK(fs::exists(project.path() / "build/app/rocelab"));
}

TEST_CASE("a folder that was moved after its build is built anew") {
  const SmallProject project;
  project.run("a 2>/dev/null");
  const Scratch elsewhere;
  fs::rename(project.path() / "bin", elsewhere.path() / "bin");
  for (const auto& entry : fs::directory_iterator(project.path())) {
    fs::rename(entry.path(), elsewhere.path() / entry.path().filename());
  }
  const Ran ran = shell("PATH=\"$PWD/bin:$PATH\" ./rocelab b 2>&1", elsewhere.path());
  CHECK_THAT(ran.out, Contains("made in another folder") && Contains("\nb\n"));
}

TEST_CASE("a build that fails says so, shows the error and where the log is") {
  const SmallProject project;
  project.put("app/main.cpp", "int main() { return nonsense; }\n");
  const Ran ran = project.run("run 2>&1");
  CHECK(ran.status == 4);
  CHECK_THAT(ran.out, Contains("nonsense") && Contains("the build failed") && Contains("build/build.log"));
}

TEST_CASE("a build with nothing to do adds less than 0.3 s") {
  const SmallProject project;
  project.stub("dpkg-query", "exec /usr/bin/dpkg-query \"$@\"");
  project.run("a 2>/dev/null");
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    project.run("a 2>/dev/null");
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  CHECK(best < 0.3);
}

TEST_CASE("test builds the tests as well and hands its arguments to ctest") {
  const SmallProject project;
  const Ran ran = project.run("test -R passes 2>&1");
  CHECK(ran.status == 0);
  CHECK_THAT(ran.out, Contains("100% tests passed"));
  CHECK(fs::exists(project.path() / "build/tests_built"));
  CHECK_THAT(project.run("test -R no_such --no-tests=error 2>&1").out, Contains("No tests were found"));
}
