#include "host/socket_network.h"

namespace rocelab::host {

/// Messages pass through a page of the process: the kernel copies from there and to there.
class SocketNetwork::SocketStream : public verbs::cm::Stream {
 public:
  SocketStream(SocketNetwork& network, Socket& socket)
      : network_(network), socket_(socket), page_(network.space_.allocate(page_bytes)) {
    // An RTU and the DREQ behind it would wait 40 ms for a delayed acknowledgement; a MAD waits for nobody.
    network.kernel_.set_nodelay(network.program_, socket);
  }

  bool write(const std::uint8_t* octets, std::size_t n) override {
    network_.space_.store(page_, octets, n);
    return network_.kernel_.write(network_.program_, socket_, network_.space_, page_, n);
  }
  std::size_t readable() const override { return socket_.receive_queue.readable(); }
  void read(std::uint8_t* octets, std::size_t n) override {
    network_.kernel_.read(network_.program_, socket_, network_.space_, page_, n);
    network_.space_.load(page_, octets, n);
  }
  bool ended() const override { return socket_.connection.peer_finished() || socket_.connection.error() != 0; }
  void close() override { network_.kernel_.close(network_.program_, socket_); }

 private:
  SocketNetwork& network_;
  Socket& socket_;
  Va page_;
};

class SocketNetwork::SocketListener : public verbs::cm::Listener {
 public:
  SocketListener(SocketNetwork& network, host::Listener& listener) : network_(network), listener_(listener) {}

  bool pending() const override { return !listener_.ready.empty(); }
  std::unique_ptr<verbs::cm::Stream> accept() override {
    return std::make_unique<SocketStream>(network_, network_.kernel_.accept(network_.program_, listener_));
  }

 private:
  SocketNetwork& network_;
  host::Listener& listener_;
};

std::unique_ptr<verbs::cm::Stream> SocketNetwork::connect(const wire::Gid& address, std::uint16_t port) {
  Socket* socket = kernel_.connect(program_, address, port);
  return socket ? std::make_unique<SocketStream>(*this, *socket) : nullptr;
}

std::unique_ptr<verbs::cm::Listener> SocketNetwork::listen(std::uint16_t port) {
  return std::make_unique<SocketListener>(*this, kernel_.listen(program_, port));
}

}  // namespace rocelab::host
