// What the viewer's modules promise, without a page around them. Right values come from the rule in each test's name.
import { boxes_of, lit_at } from "/lessons/page/boxes.js";
import { passed, range_showing, within } from "/lessons/page/clock.js";
import { arrived_payload, charts_in, steps_path } from "/lessons/page/curves.js";
import { read_facts } from "/lessons/page/facts.js";
import { read_hash, write_hash } from "/lessons/page/hash.js";
import { instants_of, next_instant, previous_instant } from "/lessons/page/instants.js";
import { command_of } from "/lessons/page/keys.js";
import { follow, frames_in, opening, sort_of, thinned, under_way_at, zoomed } from "/lessons/page/ladder.js";
import { duration, grouped, microseconds, round_step, ticks } from "/lessons/page/quantity.js";
import { csv, curves_csv } from "/lessons/page/save.js";
import { covers, last_at } from "/lessons/page/spans.js";
import { make_store } from "/lessons/page/store.js";
import { words_in } from "/lessons/page/words.js";

const outcome = { ran: 0, failed: [] };
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
function test(name, body) {
  ++outcome.ran;
  const is = (got, wanted) => {
    if (!same(got, wanted)) throw new Error(`${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`);
  };
  try {
    body(is);
  } catch (error) {
    outcome.failed.push(`${name}: ${error.message}`);
  }
}

/// Two hosts, one lane; t0 at 1000 ps; frames: arrived, lost, resent, a pause from the network.
const raw = {
  language: "en", words: {}, table: {},
  summary: {
    t0_ns: 1, simulated_ns: 10, moments: [{ mark: "A", t_ns: 1.5, lane: "tcp" }],
    lanes: { tcp: { window_ns: 4, stages: [{ id: "tcp.1", host: "local", start_ns: 0, end_ns: 3 }] } },
  },
  replay: {
    recorded: true, end: 10000, frames_seen: 4, frames_until: null, busy_until: null, window: null,
    hosts: [{ lane: "tcp", name: "local" }, { lane: "tcp", name: "peer" }],
    busy: [
      { lane: "tcp", host: "local", what: "tcp.2", unit: "cpu", spans: [1000, 1400, 2000, 2400] },
      { lane: "tcp", host: "local", what: "core.copy", unit: "cpu", spans: [1000, 1400] },
      { lane: "tcp", host: "peer", what: "core.softirq", unit: "cpu", spans: [1200, 1300] },
    ],
    frames: [
      [0, 1, 1100, 50, 1500, "a", 100, 1, "arrived"], [0, -1, 1200, 50, null, "b", 100, 1, "lost"],
      [0, 1, 2100, 50, 2500, "b", 100, 2, "arrived"], [-1, 0, 2200, 10, 2210, "PFC", 0, 1, "pause"],
    ],
    series: [
      { lane: "tcp", name: "local.tcp.cwnd", slot: 1, points: [[900, 10, 10, 10], [1600, 5, 12, 7]] },
      { lane: "tcp", name: "local.tcp.ssthresh", slot: 1, points: [[900, 8, 8, 8], [1600, 8, 8, 8]] },
    ],
  },
};
const facts = read_facts(raw);

test("times become whole picoseconds", (is) => {
  is(facts.t0, 1000);
  is(facts.moments[0].t, 1500);
  is(facts.busy[0].spans, [[1000, 1400], [2000, 2400]]);
});
test("the transfer runs from just before t0 to just behind its last stage, window or moment", (is) => {
  is(facts.ranges.messages, [900, 5100]);
  is(facts.ranges.setup, [0, 1000]);
  is(facts.ranges.all, [0, 10000]);
});
test("what was recorded is a range of its own where it is less than the run", (is) => {
  const of_part = read_facts({ ...raw, replay: { ...raw.replay, window: [2000, 3000] } });
  is(facts.ranges.recorded, undefined);
  is(of_part.ranges.recorded, [2000, 3000]);
  is(range_showing(of_part.ranges, "recorded", 2500), "recorded");
  is(range_showing(of_part.ranges, "recorded", 1500), "messages");
  is(read_hash("#range=recorded"), { range: "recorded" });
});
test("a span covers its begin and not its end", (is) => {
  is([999, 1000, 1399, 1400, 2000].map((t) => covers(facts.busy[0].spans, t)), [false, true, true, false, true]);
});
test("the last element at or before a time", (is) => is([0, 1, 2, 9].map((t) => last_at([1, 2, 5], t)), [-1, 0, 1, 2]));
test("instants are every change, once, in order", (is) =>
  is(instants_of(facts), [1000, 1100, 1200, 1300, 1400, 1500, 2000, 2100, 2200, 2210, 2400, 2500]));
