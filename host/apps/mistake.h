#pragma once
#include <string>
#include <vector>

namespace rocelab::host {

/// Something that one of the two programs does wrong on purpose, so that a student sees where it is noticed and by
/// whom.
struct Mistake {
  enum class By { client, server, both };
  enum class What {
    none,
    wrong_rkey,              // a key that the peer never gave
    lkey_for_rkey,           // the server tells its lkey
    out_of_bounds,           // an address just behind the peer's buffer
    wrong_domain,            // memory and QP of the server in different protection domains
    no_remote_access,        // the server registers for local use only
    deregistered,            // the server takes its memory back once the key is told
    wrong_qpn,               // a QP number that the peer does not have
    stale_psn,               // the peer expects the PSN of an earlier connection
    peer_gone,               // the server resets its QP once the exchange is over
    no_receive,              // the server posts no RECV
    stranger,                // beside the client another program sends forged requests to the peer
    rejected,                // the server's program refuses the connection (connection management only)
    wrong_lkey,              // the client's sge names a key that it never got
    misaligned,              // an address four octets behind the peer's buffer
    no_qp_access,            // the server's QP offers its peer nothing
    short_receive,           // the server's RECV takes half a message
    deregistered_in_flight,  // the server takes its memory back once the first octets are there
    response_buffer_gone,    // the client takes its memory back once the first octets are there
    reconnect,               // the client gives up a message under way, and both connect the same QPs anew
  };

  const char* name;  // value of the scenario key rdma.mistake
  What what;
  By by;
};

const std::vector<Mistake>& mistakes();
/// What `name` stands for at the end that makes it; none at the other. Throws std::out_of_range for an unknown name.
Mistake::What mistake_of(const std::string& name, Mistake::By);

}  // namespace rocelab::host
