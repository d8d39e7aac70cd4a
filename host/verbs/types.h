#pragma once
#include <cstdint>
#include <cstring>

#include "tlm/ids.h"
#include "tlm/memory_port.h"
#include "tlm/wire/ip_address.h"

/// The structures of libibverbs (infiniband/verbs.h), by their own names, so that code of the course reads like real
/// code. Three differences: addresses are Va of the modelled process, a work request may name its message, and there is
/// no ibv_get_device_list(): an ibv_context is made of the Platform whose only RDMA NIC it opens, and closed by its
/// end.
namespace rocelab::verbs {

struct ibv_context;
struct ibv_pd;
struct ibv_mr;
struct ibv_mw;
struct ibv_ah;
struct ibv_comp_channel;
struct ibv_cq;
struct ibv_srq;
struct ibv_qp;

// Shorter, for the library itself.
using Context = ibv_context;
using Pd = ibv_pd;
using Mr = ibv_mr;
using Mw = ibv_mw;
using Ah = ibv_ah;
using Channel = ibv_comp_channel;
using Cq = ibv_cq;
using Srq = ibv_srq;
using Qp = ibv_qp;

/// A GID as programs take it apart: by octets, or by halves (in network byte order).
union ibv_gid {
  std::uint8_t raw[16];
  struct {
    std::uint64_t subnet_prefix, interface_id;
  } global;

  ibv_gid() : raw{} {}
  ibv_gid(const wire::Gid& g) { std::memcpy(raw, g.octets.data(), sizeof raw); }
  operator wire::Gid() const { return wire::Gid::from(raw); }
};

// With an underlying type where a caller passes one: any number may come in, and is refused.
enum ibv_mw_type : int { IBV_MW_TYPE_1 = 1, IBV_MW_TYPE_2 = 2 };

enum ibv_access_flags : unsigned {
  IBV_ACCESS_LOCAL_WRITE = 1,
  IBV_ACCESS_REMOTE_WRITE = 2,
  IBV_ACCESS_REMOTE_READ = 4,
  IBV_ACCESS_REMOTE_ATOMIC = 8,
  IBV_ACCESS_MW_BIND = 16,
};

enum ibv_qp_type : int { IBV_QPT_RC = 2, IBV_QPT_UC = 3, IBV_QPT_UD = 4 };
enum ibv_qp_state : int { IBV_QPS_RESET, IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS, IBV_QPS_SQD, IBV_QPS_SQE, IBV_QPS_ERR };
enum ibv_mig_state : int { IBV_MIG_MIGRATED, IBV_MIG_REARM, IBV_MIG_ARMED };
enum ibv_mtu : int { IBV_MTU_256 = 1, IBV_MTU_512 = 2, IBV_MTU_1024 = 3, IBV_MTU_2048 = 4, IBV_MTU_4096 = 5 };

enum ibv_qp_attr_mask : unsigned {
  IBV_QP_STATE = 1 << 0,
  IBV_QP_CUR_STATE = 1 << 1,
  IBV_QP_EN_SQD_ASYNC_NOTIFY = 1 << 2,
  IBV_QP_ACCESS_FLAGS = 1 << 3,
  IBV_QP_PKEY_INDEX = 1 << 4,
  IBV_QP_PORT = 1 << 5,
  IBV_QP_QKEY = 1 << 6,
  IBV_QP_AV = 1 << 7,
  IBV_QP_PATH_MTU = 1 << 8,
  IBV_QP_TIMEOUT = 1 << 9,
  IBV_QP_RETRY_CNT = 1 << 10,
  IBV_QP_RNR_RETRY = 1 << 11,
  IBV_QP_RQ_PSN = 1 << 12,
  IBV_QP_MAX_QP_RD_ATOMIC = 1 << 13,
  IBV_QP_ALT_PATH = 1 << 14,
  IBV_QP_MIN_RNR_TIMER = 1 << 15,
  IBV_QP_SQ_PSN = 1 << 16,
  IBV_QP_MAX_DEST_RD_ATOMIC = 1 << 17,
  IBV_QP_PATH_MIG_STATE = 1 << 18,
  IBV_QP_CAP = 1 << 19,
  IBV_QP_DEST_QPN = 1 << 20,
};

enum ibv_wr_opcode : int {
  IBV_WR_RDMA_WRITE,
  IBV_WR_RDMA_WRITE_WITH_IMM,
  IBV_WR_SEND,
  IBV_WR_SEND_WITH_IMM,
  IBV_WR_RDMA_READ,
  IBV_WR_ATOMIC_CMP_AND_SWP,
  IBV_WR_ATOMIC_FETCH_AND_ADD,
  IBV_WR_LOCAL_INV,
  IBV_WR_BIND_MW,
  IBV_WR_SEND_WITH_INV,
};

enum ibv_send_flags : unsigned {
  IBV_SEND_FENCE = 1,
  IBV_SEND_SIGNALED = 2,
  IBV_SEND_SOLICITED = 4,
  IBV_SEND_INLINE = 8,
};

enum ibv_wc_status {
  IBV_WC_SUCCESS,
  IBV_WC_LOC_LEN_ERR,
  IBV_WC_LOC_QP_OP_ERR,
  IBV_WC_LOC_EEC_OP_ERR,
  IBV_WC_LOC_PROT_ERR,
  IBV_WC_WR_FLUSH_ERR,
  IBV_WC_MW_BIND_ERR,
  IBV_WC_BAD_RESP_ERR,
  IBV_WC_LOC_ACCESS_ERR,
  IBV_WC_REM_INV_REQ_ERR,
  IBV_WC_REM_ACCESS_ERR,
  IBV_WC_REM_OP_ERR,
  IBV_WC_RETRY_EXC_ERR,
  IBV_WC_RNR_RETRY_EXC_ERR,
  // Of transports and parts that are not here; programs name them, nothing raises them.
  IBV_WC_LOC_RDD_VIOL_ERR,
  IBV_WC_REM_INV_RD_REQ_ERR,
  IBV_WC_REM_ABORT_ERR,
  IBV_WC_INV_EECN_ERR,
  IBV_WC_INV_EEC_STATE_ERR,
  IBV_WC_FATAL_ERR,
  IBV_WC_RESP_TIMEOUT_ERR,
  IBV_WC_GENERAL_ERR,
};
/// "success", "WR_FLUSH_ERR"…: the names without prefix.
const char* ibv_wc_status_str(ibv_wc_status);

enum ibv_wc_opcode {
  IBV_WC_SEND,
  IBV_WC_RDMA_WRITE,
  IBV_WC_RDMA_READ,
  IBV_WC_COMP_SWAP,
  IBV_WC_FETCH_ADD,
  IBV_WC_BIND_MW,
  IBV_WC_LOCAL_INV,
  IBV_WC_RECV = 1 << 7,
  IBV_WC_RECV_RDMA_WITH_IMM,
};
enum ibv_wc_flags : unsigned { IBV_WC_GRH = 1, IBV_WC_WITH_IMM = 2, IBV_WC_WITH_INV = 8 };

}  // namespace rocelab::verbs
