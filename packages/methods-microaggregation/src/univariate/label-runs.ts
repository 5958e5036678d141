/**
 * Returns the labels of records that were cut into runs: records order[starts[g]] … order[starts[g + 1] − 1] are group
 * g.
 */
export function labelRuns(order: Uint32Array, starts: Uint32Array): Uint32Array {
  const labels = new Uint32Array(order.length)
  for (let group = 0; group + 1 < starts.length; group++) {
    for (let at = starts[group]; at < starts[group + 1]; at++) labels[order[at]] = group
  }
  return labels
}
