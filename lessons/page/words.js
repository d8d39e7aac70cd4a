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
    /// What a machine does: a stage, or a heading of a core's ledger.
    work: (what) => say(what.startsWith("core.") ? "page." + what : "stage." + what),
  };
}
