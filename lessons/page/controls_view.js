// Play and pause, steps, the slider, speed, the part of the run that is looked at, and the markers A … Z.
import { html } from "./dom.js";
import { speeds, passed } from "./clock.js";
import { duration, grouped, microseconds } from "./quantity.js";
import { last_at } from "./spans.js";
import { link_to } from "./hash.js";

const slider_steps = 10000;

export function controls_view(facts, words, store, player) {
  const button = (word, sign, act, id) => html("button", { type: "button", id, title: words.say(word),
    "aria-label": words.say(word), onclick: act }, sign);
  const play = button("page.play", "▶", player.play, "play");
  const slider = html("input", { type: "range", min: 0, max: slider_steps, id: "scrub", "aria-label": words.say("page.scrub"),
    oninput: () => {
      const [begin, end] = facts.ranges[store.state().range];
      store.set({ t: Math.round(begin + (slider.value / slider_steps) * (end - begin)), playing: false });
    } });
  const choice = (id, word, options, set) => {
    const select = html("select", { id, onchange: () => set(select.value) },
      options.map(([value, text]) => html("option", { value }, text)));
    return { select, element: html("label", {}, words.say(word), " ", select) };
  };
  const range = choice("range", "page.part", Object.keys(facts.ranges).map((r) => [r, words.say("page.range." + r)]),
    (name) => store.set({ range: name, t: facts.ranges[name][0], playing: false }));
  const speed = choice("speed", "page.speed", speeds.map((s) => [s, s + "×"]), (s) => store.set({ speed: Number(s) }));
  const at = html("input", { id: "at", inputmode: "decimal", size: 12, "aria-label": words.say("page.at"), onchange: () => {
    const us = Number(at.value.replace(",", "."));
    if (Number.isFinite(us)) player.go(Math.min(facts.end, Math.max(0, facts.t0 + Math.round(us * 1e6))));
    else update(store.state());
  } });
  const absolute = html("span", { class: "absolute" });
  const pace = html("span", { class: "pace" });
  const now = html("p", { class: "now_told", "aria-live": "polite" });
  const letters = facts.moments.map((m) => ({ m, element: html("a", { href: link_to(m.t), class: "letter",
    title: words.of(m.text) }, m.mark) }));
  const letters_of = (lane) => html("span", {}, html("b", {}, lane.name), " ",
    letters.filter(({ m }) => m.lane === lane.name).map(({ element }) => [element, " "]));

  function update(state) {
    const [begin, end] = facts.ranges[state.range];
    const act = words.say(state.playing ? "page.pause" : "page.play");
    play.textContent = state.playing ? "❚❚" : "▶";
    play.setAttribute("aria-label", act);
    play.title = act;
    slider.value = ((state.t - begin) / (end - begin)) * slider_steps;
    slider.setAttribute("aria-valuetext", microseconds(state.t - facts.t0) + " µs");
    range.select.value = state.range;
    speed.select.value = String(state.speed);
    if (document.activeElement !== at) at.value = microseconds(state.t - facts.t0);
    absolute.textContent = words.say("page.in_waveform", { ps: grouped(state.t) });
    pace.textContent = words.say("page.pace", { time: duration(passed([begin, end], state.speed, 1000)) });
    const current = last_at(facts.moments, state.t, (m) => m.t);
    letters.forEach(({ element }, i) => {
      element.classList.toggle("past", i <= current);
      element.classList.toggle("current", i === current);
    });
    const told = facts.moments[current];
    const text = told ? `${told.mark} · ${told.lane} · ${told.host} · ${words.of(told.text)}` : words.say("page.nothing_yet");
    if (now.textContent !== text) now.textContent = text;
  }

  const element = html("section", { id: "controls", "aria-label": words.say("page.replay") },
    html("div", { class: "buttons" },
      play,
      button("page.back", "◂ " + words.say("page.step"), () => player.step(-1), "back"),
      button("page.forward", words.say("page.step") + " ▸", () => player.step(1), "forward"),
      button("page.previous_marker", "◂ A–Z", () => player.marker(-1), "previous_marker"),
      button("page.next_marker", "A–Z ▸", () => player.marker(1), "next_marker"),
      button("page.first", "|◂", player.first, "first"), button("page.last", "▸|", player.last, "last"),
      speed.element, range.element),
    slider,
    html("div", { class: "position" }, html("label", {}, "t0 + ", at, " µs"), absolute, pace),
    html("nav", { class: "letters", "aria-label": words.say("page.markers") }, facts.lanes.map(letters_of)),
    now);
  return { element, update };
}
