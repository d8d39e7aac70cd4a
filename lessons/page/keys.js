// What a key does. Keys stay off while somebody types or moves a slider, and where the browser has a use for them.

const plain = {
  ArrowRight: { do: "step", by: 1 },
  ArrowLeft: { do: "step", by: -1 },
  Home: { do: "first" },
  End: { do: "last" },
};
const takes_keys = new Set(["INPUT", "SELECT", "TEXTAREA"]);
const takes_space = new Set(["BUTTON", "SUMMARY", "A"]);

/// The command of a key event on an element, or null.
export function command_of(event, element) {
  const tag = element?.tagName ?? "";
  if (event.ctrlKey || event.metaKey || event.altKey || takes_keys.has(tag) || element?.isContentEditable) return null;
  if (event.key === " ") return takes_space.has(tag) ? null : { do: "play" };
  if (event.shiftKey && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
    return { do: "marker", by: event.key === "ArrowRight" ? 1 : -1 };
  }
  if (/^[1-9]$/.test(event.key)) return { do: "stage", n: Number(event.key) };
  return plain[event.key] ?? null;
}
