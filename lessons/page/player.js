// Plays the run: moves the state's time while the page is looked at. With reduced motion wished for, it goes from marker
// to marker instead of gliding.
import { passed, range_showing, within } from "./clock.js";
import { next_instant, previous_instant } from "./instants.js";

const still_for = 1500; // milliseconds at a marker

export function make_player(facts, instants, store, reduced_motion) {
  const marks = [...new Set(facts.moments.map((m) => m.t))].sort((a, b) => a - b);
  const range = () => facts.ranges[store.state().range];
  let shown_at = null;

  const pause = () => store.set({ playing: false });
  const go = (t) => store.set({ t, range: range_showing(facts.ranges, store.state().range, t), playing: false });

  function play() {
    const { t, playing } = store.state();
    if (playing) return pause();
    shown_at = null;
    store.set({ playing: true, t: t >= range()[1] ? range()[0] : t });
    requestAnimationFrame(tick);
  }

  function tick(now) {
    const { playing, speed, t } = store.state();
    if (!playing) return;
    const elapsed = shown_at === null ? 0 : now - shown_at;
    if (reduced_motion()) {
      if (shown_at === null || elapsed * speed >= still_for) {
        const next = within(range(), next_instant(marks.filter((m) => m <= range()[1]), t));
        if (shown_at !== null) store.set(next > t ? { t: next } : { t: range()[1], playing: false });
        shown_at = now;
      }
    } else {
      const next = within(range(), t + passed(range(), speed, elapsed));
      store.set({ t: next, playing: next < range()[1] });
      shown_at = now;
    }
    requestAnimationFrame(tick);
  }

  /// The nth stage of the first lane, which is where the course counts its nine.
  function stage(n) {
    const own = facts.lanes[0]?.stages.filter((s) => s.host !== "network") ?? [];
    if (own[n - 1]) go(facts.t0 + Math.round(own[n - 1].start_ns * 1000));
  }

  return {
    play,
    go,
    step: (by) => go((by > 0 ? next_instant : previous_instant)(instants, store.state().t)),
    marker: (by) => go((by > 0 ? next_instant : previous_instant)(marks, store.state().t)),
    first: () => go(range()[0]),
    last: () => go(range()[1]),
    stage,
  };
}
