// Where the replay stands and how fast it runs. At speed 1 a range takes twenty seconds of the viewer's time.

export const speeds = [0.1, 0.25, 0.5, 1, 2, 5];
const seconds_a_range = 20;

/// Simulated picoseconds that pass in `elapsed` milliseconds.
export const passed = (range, speed, elapsed) =>
  Math.round(((range[1] - range[0]) / (seconds_a_range * 1000)) * speed * elapsed);

export const within = (range, t) => Math.min(Math.max(t, range[0]), range[1]);

/// The named range that shows t: the current one if it can.
export function range_showing(ranges, current, t) {
  const shows = (name) => ranges[name][0] <= t && t <= ranges[name][1];
  return [current, "recorded", "messages", "setup", "all"].find((name) => ranges[name] && shows(name)) ?? "all";
}
