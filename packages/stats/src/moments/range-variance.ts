/**
 * Returns the variances of the stretches of an ascending list: (first, last) ↦ Σ(v − v̄)²/(m − 1) of the m = last −
 * first values from index first to last − 1; NaN for fewer than two.
 *
 * Two stretches A before B have together S = S_A + S_B + δ²·m_A·m_B/(m_A + m_B). Here S is a sum of squares about the
 * mean and δ the difference of the means (Chan, Golub & LeVeque 1983). A binary tree of stretches answers with O(log n)
 * sums. Means are stored as differences from the first value, so that a list far from zero loses no digits. All terms
 * are positive, whereas prefix sums of squares leave the small difference of large sums. Missing values are not
 * allowed. Cost: O(n) and 56n bytes to make, O(log n) per call.
 */
export function rangeVariance(sorted: Float64Array): (first: number, last: number) => number {
  const n = sorted.length
  // Node n + i is value i, node k has the children 2k and 2k + 1; two more nodes collect the answer from both ends.
  const [left, right] = [2 * n, 2 * n + 1]
  const nodes = right + 1
  const counts = new Uint32Array(nodes)
  const firsts = new Float64Array(nodes)
  const excesses = new Float64Array(nodes)
  const squares = new Float64Array(nodes)

  const copy = (node: number, into: number): void => {
    counts[into] = counts[node]
    firsts[into] = firsts[node]
    excesses[into] = excesses[node]
    squares[into] = squares[node]
  }
  /** Joins stretch a with the following stretch b; either may be empty, and `into` may be one of them. */
  const join = (a: number, b: number, into: number): void => {
    if (counts[b] === 0) return copy(a, into)
    if (counts[a] === 0) return copy(b, into)
    const count = counts[a] + counts[b]
    const gap = firsts[b] - firsts[a] + excesses[b] - excesses[a]
    squares[into] = squares[a] + squares[b] + gap * gap * ((counts[a] * counts[b]) / count)
    excesses[into] = excesses[a] + gap * (counts[b] / count)
    firsts[into] = firsts[a]
    counts[into] = count
  }

  counts.fill(1, n, 2 * n)
  firsts.set(sorted, n)
  for (let node = n - 1; node > 0; node--) join(2 * node, 2 * node + 1, node)
  return (first, last) => {
    if (last - first < 2) return Number.NaN
    counts[left] = counts[right] = 0
    for (let low = first + n, high = last + n; low < high; low >>= 1, high >>= 1) {
      if (low & 1) join(left, low++, left)
      if (high & 1) join(--high, right, right)
    }
    join(left, right, left)
    return squares[left] / (counts[left] - 1)
  }
}
