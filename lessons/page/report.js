// The page of one run: facts in, views out. What the reader does goes into the store; every view follows it.
import { html } from "./dom.js";
import { read_facts } from "./facts.js";
import { range_showing } from "./clock.js";
import { claims_view } from "./claims_view.js";
import { command_of } from "./keys.js";
import { comparison_view, moments_view, stages_view } from "./tables_view.js";
import { controls_view } from "./controls_view.js";
import { instants_of } from "./instants.js";
import { ladder_view } from "./ladder_view.js";
import { make_player } from "./player.js";
import { make_store } from "./store.js";
import { path_view } from "./path_view.js";
import { plots_view } from "./plots_view.js";
import { duration } from "./quantity.js";
import { read_hash, write_hash } from "./hash.js";
import { words_in } from "./words.js";

const wish = (query) => globalThis.matchMedia(query).matches;
const reduced_motion = () => wish("(prefers-reduced-motion: reduce)");

function first_state(facts) {
  const said = read_hash(location.hash);
  const opens = facts.ranges.recorded ? "recorded" : "messages";
  const t = Math.min(said.t ?? Math.max(facts.t0, facts.window?.[0] ?? 0), facts.end);
  return { lang: facts.language, theme: "", speed: 1, playing: false, ...said, t,
    range: range_showing(facts.ranges, said.range ?? opens, t) };
}

function head(facts, words, store) {
  const { lang, theme } = store.state();
  const dark = theme ? theme === "dark" : wish("(prefers-color-scheme: dark)");
  const { summary } = facts;
  return html("header", {},
    html("div", { class: "switches" },
      html("button", { type: "button", id: "language", lang: lang === "zh" ? "en" : "zh",
        onclick: () => store.set({ lang: lang === "zh" ? "en" : "zh" }) }, lang === "zh" ? "English" : "中文"),
      html("button", { type: "button", id: "theme", onclick: () => store.set({ theme: dark ? "light" : "dark" }) },
        words.say(dark ? "page.light" : "page.dark"))),
    html("h1", {}, words.of(summary.title)), html("p", { class: "question" }, words.of(summary.question)),
    html("p", { class: "note" }, `${summary.scenario} · ${words.say("heading.seed")} ${summary.seed}` +
      (summary.lessons.length > 0 ? " · " + words.say("page.lessons", { n: summary.lessons.join(", ") }) : "")));
}

/// Everything in one language. Views that replay are left out where nothing was recorded.
function views_of(facts, words, store, player) {
  const replaying = [controls_view(facts, words, store, player), path_view(facts, words), ladder_view(facts, words, store)];
  const told = [comparison_view(facts, words), claims_view(facts, words)];
  const further = [plots_view(facts, words, store), stages_view(facts, words), moments_view(facts, words)];
  return facts.recorded ? [...replaying, ...told, ...further] : [...told, ...further];
}

function notes(facts, words) {
  if (!facts.recorded) return html("p", { class: "warning" }, words.say("page.not_recorded"));
  const after_t0 = (t) => duration(t - facts.t0);
  const told = [
    facts.window && words.say("page.window", { from: after_t0(facts.window[0]), to: after_t0(facts.window[1]) }),
    facts.busy_until !== null && words.say("page.busy_until", { time: after_t0(facts.busy_until) }),
  ].filter(Boolean);
  return told.length > 0 ? html("p", { class: "notice" }, told.join(" ")) : null;
}

export function show(root, raw) {
  const facts = read_facts(raw);
  const store = make_store(first_state(facts));
  const player = make_player(facts, instants_of(facts), store, reduced_motion);
  let views = [];

  function build() {
    const { lang, theme } = store.state();
    const words = words_in(facts.words, lang);
    document.documentElement.lang = lang;
    document.documentElement.dataset.theme = theme;
    views = views_of(facts, words, store, player);
    root.replaceChildren(head(facts, words, store), ...[notes(facts, words)].filter(Boolean), ...views.map((v) => v.element),
      html("footer", {}, words.say("page.keys")));
    views.forEach((v) => v.update(store.state()));
  }

  let hash_due = false;
  function tell_address() {
    if (hash_due) return;
    hash_due = true;
    // Browsers refuse an address that changes with every picture of a replay.
    setTimeout(() => {
      hash_due = false;
      history.replaceState(null, "", write_hash(store.state()));
    }, 250);
  }

  store.listen((state, before) => {
    if (state.lang !== before.lang || state.theme !== before.theme) build();
    else views.forEach((v) => v.update(state, before));
    tell_address();
  });
  addEventListener("hashchange", () => {
    const said = read_hash(location.hash);
    if (said.t !== undefined) {
      said.t = Math.min(said.t, facts.end);
      said.range = range_showing(facts.ranges, said.range ?? store.state().range, said.t);
    }
    store.set({ ...said, playing: false });
  });
  addEventListener("keydown", (event) => {
    const command = facts.recorded ? command_of(event, document.activeElement) : null;
    if (!command) return;
    event.preventDefault();
    player[command.do](command.by ?? command.n);
  });
  build();
}
