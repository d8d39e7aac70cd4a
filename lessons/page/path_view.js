// Both paths as a picture: what a machine is made of, lit where something happens at this moment.
import { html } from "./dom.js";
import { host_boxes, lit_at } from "./boxes.js";
import { sort_of, under_way_at } from "./ladder.js";
import { duration, grouped } from "./quantity.js";
import { last_at } from "./spans.js";
import { link_to } from "./hash.js";

const most_dots = 24;

export function path_view(facts, words) {
  const lanes = facts.lanes.map((lane) => lane_card(facts, words, lane));
  const element = html("section", { id: "paths" }, html("h2", {}, words.say("page.paths")),
    html("div", { class: "lanes" }, lanes.map((l) => l.element)), html("p", { class: "note" }, words.say("page.paths_how")));
  return { element, update: (state) => lanes.forEach((l) => l.update(state)) };
}

/// The two ends of the lane's first flow; further hosts are in the ladder.
function ends(lane) {
  const flow = lane.flows[0];
  return flow ? [flow.from, flow.to] : ["local", "peer"];
}

function lane_card(facts, words, lane) {
  const [from, to] = ends(lane);
  const hosts = [host_stack(words, lane, from, "local"), host_stack(words, lane, to, "peer")];
  const network = network_part(words, lane);
  const told = html("p", { class: "told" });
  const further = Object.keys(lane.hosts).length - 2;
  const element = html("article", { class: "card", "data-lane": lane.name },
    html("h3", {}, lane.name, html("small", {}, words.say("path." + lane.path))),
    html("div", { class: "path" }, hosts[0].element, network.element, hosts[1].element), told,
    lane.failure ? html("p", { class: "failed" }, `✗ ${words.say("value.failed")}: ${lane.failure.code} · ${words.of(lane.failure.why)}`) : null,
    further > 0 ? html("p", { class: "note" }, words.say("page.further_hosts", { n: further })) : null);
  const moments = facts.moments.filter((m) => m.lane === lane.name);

  function update({ t }) {
    const lit = lit_at(facts, lane.name, t);
    hosts.forEach((host) => host.update(lit.filter((l) => l.host === host.name)));
    network.update(lit.filter((l) => l.host === ""), dots(t), facts);
    const moment = moments[last_at(moments, t, (m) => m.t)];
    told.replaceChildren(...(moment
      ? [html("a", { href: link_to(moment.t), class: "letter" }, moment.mark), " ", words.of(moment.text)]
      : [words.say("page.nothing_yet")]));
  }

  /// Only frames between the two ends are drawn as dots.
  function dots(t) {
    const index = (name) => facts.hosts.findIndex((h) => h.lane === lane.name && h.name === name);
    const [local, peer] = [index(from), index(to)];
    return under_way_at(facts, lane.name, t)
      .filter(({ frame }) => [local, peer, -1].includes(frame.from) && [local, peer, -1].includes(frame.to))
      .map(({ frame, way }) => {
        const rightward = frame.from === local || (frame.from < 0 && frame.to === peer);
        const along = frame.from < 0 ? 0.5 + way / 2 : way;
        return { frame, left: rightward ? along : 1 - along, rightward };
      });
  }

  return { element, update };
}

/// What the summary counted in each box, from t0 to the end of the lane's window.
function figure(words, lane, end, box) {
  const cpu = lane.cpu_ns[end];
  const transport = (where) => (lane.transport_in === where ? " · " + words.say("page.transport_here") : "");
  switch (box) {
    case "app":
      return words.say("page.cpu_time", { time: duration(cpu.user * 1000) });
    case "kernel":
      return words.say("page.cpu_time", { time: duration((cpu.total - cpu.user) * 1000) }) + transport("kernel");
    case "memory":
      return words.say("page.moved", { bytes: grouped(lane.memory_bytes[end]) });
    case "pcie":
      return words.say("page.by_dma", { bytes: grouped(lane.dma_bytes[end]) });
    default:
      return transport("nic").replace(" · ", "");
  }
}

/// A kernel that spent no time on the message is drawn as passed by.
const passed_by = (lane, end, box) => box === "kernel" && lane.cpu_ns[end].total - lane.cpu_ns[end].user === 0;

function host_stack(words, lane, name, end) {
  const home = (what) => lane.stages.find((s) => s.id === what && s.host !== "network")?.host;
  const boxes = host_boxes.map((box) => {
    const now = html("span", { class: "now" });
    const element = html("div", { class: "box " + (passed_by(lane, end, box) ? "bypassed" : ""), "data-box": box },
      html("b", {}, words.say("page.box." + box)), html("span", { class: "figure" }, figure(words, lane, end, box)), now);
    return { box, element, now };
  });
  const element = html("div", { class: "host", "data-host": name },
    html("h4", {}, words.say("page.host." + end), end === name ? "" : ` (${name})`), boxes.map((b) => b.element));

  function update(lit) {
    for (const { box, element: div, now } of boxes) {
      const here = lit.filter((l) => l.box === box);
      div.classList.toggle("lit", here.length > 0);
      now.textContent = here.map((l) => "● " + words.work(l.what, end, home(l.what))).join(" ");
    }
  }
  return { element, update, name };
}

function network_part(words, lane) {
  const line = html("div", { class: "line" });
  const wires = html("div", { class: "box", "data-box": "wire" }, html("b", {}, words.say("page.box.wire")),
    html("span", { class: "figure" }, words.say("page.nic_to_nic", { time: duration(lane.wire.nic_to_nic_ns * 1000) })));
  const switches = html("div", { class: "box", "data-box": "switch" }, html("b", {}, words.say("page.box.switch")));
  const count = html("span", { class: "count" });
  const element = html("div", { class: "network" }, switches, wires, line, count);

  function update(lit, dots) {
    for (const [box, div] of [["wire", wires], ["switch", switches]]) {
      div.classList.toggle("lit", lit.some((l) => l.box === box) || (box === "wire" && dots.length > 0));
    }
    line.replaceChildren(...dots.slice(0, most_dots).map(({ frame, left, rightward }) =>
      html("i", { class: "dot " + sort_of(frame), style: `left:${(left * 100).toFixed(1)}%`, title: frame.word },
        sort_of(frame) === "lost" ? "✕" : rightward ? "▸" : "◂")));
    count.textContent = dots.length > 0 ? words.say("page.frames_under_way", { n: dots.length }) : "";
  }
  return { element, update };
}
