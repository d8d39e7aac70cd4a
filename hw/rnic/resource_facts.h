#pragma once
#include "hw/rnic/cached_table.h"

/// What the finite resources of the NIC report. Hits are counted once a cache has had to give something up: before
/// that nothing can miss and nobody asks.
namespace rocelab::rnic {

inline constexpr CacheFacts context_cache_facts{
    {"rdma.context_hits"},      {"rdma.context_misses"},
    {"rdma.context_evictions"}, {"rdma.context_fetch", Unit::dma, "QP_context"},
    {"rdma.context_absent"},    "qpn"};
inline constexpr CacheFacts page_cache_facts{{"rdma.mtt_hits"},      {"rdma.mtt_misses"},
                                             {"rdma.mtt_evictions"}, {"rdma.mtt_fetch", Unit::dma, "MTT"},
                                             {"rdma.page_absent"},   "entry"};

/// A cause of `dropped` (hw/fabric/counters.h).
inline constexpr Counter dropped_rx_buffer{"dropped.rx_buffer"};
inline constexpr Counter rx_pressure{"rdma.rx_pressure"};  // times that a lossless class was asked to stop
inline constexpr Counter doorbells_dropped{"rdma.doorbells_dropped"};
inline constexpr Counter doorbells_recovered{"rdma.doorbells_recovered"};  // from the record in host memory
inline constexpr Counter cqes_joined{"rdma.cqes_joined"};      // completions that came in the entry of another one
inline constexpr Counter early_dropped{"rdma.early_dropped"};  // ahead of what the bitmap can hold

inline constexpr MomentKind moment_rx_full{"rdma.rx_full"};          // bytes: a frame found no room beside so many
inline constexpr MomentKind moment_rx_pressure{"rdma.rx_pressure"};  // priority, bytes

}  // namespace rocelab::rnic
