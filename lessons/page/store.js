// What the reader has chosen: where the replay stands, language, colours. Views are told of every change.

export function make_store(state) {
  const listeners = [];
  return {
    state: () => state,
    set(patch) {
      const before = state;
      state = { ...state, ...patch };
      if (Object.keys(patch).some((key) => before[key] !== state[key])) listeners.forEach((tell) => tell(state, before));
    },
    listen: (tell) => listeners.push(tell),
  };
}
