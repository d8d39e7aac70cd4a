// Disjoint spans [begin, end) in order of time.

/// Index of the last element of `sorted` with key(element) <= t; -1 before the first.
export function last_at(sorted, t, key = (x) => x) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(sorted[middle]) <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/// Does one of the spans cover t?
export function covers(spans, t) {
  const i = last_at(spans, t, (s) => s[0]);
  return i >= 0 && t < spans[i][1];
}
