#include "app/packetdrill/show.h"

namespace rocelab::app::packetdrill {

std::vector<OptionItem> option_items(const wire::TcpOptions& o) {
  using Kind = OptionItem::Kind;
  std::vector<OptionItem> all;
  const auto put = [&](Kind kind, std::vector<std::uint32_t> values = {}) {
    OptionItem item;
    item.kind = kind;
    item.values = std::move(values);
    all.push_back(item);
  };
  const auto pad = [&](int n) {
    while (n-- > 0) put(Kind::nop);
  };
  if (o.mss) put(Kind::mss, {*o.mss});
  if (o.sack_permitted) {
    if (!o.timestamps) pad(2);
    put(Kind::sack_ok);
  } else if (o.timestamps) {
    pad(2);
  }
  if (o.timestamps) put(Kind::timestamps, {o.timestamps->value, o.timestamps->echo});
  if (o.window_scale) {
    pad(1);
    put(Kind::wscale, {*o.window_scale});
  }
  if (o.sack_blocks > 0) {
    pad(2);
    std::vector<std::uint32_t> edges;
    for (unsigned i = 0; i < o.sack_blocks; ++i) edges.insert(edges.end(), {o.sack[i].left, o.sack[i].right});
    put(Kind::sack, edges);
  }
  return all;
}

wire::TcpOptions options_of(const PacketLine& packet) {
  wire::TcpOptions o;
  for (const OptionItem& item : packet.options) {
    switch (item.kind) {
      case OptionItem::Kind::mss:
        o.mss = static_cast<std::uint16_t>(item.values[0]);
        break;
      case OptionItem::Kind::wscale:
        o.window_scale = static_cast<std::uint8_t>(item.values[0]);
        break;
      case OptionItem::Kind::sack_ok:
        o.sack_permitted = true;
        break;
      case OptionItem::Kind::timestamps:
        o.timestamps = {item.values[0], item.values[1]};
        break;
      case OptionItem::Kind::sack:
        o.sack_blocks = 0;
        for (std::size_t i = 0; i + 1 < item.values.size(); i += 2) {
          o.sack[o.sack_blocks++] = {item.values[i], item.values[i + 1]};
        }
        break;
      default:
        break;
    }
  }
  return o;
}

}  // namespace rocelab::app::packetdrill
