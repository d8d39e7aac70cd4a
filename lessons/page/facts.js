// The facts of a run (lessons/report/report.h) as the views want them. Times are picoseconds from the start of the
// simulation, as in the waveform; nothing here is changed afterwards.

const ps = (ns) => Math.round(ns * 1000);

const frame_of = ([from, to, first, line_time, last, word, payload, transmission, fate, cause], index) => ({
  index, from, to, first, line_time, last, word, payload, transmission, fate, cause,
});

/// Pairs of a flat list of begins and ends.
const pairs = (flat) => flat.filter((_, i) => i % 2 === 0).map((begin, i) => [begin, flat[2 * i + 1]]);

export function read_facts(raw) {
  const { summary, replay } = raw;
  const t0 = ps(summary.t0_ns);
  const lanes = Object.entries(summary.lanes).map(([name, figures]) => ({ name, ...figures }));
  const moments = summary.moments.map((m) => ({ ...m, t: ps(m.t_ns) }));
  const end = Math.max(replay.end, ps(summary.simulated_ns));
  return {
    language: raw.language,
    words: raw.words,
    table: raw.table,
    summary,
    lanes,
    moments,
    t0,
    end,
    recorded: replay.recorded,
    hosts: replay.hosts,
    busy: replay.busy.map((b) => ({ ...b, spans: pairs(b.spans) })),
    frames: replay.frames.map(frame_of),
    window: replay.window,
    frames_seen: replay.frames_seen,
    frames_until: replay.frames_until,
    busy_until: replay.busy_until,
    series: replay.series,
    ranges: ranges_of(lanes, moments, t0, end, replay.window),
  };
}

/// Parts of the run that are looked at by themselves: what comes before t0 takes a hundred times longer than a message.
/// `recorded` is there only where less than the whole run was.
function ranges_of(lanes, moments, t0, end, window) {
  const last = Math.max(
    t0 + 1,
    ...lanes.map((l) => t0 + ps(l.window_ns)),
    ...lanes.flatMap((l) => l.stages.map((s) => t0 + ps(s.end_ns))),
    ...moments.map((m) => m.t),
  );
  const margin = Math.ceil((last - t0) / 40);
  return {
    setup: [0, Math.max(t0, 1)],
    messages: [Math.max(0, t0 - margin), Math.max(Math.min(end, last + margin), t0 + 1)],
    all: [0, Math.max(end, 1)],
    ...(window && { recorded: [window[0], Math.max(window[1], window[0] + 1)] }),
  };
}
