#pragma once
#include <deque>
#include <map>
#include <memory>

#include "host/verbs/cm/network.h"

namespace rocelab::test {

/// Byte streams between the computers of a bench, in no time. Each computer has a TestNetwork of its own on one Cable.
class TestNetwork : public verbs::cm::Network {
 public:
  struct Pipe {
    std::deque<std::uint8_t> octets;
    bool closed = false;
  };
  struct Call {
    std::shared_ptr<Pipe> out, in;
  };
  using Calls = std::deque<Call>;
  using Cable = std::map<std::uint16_t, std::shared_ptr<Calls>>;  // who listens, by port

  explicit TestNetwork(Cable& cable) : cable_(cable) {}

  class End : public verbs::cm::Stream {
   public:
    explicit End(Call call) : out_(std::move(call.out)), in_(std::move(call.in)) {}
    bool write(const std::uint8_t* o, std::size_t n) override {
      if (!out_->closed) out_->octets.insert(out_->octets.end(), o, o + n);
      return !out_->closed;
    }
    std::size_t readable() const override { return in_->octets.size(); }
    void read(std::uint8_t* to, std::size_t n) override {
      std::copy_n(in_->octets.begin(), n, to);
      in_->octets.erase(in_->octets.begin(), in_->octets.begin() + static_cast<std::ptrdiff_t>(n));
    }
    bool ended() const override { return in_->closed; }
    void close() override { out_->closed = true; }

   private:
    std::shared_ptr<Pipe> out_, in_;
  };

  class Door : public verbs::cm::Listener {
   public:
    explicit Door(std::shared_ptr<Calls> calls) : calls_(std::move(calls)) {}
    bool pending() const override { return !calls_->empty(); }
    std::unique_ptr<verbs::cm::Stream> accept() override {
      auto end = std::make_unique<End>(calls_->front());
      calls_->pop_front();
      return end;
    }

   private:
    std::shared_ptr<Calls> calls_;
  };

  std::unique_ptr<verbs::cm::Stream> connect(const wire::Gid&, std::uint16_t port) override {
    const auto it = cable_.find(port);
    if (it == cable_.end()) return nullptr;
    const auto there = std::make_shared<Pipe>(), back = std::make_shared<Pipe>();
    it->second->push_back({back, there});
    return std::make_unique<End>(Call{there, back});
  }
  std::unique_ptr<verbs::cm::Listener> listen(std::uint16_t port) override {
    const auto [it, fresh] = cable_.emplace(port, std::make_shared<Calls>());
    return fresh ? std::make_unique<Door>(it->second) : nullptr;
  }

 private:
  Cable& cable_;
};

}  // namespace rocelab::test
