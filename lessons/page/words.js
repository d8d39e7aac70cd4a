// Texts in the chosen language, from the one table of the program (lessons/words).

export function words_in(table, language) {
  const say = (id, values = {}) => {
    const text = table[id]?.[language] ?? id;
    return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
  };
  return {
    language,
    say,
    /// A text that the facts bring in both languages.
    of: (both) => both[language],
    /// What a machine does: a stage, or a heading of a core's ledger. `end` is the one at which it is done, `home` the one
    /// whose stage the lesson counts: at the other end it belongs to the way back of an ACK. READ writes at home.
    work(what, end, home = end) {
      if (what.startsWith("core.")) return say("page." + what);
      if (what === "rdma.dma_write" && end === "local") return say("page.writes_here");
      const stage = say("stage." + what);
      return home === end ? stage : say("page.way_back", { stage });
    },
  };
}