test("a step forward and a step back undo each other", (is) => {
  const all = instants_of(facts);
  is(next_instant(all, 1000), 1100);
  is(previous_instant(all, 1100), 1000);
  is(previous_instant(all, 1150), 1100);
  is(previous_instant(all, 1000), 1000);
  is(next_instant(all, 2500), 2500);
});
test("a copy lights kernel and memory", (is) => is(boxes_of({ what: "tcp.8", unit: "cpu" }), ["kernel", "memory"]));
test("a DMA lights PCIe and memory", (is) => is(boxes_of({ what: "rdma.dma_read", unit: "dma" }), ["pcie", "memory"]));
test("the ledger is told only where no stage tells more", (is) => {
  is(lit_at(facts, "tcp", 1250).map((l) => `${l.host} ${l.box} ${l.what}`),
    ["local kernel tcp.2", "local memory tcp.2", "peer kernel core.softirq"]);
  is(lit_at(facts, "tcp", 1400), []);
});
test("a range takes twenty seconds at speed 1", (is) => {
  is(passed([0, 20000], 1, 1000), 1000);
  is(passed([0, 20000], 0.1, 1000), 100);
});
test("time stays inside its range", (is) => is([within([5, 9], 1), within([5, 9], 7), within([5, 9], 10)], [5, 7, 9]));
test("a marker before t0 is shown in the set-up", (is) => {
  is(range_showing(facts.ranges, "messages", 500), "setup");
  is(range_showing(facts.ranges, "messages", 1500), "messages");
  is(range_showing(facts.ranges, "all", 1500), "all");
});
test("what a frame is", (is) => is(facts.frames.map(sort_of), ["ordinary", "lost", "resent", "pause"]));
test("frames of a stretch are those that touch it", (is) => is(frames_in(facts, "tcp", 1240, 1600).map((f) => f.word), ["a", "b"]));
test("a lost frame goes half the way", (is) => {
  is(under_way_at(facts, "tcp", 1250).map((d) => [d.frame.word, d.way]), [["a", 0.375], ["b", 0.5]]);
});
test("thinning keeps what is out of the ordinary and says nothing twice", (is) => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ index, fate: index === 500 ? "lost" : "arrived", transmission: 1 }));
  const few = thinned(many, 100);
  is(few.length <= 100 && few.length > 90, true);
  is(few.some((f) => f.fate === "lost"), true);
  is(few.map((f) => f.index), [...new Set(few.map((f) => f.index))].sort((a, b) => a - b));
  is(thinned(many.slice(0, 100), 100).length, 100);
});
test("a range with few frames opens whole, one with many where they begin", (is) => {
  is(opening(facts, [900, 5100], 10), [900, 5100]);
  is(opening(facts, [900, 5100], 2), [963, 2100]);
});
test("the stretch follows the time", (is) => {
  is(follow([0, 100], 50, [0, 1000]), [0, 100]);
  is(follow([0, 100], 500, [0, 1000]), [480, 580]);
  is(follow([0, 100], 1000, [0, 1000]), [900, 1000]);
});
test("going closer keeps the moment where it is", (is) => is(zoomed([0, 8000], 0.5, 2000, [0, 10000]), [1000, 5000]));
test("payload counts what arrived", (is) => is(arrived_payload(facts, "tcp"), [[1500, 100], [2500, 200]]));
test("what set-up exchanged is no payload of the messages", (is) => {
  is(arrived_payload({ ...facts, t0: 2000 }, "tcp"), [[2500, 100]]);
});
test("what its receiver had no room for is no payload that arrived", (is) => {
  const frames = facts.frames.map((f) => (f.word === "a" ? { ...f, fate: "no_room" } : f));
  is(arrived_payload({ ...facts, frames }, "tcp"), [[2500, 100]]);
});
test("a number that stands still has no curve", (is) => {
  const [chart, ...others] = charts_in(facts, [900, 5100]);
  is(others, []);
  is(chart.curves.map((c) => [c.name, c.points]), [["cwnd", [[900, 10], [1600, 12], [1600, 7]]]]);
});
test("where the NIC does the transport the kernel's windows are not drawn", (is) => {
  is(charts_in({ ...facts, lanes: [{ name: "tcp", transport_in: "nic" }] }, [900, 5100]), []);
});
test("a curve comes in with the value it had and stays at its last", (is) => {
  is(steps_path([[1, 5], [4, 9]], (t) => t, (v) => v, 2, 6), "M2.0,5.0H4.0V9.0H6.0");
});
test("a chart is saved as the changes of its curves in the range, in order of time", (is) => {
  const curves = [{ name: "a", points: [[900, 1], [1_500_000, 3]] }, { name: "b", points: [[2_000, 7], [9_000_000, 8]] }];
  is(curves_csv(curves, [0, 2_000_000], 1_000),
    "us_from_t0,curve,value\r\n-0.000100,a,1\r\n0.001000,b,7\r\n1.499000,a,3\r\n");
});
test("a cell that holds a comma or a quote is quoted", (is) => is(csv([["a,b", 'say "x"', 5]]), '"a,b","say ""x""",5\r\n'));
test("figures have their unit", (is) => {
  is([0, 999, 1000, 12102306, 1.3e9].map(duration), ["0 ns", "0.999 ns", "1 ns", "12.102306 µs", "1.3 ms"]);
  is(microseconds(2500), "0.002500");
  is(grouped(1048576), "1\u202f048\u202f576");
});
test("axes have round steps", (is) => {
  is(round_step(100, 6), 20);
  is(ticks(-3, 10, 3), [0, 5, 10]);
  is(ticks(5, 5, 3), []);
});
test("the address keeps what was chosen, and nothing that cannot be", (is) => {
  const state = { t: 1234567, range: "setup", speed: 0.1, lang: "zh", theme: "dark" };
  is(write_hash(state), "#t=1234.567&range=setup&lang=zh&speed=0.1&theme=dark");
  is(read_hash(write_hash(state)), { lang: "zh", theme: "dark", range: "setup", t: 1234567, speed: 0.1 });
  is(read_hash("#t=-1&lang=fr&range=x&speed=3&theme=<b>"), {});
});
test("keys do what the page says", (is) => {
  const key = (name, more = {}) => command_of({ key: name, ...more }, null);
  is(key("ArrowLeft"), { do: "step", by: -1 });
  is(key("ArrowRight", { shiftKey: true }), { do: "marker", by: 1 });
  is(key("7"), { do: "stage", n: 7 });
  is(key(" "), { do: "play" });
  is([key("0"), key("x"), key("Home", { ctrlKey: true })], [null, null, null]);
});
test("keys stay off while typing, and space presses a button", (is) => {
  is(command_of({ key: "3" }, { tagName: "INPUT" }), null);
  is(command_of({ key: "Home" }, { tagName: "SELECT" }), null);
  is(command_of({ key: " " }, { tagName: "BUTTON" }), null);
  is(command_of({ key: "3" }, { tagName: "BUTTON" }), { do: "stage", n: 3 });
});
test("the store tells of changes alone", (is) => {
  const store = make_store({ a: 1, b: 2 });
  const told = [];
  store.listen((now, before) => told.push([before.a, now.a]));
  store.set({ a: 1 });
  store.set({ a: 3 });
  is(told, [[1, 3]]);
  is(store.state(), { a: 3, b: 2 });
});
test("texts are filled in, and an unknown one is shown, not hidden", (is) => {
  const words = words_in({ hello: { zh: "你好 {n}", en: "hello {n}" } }, "en");
  is(words.say("hello", { n: 3 }), "hello 3");
  is(words.say("nobody.knows"), "nobody.knows");
  is(words.of({ zh: "甲", en: "a" }), "a");
});

test("work at the other end than the lesson counts it is an ACK's way back", (is) => {
  const text = (en) => ({ zh: en, en });
  const words = words_in({ "stage.tcp.7": text("peer's stack"), "stage.rdma.dma_write": text("into the peer"), "page.core.user": text("code"),
    "page.way_back": text("{stage} back"), "page.writes_here": text("into its own") }, "en");
  is(words.work("tcp.7", "peer", "peer"), "peer's stack");
  is(words.work("tcp.7", "local", "peer"), "peer's stack back");
  is(words.work("rdma.dma_write", "local", "local"), "into its own");
  is(words.work("core.user", "local"), "code");
});

globalThis.outcome = outcome;
