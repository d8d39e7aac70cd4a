#include "waves/pcapng/pcapng_file.h"

#include "waves/pcapng/block.h"

namespace rocelab::waves {
namespace {

// Option codes: 1 is the same in every block, the others belong to one.
constexpr std::uint16_t opt_comment = 1;
constexpr std::uint16_t shb_userappl = 4;
constexpr std::uint16_t if_name = 2, if_tsresol = 9, if_fcslen = 13;
constexpr std::uint16_t epb_flags = 2;

constexpr std::uint16_t link_type_ethernet = 1;
constexpr std::uint32_t inbound = 1, outbound = 2, crc_error = 1u << 24;
constexpr std::uint32_t byte_order_magic = 0x1a2b3c4d;
constexpr std::uint64_t length_unknown = UINT64_MAX;
constexpr Ps ps_per_ns = 1'000;

}  // namespace

void PcapngFile::begin(const std::vector<std::string>& interfaces) {
  file_.write(PcapngBlock(PcapngBlock::Type::section)
                  .u32(byte_order_magic)
                  .u16(1)
                  .u16(0)
                  .u64(length_unknown)
                  .option(shb_userappl, "rocelab")
                  .finish());
  for (const std::string& name : interfaces) {
    file_.write(PcapngBlock(PcapngBlock::Type::interface)
                    .u16(link_type_ethernet)
                    .u16(0)
                    .u32(0)  // no limit of captured length
                    .option(if_name, name)
                    .option_u8(if_tsresol, 9)  // 10^-9 s
                    .option_u8(if_fcslen, 0)
                    .finish());
  }
}

void PcapngFile::packet(Ps t, const Frame& frame, const std::vector<std::string>& comments) {
  const auto length = static_cast<std::uint32_t>(frame.octets.size());
  PcapngBlock block(PcapngBlock::Type::packet, length + 64);
  block.u32(frame.interface).time(static_cast<std::uint64_t>(t / ps_per_ns)).u32(length).u32(length);
  block.octets(frame.octets);
  for (const std::string& comment : comments) block.option(opt_comment, comment);
  block.option_u32(epb_flags, (frame.sent ? outbound : inbound) | (frame.fcs_bad ? crc_error : 0));
  file_.write(block.finish());
}

}  // namespace rocelab::waves
