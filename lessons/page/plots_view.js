// Plots: what each host's CPU did, payload over time, windows and queues where the run has them.
import { html, svg } from "./dom.js";
import { arrived_payload, charts_in, steps_path } from "./curves.js";
import { duration, grouped, ticks } from "./quantity.js";
import { csv, curves_csv, save_link, svg_text } from "./save.js";

const books = ["user", "syscall", "copy", "stack", "interrupt", "softirq", "scheduling"];
const width = 640;
const height = 190;
const left = 64;
const bottom = 26;

/// One bar a host: every nanosecond of its cores in the window, by heading. The list beside it has the figures.
function ledger(facts, words) {
  const bars = facts.lanes.flatMap((lane) => ["local", "peer"].map((end) => ({ lane: lane.name, end, cpu: lane.cpu_ns[end] })));
  const most = Math.max(1, ...bars.map((b) => b.cpu.total));
  const part = (book, ns) => html("i", { class: "book_" + book, style: `width:${(ns / most) * 100}%`,
    title: `${words.say("page.core." + book)} ${duration(ns * 1000)}` }, ns / most > 0.1 ? words.say("page.core." + book) : "");
  const row = ({ lane, end, cpu }) => {
    const spent = books.filter((book) => cpu[book] > 0);
    const list = spent.map((book) => `${words.say("page.core." + book)} ${duration(cpu[book] * 1000)}`).join(" · ");
    return html("li", {}, html("b", {}, `${lane} ${words.say("page.host." + end)}`), ` ${duration(cpu.total * 1000)}`,
      html("div", { class: "bar" }, spent.map((book) => part(book, cpu[book]))), html("small", {}, list));
  };
  const table = () => csv([["lane", "host", "heading", "ns"],
    ...bars.flatMap(({ lane, end, cpu }) => books.map((book) => [lane, end, book, cpu[book]]))]);
  const caption = words.say("page.ledger");
  return html("figure", { id: "ledger" }, html("figcaption", {}, caption), html("ul", {}, bars.map(row)),
    html("p", { class: "saves" }, save_link(words, caption, `${facts.summary.scenario}-cpu.csv`, table)));
}

/// Steps over the range; clicking goes to that moment. `name` is part of the names of the files it is saved as.
function step_chart(facts, words, store, name, caption, curves, note, until = Infinity) {
  const range = facts.ranges[store.state().range];
  const top = Math.max(1, ...curves.flatMap((c) => c.points.filter(([t]) => t <= range[1]).map(([, v]) => v)));
  const x = (t) => left + ((t - range[0]) / (range[1] - range[0])) * (width - left - 8);
  const y = (v) => 10 + (1 - v / top) * (height - bottom - 10);
  const cursor = svg("line", { class: "cursor", y1: 8, y2: height - bottom });
  const axis = [
    ...ticks(0, top, 4).map((v) => svg("g", {}, svg("line", { class: "grid", x1: left, x2: width - 8, y1: y(v), y2: y(v) }),
      svg("text", { x: left - 6, y: y(v) + 4, "text-anchor": "end" }, short(v)))),
    ...ticks((range[0] - facts.t0) / 1e6, (range[1] - facts.t0) / 1e6, 6).map((us) => svg("text",
      { x: x(facts.t0 + us * 1e6), y: height - 8, "text-anchor": "middle" }, String(Number(us.toPrecision(10))))),
  ];
  const picture = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": caption,
    onclick: (event) => {
      const box = picture.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width * width - left) / (width - left - 8);
      store.set({ t: Math.round(range[0] + Math.min(1, Math.max(0, share)) * (range[1] - range[0])), playing: false });
    } }, axis, curves.map((c, i) => svg("path", { class: "curve curve_" + i, d: steps_path(c.points, x, y, range[0], Math.min(range[1], until)) })), cursor);
  const legend = html("ul", { class: "legend" }, curves.map((c, i) => html("li", {},
    svg("svg", { class: "plot sample", viewBox: "0 0 40 14", "aria-hidden": "true" }, svg("path", { class: "curve curve_" + i, d: "M2,7H38" })),
    " " + c.name)));
  const file = `${facts.summary.scenario}-${name}`;
  const saves = html("p", { class: "saves" },
    save_link(words, caption, file + ".csv", () => curves_csv(curves, range, facts.t0)), " ",
    save_link(words, caption, file + ".svg", () => svg_text(picture)));
  const element = html("figure", {}, html("figcaption", {}, caption), picture, legend, note ? html("p", { class: "note" }, note) : null, saves);
  const update = ({ t }) => {
    const at = x(Math.min(range[1], Math.max(range[0], t)));
    cursor.setAttribute("x1", at);
    cursor.setAttribute("x2", at);
  };
  return { element, update };
}

const short = (v) => (v >= 1e6 ? +(v / 1e6).toPrecision(3) + "M" : v >= 1e4 ? +(v / 1e3).toPrecision(3) + "k" : grouped(v));

export function plots_view(facts, words, store) {
  const room = html("div", { class: "plots" });
  let charts = [];

  function build() {
    const range = facts.ranges[store.state().range];
    const payload = facts.lanes.map((l) => ({ name: l.name, points: arrived_payload(facts, l.name) })).filter((c) => c.points.length > 0);
    charts = payload.length > 0 ? [payload_chart(payload)] : [];
    for (const chart of charts_in(facts, range)) {
      const slot = Math.max(...chart.curves.map((c) => c.slot));
      const notes = [chart.left_out > 0 ? words.say("page.left_out", { n: chart.left_out }) : "",
        slot > 1 ? words.say("page.slots", { time: duration(slot) }) : ""];
      const caption = `${chart.lane}: ${words.say("page.chart." + chart.measure, { where: chart.place })}`;
      charts.push(step_chart(facts, words, store, `${chart.lane}-${chart.measure === "windows" ? chart.place : chart.measure}`, caption, chart.curves, notes.join(" ").trim()));
    }
    room.replaceChildren(ledger(facts, words), ...charts.map((c) => c.element));
  }

  function payload_chart(curves) {
    const bytes = [...new Set(facts.lanes.map((l) => grouped(l.payload_bytes)))].join(" / ");
    const until = facts.frames_until ?? facts.window?.[1] ?? null;
    const cut = until === null ? "" : words.say(facts.window ? "page.payload_of_part" : "page.payload_until",
      { from: duration((facts.window?.[0] ?? 0) - facts.t0), time: duration(until - facts.t0) });
    return step_chart(facts, words, store, "payload", words.say("page.payload"), curves, `${words.say("page.payload_how", { bytes })} ${cut}`.trim(),
      until ?? Infinity);
  }

  function update(state, before = state) {
    if (state.range !== before.range) build();
    charts.forEach((c) => c.update(state));
  }

  build();
  return { element: html("section", { id: "plots" }, html("h2", {}, words.say("page.plots")), room), update };
}
