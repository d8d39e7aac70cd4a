// Draws the ladder. What is lost, resent or paused has its own dash and sign, so that no colour is needed to see it.
import { html, svg } from "./dom.js";
import { columns_of, follow, frames_in, opening, sort_of, thinned, zoomed } from "./ladder.js";
import { duration, microseconds, ticks } from "./quantity.js";
import { link_to } from "./hash.js";

const height = 520;
const head = 34;
const top = head + 10; // room for the letter of a stretch's first moment
const most_drawn = 500; // a lane
const most_named = 40; // a lane: words between more lines cannot be read
const word_width = 150;
const signs = { lost: "✕", no_room: "⊘", damaged: "≠", resent: "↻", duplicate: "×2", pause: "‖", under_way: "…", ordinary: "" };

export function ladder_view(facts, words, store) {
  const columns = columns_of(facts).filter((c) => c.hosts.length > 0);
  let view = opening(facts, facts.ranges[store.state().range]);
  let drawn_for = "";
  const picture = svg("svg", { class: "ladder", role: "img", "aria-label": words.say("page.ladder") });
  const note = html("p", { class: "note" });
  const cursor = svg("g", { class: "cursor" });

  const width = () => Math.max(300, element.clientWidth || 960);
  const y = (t) => top + ((t - view[0]) / (view[1] - view[0])) * (height - top - 6);

  function zoom(factor) {
    const { t, range } = store.state();
    view = factor ? zoomed(view, factor, Math.min(Math.max(t, view[0]), view[1]), facts.ranges[range]) : facts.ranges[range];
    update(store.state());
  }
  const button = (word, factor) => html("button", { type: "button", onclick: () => zoom(factor) }, words.say(word));

  function update(state, before = state) {
    if (state.range !== before.range) view = opening(facts, facts.ranges[state.range]);
    view = follow(view, state.t, facts.ranges[state.range]);
    const wanted = view.join() + width();
    if (wanted !== drawn_for) draw();
    drawn_for = wanted;
    const at = Math.min(Math.max(y(state.t), head), height);
    cursor.replaceChildren(
      svg("rect", { class: "future", x: 0, y: at, width: width(), height: Math.max(0, height - at) }),
      svg("line", { x1: 0, x2: width(), y1: at, y2: at }),
    );
  }

  function draw() {
    const gutter = width() < 500 ? 58 : 78;
    const lane_width = (width() - gutter) / columns.length;
    picture.setAttribute("viewBox", `0 0 ${width()} ${height}`);
    let all = 0;
    let drawn = 0;
    const lanes = columns.map((column, i) => {
      const frames = frames_in(facts, column.lane, view[0], view[1]);
      const shown = thinned(frames, most_drawn);
      all += frames.length;
      drawn += shown.length;
      return lane_group(column, gutter + i * lane_width, lane_width, shown);
    });
    picture.replaceChildren(...time_axis(gutter), ...lanes, cursor);
    note.textContent = notes(drawn, all);
  }

  function notes(drawn, all) {
    const said = [words.say("page.drawn", { drawn, all })];
    if (drawn < all) said.push(words.say("page.zoom_in"));
    if (facts.frames_until !== null) {
      const from = duration(facts.frames_until - facts.t0);
      said.push(words.say(facts.window ? "page.first_frames_of_part" : "page.first_frames", { kept: facts.frames.length, seen: facts.frames_seen, from }));
    }
    return said.join(" ");
  }

  function time_axis(gutter) {
    const marks = ticks((view[0] - facts.t0) / 1e6, (view[1] - facts.t0) / 1e6, 9);
    return marks.flatMap((us) => {
      const at = y(facts.t0 + us * 1e6);
      return [
        svg("line", { class: "grid", x1: gutter - 6, x2: width(), y1: at, y2: at }),
        svg("text", { class: "tick", x: gutter - 9, y: at + 4, "text-anchor": "end" }, String(Number(us.toPrecision(10)))),
      ];
    });
  }

  function lane_group(column, left, room, frames) {
    const inset = Math.min(60, room / 5);
    const gap = (room - 2 * inset) / Math.max(1, column.hosts.length - 1);
    const x = new Map(column.hosts.map((host, i) => [host.index, left + inset + i * gap]));
    const lines = column.hosts.map((host) =>
      svg("line", { class: "host", x1: x.get(host.index), x2: x.get(host.index), y1: head, y2: height }));
    const names = column.hosts.map((host) =>
      svg("text", { class: "host_name", x: x.get(host.index), y: 28, "text-anchor": "middle" }, host.name));
    const title = svg("text", { class: "lane_name", x: left + room / 2, y: 13, "text-anchor": "middle" }, column.lane);
    const middle = left + room / 2;
    const named = room > 2.5 * word_width && frames.length <= most_named ? places_for_words() : () => null;
    const marks = frames.map((f) => frame_mark(f, x, middle, named));
    // Frames that began before the stretch go under the names.
    return svg("g", { class: "lane" }, lines, marks.map((m) => m.line), marks.map((m) => m.word), markers(column, x, room),
      svg("rect", { class: "head", x: left, y: 0, width: room, height: head }), title, names);
  }

  /// What a sort of frames is, and why a receiver dropped them.
  function meaning(sort, causes) {
    return words.say("page.sort." + sort, { cause: causes.map((cause) => words.say("page.cause." + cause)).join(" / ") });
  }

  /// The line of a frame and, if there is room, its word: { line, word }.
  function frame_mark(frame, x, middle, named) {
    const sort = sort_of(frame);
    const from = x.get(frame.from) ?? middle;
    // What reached nobody ends half-way: at the switch, or on the cable before it.
    const to = x.get(frame.to) ?? middle;
    const last = frame.last ?? frame.first + frame.line_time;
    const name = `${frame.word}${frame.transmission > 1 ? ` (#${frame.transmission})` : ""}`;
    const on_line = (share) => ({ x: from + (to - from) * share, y: y(frame.first) + (y(last) - y(frame.first)) * share - 3 });
    const only_sign = sort === "lost" || sort === "no_room" || frame.to < 0;
    const place = only_sign ? { x: to, y: y(last) + 4 } : named(on_line);
    const label = only_sign ? signs[sort] : `${signs[sort]} ${name}`.trim();
    const part = (...children) => svg("g", { class: `frame ${sort}`, onclick: () => store.set({ t: frame.first, playing: false }) },
      svg("title", {}, `${name} · ${meaning(sort, [frame.cause])} · ${microseconds(frame.first - facts.t0)} µs`), ...children);
    return {
      line: part(svg("line", { x1: from, y1: y(frame.first), x2: to, y2: y(last) })),
      word: place && label ? part(svg("text", { ...place, "text-anchor": "middle" }, label)) : null,
    };
  }

  /// Finds a place on a frame's line where its word covers no other word; null where there is none.
  function places_for_words() {
    const taken = [];
    return (on_line) => {
      const free = [0.5, 0.27, 0.73].map(on_line).find((p) =>
        !taken.some((other) => Math.abs(other.y - p.y) < 12 && Math.abs(other.x - p.x) < word_width));
      if (free) taken.push(free);
      return free ?? null;
    };
  }

  /// Letters at the host where their moment was; those that would cover each other stand side by side.
  function markers(column, x, room) {
    const free = new Map();
    return facts.moments
      .filter((m) => m.lane === column.lane && m.t >= view[0] && m.t <= view[1])
      .map((m) => {
        const host = column.hosts.find((h) => h.name === m.host) ?? column.hosts[0];
        // Outside the lane, or inside it where the next lane is too near.
        const side = (host === column.hosts[0] ? -1 : 1) * (room > 240 ? 1 : -1);
        const taken = free.get(host.index) ?? [];
        let place = 0;
        while (taken.some((other) => other.place === place && Math.abs(other.at - y(m.t)) < 17)) ++place;
        taken.push({ at: y(m.t), place });
        free.set(host.index, taken);
        const cx = x.get(host.index) + side * (11 + place * 17);
        return svg("a", { href: link_to(m.t), class: "letter" }, svg("title", {}, words.of(m.text)),
          svg("circle", { cx, cy: y(m.t), r: 8 }),
          svg("text", { x: cx, y: y(m.t) + 4, "text-anchor": "middle" }, m.mark));
      });
  }

  const sorts = ["ordinary", "resent", "lost", "no_room", "damaged", "duplicate", "pause", "under_way"];
  const present = sorts.filter((sort) => facts.frames.some((f) => sort_of(f) === sort));
  const causes = [...new Set(facts.frames.flatMap((f) => f.cause ?? []))];
  const legend = html("ul", { class: "legend" }, present.map((sort) => html("li", {},
    svg("svg", { class: "ladder sample", viewBox: "0 0 40 14", "aria-hidden": "true" },
      svg("g", { class: "frame " + sort }, svg("line", { x1: 2, y1: 3, x2: 38, y2: 11 }),
        svg("text", { x: 20, y: 12, "text-anchor": "middle" }, signs[sort]))),
    ` ${signs[sort]} ${meaning(sort, causes)}`)));

  const element = html("section", { id: "ladder" }, html("h2", {}, words.say("page.ladder")),
    html("p", { class: "note" }, words.say("page.ladder_how")),
    html("p", { class: "tools" }, button("page.closer", 0.5), button("page.wider", 2), button("page.whole", 0)),
    picture, legend, note);
  new ResizeObserver(() => update(store.state())).observe(element);
  return { element, update };
}
