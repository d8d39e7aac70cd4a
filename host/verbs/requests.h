#pragma once
#include "host/verbs/types.h"

namespace rocelab::verbs {

struct Ah;

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
  MessageId message = no_message;
};

struct ibv_global_route {
  wire::Gid dgid;
  std::uint32_t flow_label = 0;
  std::uint8_t sgid_index = 0;
  std::uint8_t hop_limit = 64;
  std::uint8_t traffic_class = 0;
};
struct ibv_ah_attr {
  ibv_global_route grh;
  std::uint8_t sl = 0;
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
  std::uint32_t qkey = 0;
  std::uint32_t rq_psn = 0;
  std::uint32_t sq_psn = 0;
  std::uint32_t dest_qp_num = 0;
  unsigned qp_access_flags = 0;
  ibv_qp_cap cap;
  ibv_ah_attr ah_attr;
  std::uint16_t pkey_index = 0;
  std::uint8_t en_sqd_async_notify = 0;
  std::uint8_t sq_draining = 0;
  std::uint8_t max_rd_atomic = 0;
  std::uint8_t max_dest_rd_atomic = 0;
  std::uint8_t min_rnr_timer = 0;
  std::uint8_t port_num = 0;
  std::uint8_t timeout = 0;
  std::uint8_t retry_cnt = 0;
  std::uint8_t rnr_retry = 0;
};

struct ibv_qp_init_attr {
  Cq* send_cq = nullptr;
  Cq* recv_cq = nullptr;
  Srq* srq = nullptr;
  ibv_qp_cap cap;
  ibv_qp_type qp_type = IBV_QPT_RC;
  int sq_sig_all = 0;
};

struct ibv_srq_attr {
  std::uint32_t max_wr = 0;
  std::uint32_t max_sge = 0;
  std::uint32_t srq_limit = 0;
};

}  // namespace rocelab::verbs
