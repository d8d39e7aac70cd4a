#pragma once
#include <string>

#include "app/packetdrill/script.h"
#include "transport/tcp/segment.h"

namespace rocelab::app::packetdrill {

/// "S.", "FP.": in packetdrill's letters.
std::string show_flags(std::uint8_t flags);
std::string show_option(const OptionItem&);
std::string show_options(const std::vector<OptionItem>&);
/// A segment as a script would write it; `options` as option_items() gives them.
std::string show(const tcp::SegmentOut&, const std::vector<OptionItem>& options);
std::string show(const PacketLine&);
/// Seconds with microseconds.
std::string show_time(Ps);

/// The options of a header in the order and with the padding in which Linux writes them.
std::vector<OptionItem> option_items(const wire::TcpOptions&);
/// Those of a script's line.
wire::TcpOptions options_of(const PacketLine&);

}  // namespace rocelab::app::packetdrill
