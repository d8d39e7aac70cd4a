// The comparison table, the stages and the moments: the summary's own figures, each beside the letters of its moments.
import { html } from "./dom.js";
import { grouped, microseconds } from "./quantity.js";
import { link_to } from "./hash.js";

/// The rows that the course compares.
const of_the_course = new Set(["copies", "syscalls", "transport_in", "peer_cpu", "cpu_stages", "latency", "retained"]);

/// Moments that a row counts, or that its figure ends with.
const moments_of_row = {
  copies: ["tcp.copy_to_kernel", "tcp.copy_to_user"],
  syscalls: ["tcp.write_called", "tcp.read_returned", "rdma.woken"],
  interrupts: ["tcp.interrupt", "rdma.woken"],
  transport_in: ["tcp.handed_to_nic", "rdma.frame_on_wire"],
  peer_cpu: ["tcp.interrupt", "rdma.received"],
  retransmitted: ["tcp.retransmit", "rdma.rewound"],
  timer_idle: ["tcp.timeout", "rdma.timeout"],
  status: ["rdma.failed", "rdma.refused", "rdma.completed", "tcp.read_returned", "verbs.state"],
  setup: ["rdma.registered", "rdma.exchanged", "rdma.qp_moved"],
};

const letter = (words, m) => html("a", { href: link_to(m.t), class: "letter", title: words.of(m.text) }, m.mark);

export function comparison_view(facts, words) {
  const [heading, ...rows] = facts.table[words.language];
  const says_something = (row) => row.slice(1).some((cell) => cell !== "–");
  const body = rows.map((row, i) => ({ row, id: facts.table.rows[i] })).filter(({ row }) => says_something(row));
  const letters = (id, lane) => facts.moments
    .filter((m) => m.lane === lane && (moments_of_row[id] ?? []).includes(m.kind))
    .map((m) => [" ", letter(words, m)]);
  const element = html("section", { id: "comparison" }, html("h2", {}, words.say("heading.table")),
    html("table", {},
      html("thead", {}, html("tr", {}, heading.map((cell) => html("th", { scope: "col" }, cell)))),
      html("tbody", {}, body.map(({ row, id }) => html("tr", { "data-row": id, class: of_the_course.has(id) ? "course" : null },
        html("th", { scope: "row" }, row[0]),
        row.slice(1).map((cell, i) => html("td", {}, cell, letters(id, heading[i + 1]))))))),
    html("p", { class: "note" }, words.say("page.table_how")), failures(facts, words));
  return { element, update() {} };
}

function failures(facts, words) {
  return facts.lanes.filter((l) => l.failure).map((l) => html("aside", { class: "failure" },
    html("h3", {}, words.say("heading.failure"), ` · ${l.name} · ${l.failure.code}`), html("p", {}, words.of(l.failure.why)),
    html("p", {}, html("b", {}, words.say("heading.fix") + ": "), words.of(l.failure.fix))));
}

const cell = (label, ...content) => html("td", { "data-label": label }, content);

export function stages_view(facts, words) {
  const labels = words.say("heading.stage_columns").split("\t");
  const at = (ns) => {
    const t = facts.t0 + Math.round(ns * 1000);
    return html("a", { href: link_to(t) }, microseconds(t - facts.t0));
  };
  const row = (lane, s) => {
    const cells = [lane.name, words.work(s.id, s.host), s.host, words.say("page.unit." + s.unit), at(s.start_ns), at(s.end_ns),
      microseconds(Math.round(s.busy_ns * 1000)), grouped(s.bytes)];
    return html("tr", { class: "unit_" + s.unit }, cells.map((content, i) => cell(labels[i], content)));
  };
  const element = html("section", { id: "stages" }, html("h2", {}, words.say("heading.stages")),
    html("table", { class: "cards" }, html("thead", {}, html("tr", {}, labels.map((l) => html("th", { scope: "col" }, l)))),
      html("tbody", {}, facts.lanes.flatMap((lane) => lane.stages.map((s) => row(lane, s))))));
  return { element, update() {} };
}

export function moments_view(facts, words) {
  const labels = words.say("heading.moment_columns").split("\t");
  const rows = facts.moments.map((m) => ({ m, element: html("tr", {}, cell("", letter(words, m)),
    cell(labels[1], html("a", { href: link_to(m.t) }, microseconds(m.t))), cell(labels[2], microseconds(m.t - facts.t0)),
    cell(labels[3], m.lane), cell(labels[4], m.host), cell("", words.of(m.text))) }));
  const element = html("section", { id: "moments" }, html("h2", {}, words.say("heading.moments")),
    html("table", { class: "cards" },
      html("thead", {}, html("tr", {}, [...labels, ""].map((l) => html("th", { scope: "col" }, l)))),
      html("tbody", {}, rows.map((r) => r.element))));
  return { element, update: ({ t }) => rows.forEach((r) => r.element.classList.toggle("past", r.m.t <= t)) };
}
