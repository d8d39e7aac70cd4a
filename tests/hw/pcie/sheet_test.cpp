#include "hw/pcie/sheet.h"

#include <fstream>
#include <sstream>

#include "hw/pcie/stream.h"
#include "support/catch.h"
#include "support/places.h"

using namespace rocelab::pcie;
using test::Flow;
using test::Kind;

namespace {

Profile profile_of(const test::SheetRow& row, Model model) {
  Profile p;
  p.model = model;
  p.link = {row.generation, row.lanes};
  p.limits.mps = row.mps;
  return p;
}

double modelled(const test::SheetRow& row, Model model) {
  const Profile p = profile_of(row, model);
  if (row.kind == Kind::raw) return static_cast<double>(p.link.raw().bits_per_s) / 1e9;
  if (row.kind == Kind::for_tlps) return static_cast<double>(p.link.for_tlps(row.mps).bits_per_s) / 1e9;
  const Flow flow = row.kind == Kind::write ? Flow::write : row.kind == Kind::read ? Flow::read : Flow::both;
  return test::gbps(p, {flow, {4096}, 16 << 20, 16, 0});
}

bool is_counted(const test::SheetRow& row) { return row.kind == Kind::raw || row.kind == Kind::for_tlps; }

/// As docs/pcie.md has it: name, the sheet's rate, both models'.
std::string table_row(const test::SheetRow& row) {
  std::ostringstream line;
  line << std::fixed << "| " << row.name << " | ";
  line.precision(is_counted(row) ? 2 : 1);
  line << row.gbps << " | " << modelled(row, Model::closed_form) << " | " << modelled(row, Model::per_tlp) << " |";
  return line.str();
}

}  // namespace

TEST_CASE("the rates of the sheet are what streams through the slot reach") {
  for (const test::SheetRow& row : test::sheet) {
    for (const Model model : {Model::closed_form, Model::per_tlp}) {
      INFO(row.name << ", " << test::name(model));
      CHECK(modelled(row, model) == Approx(row.gbps).epsilon(is_counted(row) ? 0.001 : 0.03));
    }
  }
}

TEST_CASE("docs/pcie.md shows what the model gives") {
  std::ifstream file(rocelab::test::source_folder() + "/docs/pcie.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const test::SheetRow& row : test::sheet) {
    CHECK_THAT(text, Contains(table_row(row)));
  }
}

TEST_CASE("a smaller MPS costs what the headers of more TLPs cost, on gen3 and gen4") {
  // MPS 128 has no row: of 104.4 (gen3 x16) and 208.8 Gb/s for TLPs, 128 of 152 octets are data, 128 of 148 read.
  for (const unsigned generation : {3u, 4u}) {
    const double tlps = generation == 3 ? 111.7 : 223.4;
    for (const Model model : {Model::closed_form, Model::per_tlp}) {
      INFO("gen" << generation << ", " << test::name(model));
      Profile p;
      p.model = model;
      p.link.generation = generation;
      p.limits.mps = 128;
      CHECK(test::gbps(p, {Flow::write, {4096}, 16 << 20, 16, 0}) == Approx(tlps * 128 / 152).epsilon(0.03));
      CHECK(test::gbps(p, {Flow::read, {4096}, 16 << 20, 16, 0}) == Approx(tlps * 128 / 148).epsilon(0.03));
    }
  }
}

TEST_CASE("what a ConnectX-5 was measured at in a gen3 x8 slot lies within the sheet's tolerance") {
  // K6: RDMA WRITE 55.9 Gb/s, within 7 %; which MPS that host had is not known.
  Profile p;
  p.link.lanes = 8;
  for (const std::uint32_t mps : {256u, 512u}) {
    p.limits.mps = mps;
    CHECK(test::gbps(p, {Flow::write, {1024}, 16 << 20, 16, 0}) == Approx(55.9).epsilon(0.07));
  }
}
