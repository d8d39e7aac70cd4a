#include <numeric>
#include <stdexcept>

#include "host/memory/address_space.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::host;

TEST_CASE("memory keeps octets across pieces") {
  PhysicalMemory memory;
  std::vector<std::uint8_t> out(3 << 20), in(3 << 20);
  std::iota(out.begin(), out.end(), std::uint8_t{3});
  const BusAddr at = memory.allocate(1024);
  memory.write(at + 5, out.data(), out.size());
  memory.read(at + 5, in.data(), in.size());
  CHECK(in == out);
  const BusAddr other = memory.allocate(1024);
  memory.copy(other + 9, at + 5, out.size());
  memory.read(other + 9, in.data(), in.size());
  CHECK(in == out);
}

TEST_CASE("an address space translates, pins and faults") {
  PhysicalMemory memory;
  AddressSpace space(memory);
  const Va a = space.allocate(page_bytes + 1);
  const Va b = space.allocate(1);
  CHECK(space.translate(a + 10).value() == space.translate(a).value() + 10);
  CHECK_FALSE(space.translate(a + 2 * page_bytes).has_value());  // the guard page
  CHECK_FALSE(space.translate(0).has_value());

  const auto pages = space.pin(a + 100, page_bytes);
  REQUIRE(pages.has_value());
  CHECK(pages->size() == 2);
  CHECK(pages->front() == *space.translate(a));
  CHECK(space.pinned_pages() == 2);
  CHECK_FALSE(space.pin(a, 3 * page_bytes).has_value());  // nothing is pinned by a refused call
  CHECK(space.pinned_pages() == 2);
  space.unpin(a + 100, page_bytes);
  CHECK(space.pinned_pages() == 0);

  std::uint8_t octets[8]{1, 2, 3, 4, 5, 6, 7, 8}, back[8]{};
  space.store(a + page_bytes - 4, octets, 8);
  space.load(a + page_bytes - 4, back, 8);
  CHECK(std::equal(octets, octets + 8, back));
  CHECK_THROWS_AS(space.load(b + page_bytes, back, 1), std::out_of_range);
  space.release(b);
  CHECK_THROWS_AS(space.store(b, octets, 1), std::out_of_range);
}

TEST_CASE("huge pages are aligned and contiguous, and one counts as one pinned page") {
  PhysicalMemory memory;
  AddressSpace space(memory);
  const Va small = space.allocate(1);
  const Va a = space.allocate(3 << 20, huge_page_bytes);
  CHECK(a % huge_page_bytes == 0);
  CHECK(space.page_size(a + 12345) == huge_page_bytes);
  CHECK(space.page_size(small) == page_bytes);
  CHECK(*space.translate(a) % huge_page_bytes == 0);
  CHECK(*space.translate(a + huge_page_bytes - 1) == *space.translate(a) + huge_page_bytes - 1);
  CHECK_FALSE(space.translate(a + 2 * huge_page_bytes).has_value());
  const auto pages = space.pin(a + 5000, huge_page_bytes);
  REQUIRE(pages.has_value());
  CHECK(*pages == std::vector<BusAddr>{*space.translate(a), *space.translate(a + huge_page_bytes)});
  CHECK(space.pinned_pages() == 2);
  CHECK(space.unpin(a + 5000, huge_page_bytes) == 2);
  CHECK(space.pinned_pages() == 0);
}

TEST_CASE("a page that is pinned stays with its device after its process has let go of it") {
  PhysicalMemory memory;
  AddressSpace space(memory);
  const Va a = space.allocate(1);
  const BusAddr frame = *space.translate(a);
  REQUIRE(space.pin(a, 1).has_value());
  space.release(a);
  CHECK_FALSE(space.translate(a).has_value());
  CHECK(*space.translate(space.allocate(1)) != frame);
  CHECK(space.unpin(a, 1) == 1);
  CHECK(*space.translate(space.allocate(1)) == frame);
}
