#include <array>

#include "host/os/kernel.h"

namespace rocelab::host {
namespace {

/// What a frame of so many octets occupies of a line: preamble, padding, FCS and gap with it.
std::uint32_t wire_octets(std::uint32_t frame) { return 8 + std::max(frame, 60u) + 4 + 12; }

}  // namespace

void Kernel::interrupt(unsigned queue) {
  timeline_.after(config_.costs.interrupt_delivery, [this, queue] {
    Napi& napi = napis_[queue];
    ++napi.totals.interrupts;
    const auto note = nic_.rx(queue).take_note();
    const Stage* stage = note ? &stage_interrupt : nullptr;
    serve(napi.home.core,
          std::make_shared<Interrupt>(Interrupt{note ? *note : config_.tag, stage, [this, &napi] { poll(napi); }}));
  });
}

void Kernel::interrupt(Tag tag, const Stage* stage, std::function<void()> handler) {
  Core& core = napis_.front().home.core;
  const auto tasklet = [this, &core, handler = std::move(handler)] {
    const Here here(here_, core);
    handler();
    look_again();
  };
  timeline_.after(config_.costs.interrupt_delivery,
                  [this, &core, i = std::make_shared<Interrupt>(Interrupt{tag, stage, tasklet})] { serve(core, i); });
}

/// The hard interrupt, then the softirq that it has raised.
void Kernel::serve(Core& core, const std::shared_ptr<Interrupt>& i) {
  const auto handler = config_.costs.cycles(config_.costs.interrupt_handler);
  core.run({Context::interrupt, Book::interrupt, handler, i->tag, i->stage}, [this, &core, i] {
    probe_.count(count_interrupts, i->tag);
    if (i->stage == &stage_interrupt) probe_.moment(moment_interrupt, i->tag);
    const auto entry = config_.costs.cycles(config_.costs.softirq_entry);
    core.run({Context::softirq, Book::softirq, entry, i->tag, i->stage}, [i] { i->softirq(); });
  });
}

/// NAPI: takes up to a weight of frames off the ring, with interrupts off until the ring is empty.
void Kernel::poll(Napi& napi) {
  Softnet& here = napi.home;
  napi.polling = true;
  napi.polled = 0;
  bool payload = false;
  while (napi.polled < config_.costs.napi_weight) {
    const auto frame = device_.poll(napi.queue);
    if (!frame) break;
    ++napi.polled;
    ++napi.totals.frames;
    napi.totals.octets += frame->bytes;
    receive(here, *frame);
    payload = payload || (!here.backlog.empty() && here.backlog.back().segment.payload > 0);
  }
  const KernelCosts& c = config_.costs;
  const std::uint64_t pages = std::uint64_t{c.page} * napi.polled * device_.buffer() / page_bytes;
  const Ps driver = c.cycles((c.rx_driver_per_packet + c.skb) * napi.polled + pages);
  const Tag tag = here.backlog.empty() || !here.backlog.back().socket ? config_.tag : here.backlog.back().socket->tag;
  here.core.run({Context::softirq, Book::softirq, driver, tag, payload ? &stage_interrupt : nullptr}, [this, &here] {
    spread(here);
    kick(here);
  });
}

void Kernel::receive(Softnet& here, const IncomingFrame& frame) {
  std::array<std::uint8_t, 2048> headers;  // enough for all headers; payload stays where it is
  std::vector<std::uint8_t> whole;
  std::uint8_t* octets = headers.data();
  if (frame.bytes > headers.size()) whole.resize(frame.bytes), octets = whole.data();
  memory_.read(frame.buffer, octets, frame.bytes);
  const auto view = wire::TcpView::parse(octets, frame.bytes);
  // A wrong checksum is loss like any other (checked here, charged to the NIC's offload or to the driver).
  if (!view || view->destination != config_.address || wire::tcp_checksum(octets, *view) != 0) {
    return device_.give_back(frame.buffer);
  }
  Received r{demultiplex(*view), {view->header, view->payload_length, view->ecn}, *view, {}};
  if (view->payload_length > 0) {
    r.payload.push_back({frame.buffer + view->payload_offset, view->payload_length, frame.buffer});
  } else {
    device_.give_back(frame.buffer);
  }
  if (!merge(here, r)) here.backlog.push_back(std::move(r));
}

/// GRO: a segment that continues the one before it becomes part of it.
bool Kernel::merge(Softnet& here, const Received& r) {
  if (!config_.gro || here.backlog.empty() || r.segment.payload == 0) return false;
  Received& before = here.backlog.back();
  constexpr std::uint8_t lonely = wire::tcp_syn | wire::tcp_fin | wire::tcp_rst | wire::tcp_psh;
  if (before.socket != r.socket || !r.socket || before.segment.payload == 0 || before.segment.header.flags & lonely ||
      before.segment.header.seq + before.segment.payload != r.segment.header.seq ||
      before.segment.header.ack != r.segment.header.ack || before.segment.payload + r.segment.payload > 65535) {
    return false;
  }
  // The first frame of a merge tells the size of each: the peer's MSS as it really sends.
  if (before.segment.frames == 1) before.segment.frame_size = before.segment.payload;
  ++before.segment.frames;
  before.segment.payload += r.segment.payload;
  before.segment.header.flags |= r.segment.header.flags;
  before.segment.header.window = r.segment.header.window;
  before.payload.push_back(r.payload.front());
  return true;
}

Socket* Kernel::demultiplex(const wire::TcpView& v) {
  for (const auto& s : sockets_) {
    if (s->local_port == v.header.destination_port && s->remote_port == v.header.source_port &&
        s->ends.destination == v.source) {
      return s.get();
    }
  }
  return nullptr;
}

void Kernel::kick(Softnet& here) {
  if (!here.stepping) step(here);
}

void Kernel::step(Softnet& here) {
  here.stepping = true;
  if (!here.backlog.empty()) {
    Received r = std::move(here.backlog.front());
    here.backlog.pop_front();
    return process(here, std::move(r));
  }
  while (!here.dirty.empty()) {
    Socket& socket = *here.dirty.front();
    if (!socket.owned) return output_one(here, socket);
    here.dirty.pop_front();  // its owner goes on until nothing is left to send
  }
  rest(here);
}

void Kernel::process(Softnet& here, Received r) {
  const KernelCosts& c = config_.costs;
  const bool data = r.segment.payload > 0;
  const Tag tag = r.socket ? r.socket->tag : config_.tag;
  const bool remote = data && r.socket && r.socket->reader_at && r.socket->reader_at != &here;
  if (remote) probe_.count(count_remote_skbs, tag);
  const Job job{Context::softirq,
                Book::stack,
                c.cycles(c.socket_lock + (remote ? c.remote_socket : 0) +
                         (!data         ? c.ack_rx
                          : config_.gro ? c.rx_per_gro_skb
                                        : c.rx_per_packet)),
                tag,
                data ? &stage_stack_in : nullptr,
                r.segment.payload};
  auto held = std::make_unique<Received>(std::move(r));
  here.core.run(job, [this, &here, held = std::move(held)] {
    const Here at(here_, here.core);
    deliver(here, *held);
    step(here);
  });
}

void Kernel::output_one(Softnet& here, Socket& socket) {
  const auto segment = next_segment(socket);
  if (!segment) {
    here.dirty.pop_front();
    arm(socket);
    return step(here);
  }
  socket.owned = true;
  const Stage* stage = segment->payload > 0 ? &stage_stack_out : nullptr;
  auto held = std::make_unique<tcp::SegmentOut>(*segment);
  here.core.run({Context::softirq, Book::stack, cost_of(*segment), socket.tag, stage, segment->payload},
                [this, &here, &socket, held = std::move(held)] {
                  emit(socket, *held);
                  socket.owned = false;
                  step(here);
                });
}

void Kernel::rest(Softnet& here) {
  here.stepping = false;
  for (Napi& napi : napis_) {
    if (&napi.home != &here || !napi.polling) continue;
    device_.refill(napi.queue);
    device_.drain();
    if (napi.polled == config_.costs.napi_weight) {
      poll(napi);
      continue;
    }
    napi.polling = false;
    if (config_.adaptive_moderation) adapt(napi);
    device_.enable_interrupt(napi.queue);
  }
}

void Kernel::open_passively(Softnet& here, const Received& r) {
  if (!(r.segment.header.flags & wire::tcp_syn) || r.segment.header.flags & wire::tcp_ack) return;
  for (const auto& listener : listeners_) {
    if (listener->port != r.first.header.destination_port) continue;
    Socket& s = make_socket(listener->port, r.first.source, r.first.header.source_port, config_.tag);
    s.home = &here;
    s.connection.accept(timeline_.now(), r.segment);
    here.dirty.push_back(&s);
  }
}

void Kernel::deliver(Softnet& here, Received& r) {
  if (!r.socket) r.socket = demultiplex(r.first);  // it may have been opened since the poll
  if (!r.socket) {
    open_passively(here, r);
    for (const auto& f : r.payload) device_.give_back(f.buffer);
    return;
  }
  Socket& s = *r.socket;
  s.home = &here;
  pin(here, s);
  const std::uint64_t acked_before = s.connection.acknowledged();
  const tcp::Arrival a = s.connection.segment_arrived(timeline_.now(), r.segment);
  probe_.count(count_transport, s.tag);

  s.silent_since = timeline_.now();
  std::uint32_t at = 0;  // of the fragment in the segment's payload
  for (ReceiveQueue::Fragment f : r.payload) {
    const std::uint32_t begin = std::max(at, a.skip), end = std::min(at + f.bytes, a.skip + a.length);
    const std::uint32_t from = at;
    at += f.bytes;
    if (begin >= end ||
        !s.receive_queue.store(a.offset + begin - a.skip, {f.addr + begin - from, end - begin, f.buffer})) {
      device_.give_back(f.buffer);
      probe_.count(count_discarded, s.tag, wire_octets(r.first.payload_offset + f.bytes));
    }
  }
  s.receive_queue.in_order_up_to(s.connection.readable_up_to());
  s.send_buffer.release_before(s.connection.acknowledged());

  if (s.connection.acknowledged() > acked_before) {
    wake(s.writer);
    if (s.connection.acknowledged() == s.connection.given()) {
      probe_.moment(moment_acked, s.tag, {{"bytes", s.connection.acknowledged()}});
      for (const auto& call : on_acked_) call(s);
    }
  }
  if (s.receive_queue.readable() > 0 || s.connection.peer_finished()) wake(s.reader);
  if (a.established) {
    wake(s.connector);
    for (const auto& listener : listeners_) {
      if (listener->port != s.local_port) continue;
      listener->ready.push_back(&s);
      wake(listener->acceptor);
      notify(*listener, s.tag);
    }
  }
  if (a.failed) {
    for (Waiter* w : {&s.reader, &s.writer, &s.connector}) wake(*w);
  }
  notify(s, s.tag);
  look_again();
  here.dirty.push_back(&s);
  report(s);
}

}  // namespace rocelab::host
