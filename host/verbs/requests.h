#pragma once
#include "host/verbs/types.h"

namespace rocelab::verbs {

struct ibv_sge {
  Va addr = 0;
  std::uint32_t length = 0;
  std::uint32_t lkey = 0;
};

struct ibv_mw_bind_info {
  Mr* mr = nullptr;
  Va addr = 0;
  std::uint64_t length = 0;
  unsigned mw_access_flags = 0;
};

/// What ibv_bind_mw() takes.
struct ibv_mw_bind {
  std::uint64_t wr_id = 0;
  unsigned send_flags = 0;
  ibv_mw_bind_info bind_info;
};

struct ibv_send_wr {
  std::uint64_t wr_id = 0;
  ibv_send_wr* next = nullptr;
  ibv_sge* sg_list = nullptr;
  int num_sge = 0;
  ibv_wr_opcode opcode = IBV_WR_RDMA_WRITE;
  unsigned send_flags = 0;
  std::uint32_t imm_data = 0;         // network byte order, as in libibverbs
  std::uint32_t invalidate_rkey = 0;  // SEND_WITH_INV, LOCAL_INV
  struct {
    struct {
      Va remote_addr = 0;
      std::uint32_t rkey = 0;
    } rdma;
    struct {
      Va remote_addr = 0;
      std::uint64_t compare_add = 0;
      std::uint64_t swap = 0;
      std::uint32_t rkey = 0;
    } atomic;
    struct {
      Ah* ah = nullptr;
      std::uint32_t remote_qpn = 0;
      std::uint32_t remote_qkey = 0;
    } ud;
  } wr;
  struct {
    Mw* mw = nullptr;
    std::uint32_t rkey = 0;
    ibv_mw_bind_info bind_info;
  } bind_mw;
  MessageId message = no_message;  // for attribution of what follows; 24 bits are kept
};

struct ibv_recv_wr {
  std::uint64_t wr_id = 0;
  ibv_recv_wr* next = nullptr;
  ibv_sge* sg_list = nullptr;
  int num_sge = 0;
};

struct ibv_wc {
  std::uint64_t wr_id = 0;
  ibv_wc_status status = IBV_WC_SUCCESS;
  ibv_wc_opcode opcode = IBV_WC_SEND;
  std::uint32_t vendor_err = 0;
  std::uint32_t byte_len = 0;
  std::uint32_t imm_data = 0;  // network byte order
  std::uint32_t invalidated_rkey = 0;
  std::uint32_t qp_num = 0;
  std::uint32_t src_qp = 0;
  unsigned wc_flags = 0;
  std::uint16_t pkey_index = 0;
  std::uint16_t slid = 0;  // RoCE has none
  std::uint8_t sl = 0;
  std::uint8_t dlid_path_bits = 0;
  MessageId message = no_message;
};

/// What a datagram leaves in the first 40 octets of a receive buffer, as InfiniBand has it; over IPv4 the last 20 of
/// them are the IPv4 header.
struct ibv_grh {
  std::uint32_t version_tclass_flow = 0;
  std::uint16_t paylen = 0;
  std::uint8_t next_hdr = 0, hop_limit = 0;
  ibv_gid sgid, dgid;
};
static_assert(sizeof(ibv_grh) == 40);

struct ibv_global_route {
  ibv_gid dgid;
  std::uint32_t flow_label = 0;
  std::uint8_t sgid_index = 0;
  std::uint8_t hop_limit = 64;
  std::uint8_t traffic_class = 0;
};
struct ibv_ah_attr {
  ibv_global_route grh;
  std::uint16_t dlid = 0;  // InfiniBand's own addressing: RoCE looks at none of it
  std::uint8_t sl = 0;
  std::uint8_t src_path_bits = 0;
  std::uint8_t static_rate = 0;
  std::uint8_t is_global = 1;
  std::uint8_t port_num = 1;
};

struct ibv_qp_cap {
  std::uint32_t max_send_wr = 0;
  std::uint32_t max_recv_wr = 0;
  std::uint32_t max_send_sge = 0;
  std::uint32_t max_recv_sge = 0;
  std::uint32_t max_inline_data = 0;
};

struct ibv_qp_attr {
  ibv_qp_state qp_state = IBV_QPS_RESET;
  ibv_qp_state cur_qp_state = IBV_QPS_RESET;
  ibv_mtu path_mtu = IBV_MTU_1024;
  ibv_mig_state path_mig_state = IBV_MIG_MIGRATED;
  std::uint32_t qkey = 0;
  std::uint32_t rq_psn = 0;
  std::uint32_t sq_psn = 0;
  std::uint32_t dest_qp_num = 0;
  unsigned qp_access_flags = 0;
  ibv_qp_cap cap;
  ibv_ah_attr ah_attr;
  ibv_ah_attr alt_ah_attr;  // an alternate path is not offered over RoCE
  std::uint16_t pkey_index = 0;
  std::uint16_t alt_pkey_index = 0;
  std::uint8_t en_sqd_async_notify = 0;
  std::uint8_t sq_draining = 0;
  std::uint8_t max_rd_atomic = 0;
  std::uint8_t max_dest_rd_atomic = 0;
  std::uint8_t min_rnr_timer = 0;
  std::uint8_t port_num = 0;
  std::uint8_t timeout = 0;
  std::uint8_t retry_cnt = 0;
  std::uint8_t rnr_retry = 0;
  std::uint8_t alt_port_num = 0;
  std::uint8_t alt_timeout = 0;
};

struct ibv_qp_init_attr {
  void* qp_context = nullptr;
  Cq* send_cq = nullptr;
  Cq* recv_cq = nullptr;
  Srq* srq = nullptr;
  ibv_qp_cap cap;
  ibv_qp_type qp_type = IBV_QPT_RC;
  int sq_sig_all = 0;
};

struct ibv_moderate_cq {
  std::uint16_t cq_count = 0;
  std::uint16_t cq_period = 0;  // microseconds
};
enum ibv_cq_attr_mask : unsigned { IBV_CQ_ATTR_MODERATE = 1 };
struct ibv_modify_cq_attr {
  std::uint32_t attr_mask = 0;
  ibv_moderate_cq moderate;
};

struct ibv_srq_attr {
  std::uint32_t max_wr = 0;
  std::uint32_t max_sge = 0;
  std::uint32_t srq_limit = 0;
};

enum ibv_srq_attr_mask : unsigned { IBV_SRQ_MAX_WR = 1, IBV_SRQ_LIMIT = 2 };
struct ibv_srq_init_attr {
  void* srq_context = nullptr;
  ibv_srq_attr attr;
};

enum ibv_atomic_cap { IBV_ATOMIC_NONE, IBV_ATOMIC_HCA, IBV_ATOMIC_GLOB };
enum ibv_device_cap_flags : unsigned {
  IBV_DEVICE_SRQ_RESIZE = 1 << 13,
  IBV_DEVICE_MEM_WINDOW = 1 << 17,
  IBV_DEVICE_MEM_WINDOW_TYPE_2B = 1 << 24,
};
struct ibv_device_attr {
  std::uint64_t max_mr_size = ~std::uint64_t{0};
  std::uint64_t page_size_cap = 4096 | 2 << 20;  // sizes of pages that regions may have
  std::uint32_t max_qp_wr = 0, max_cqe = 0;
  unsigned device_cap_flags = IBV_DEVICE_SRQ_RESIZE | IBV_DEVICE_MEM_WINDOW | IBV_DEVICE_MEM_WINDOW_TYPE_2B;
  int max_sge = 0, max_qp_rd_atom = 0, max_qp_init_rd_atom = 0, max_srq_wr = 0, max_srq_sge = 0;
  // How many there can be: a key has 20 bits for its place in the table, a QPN 24.
  int max_mr = 1 << 20, max_mw = 1 << 20;
  int max_qp = 1 << 23, max_cq = 1 << 23, max_srq = 1 << 23, max_pd = 1 << 23, max_ah = 1 << 23;
  ibv_atomic_cap atomic_cap = IBV_ATOMIC_HCA;  // among the requests of one NIC
  std::uint8_t phys_port_cnt = 1;
};
enum ibv_port_state {
  IBV_PORT_NOP,
  IBV_PORT_DOWN,
  IBV_PORT_INIT,
  IBV_PORT_ARMED,
  IBV_PORT_ACTIVE,
  IBV_PORT_ACTIVE_DEFER
};
enum : std::uint8_t { IBV_LINK_LAYER_UNSPECIFIED, IBV_LINK_LAYER_INFINIBAND, IBV_LINK_LAYER_ETHERNET };
struct ibv_port_attr {
  ibv_port_state state = IBV_PORT_ACTIVE;
  ibv_mtu max_mtu = IBV_MTU_4096, active_mtu = IBV_MTU_4096;
  int gid_tbl_len = 0;
  std::uint32_t max_msg_sz = 1u << 31;
  std::uint16_t lid = 0, sm_lid = 0;  // RoCE has neither
  std::uint16_t pkey_tbl_len = 1;
  std::uint8_t phys_state = 5;  // link up
  std::uint8_t link_layer = IBV_LINK_LAYER_ETHERNET;
};

}  // namespace rocelab::verbs
