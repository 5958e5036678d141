/**
 * Individual ranking by its definition, a reference for tests. Sorts the values, equal ones in the order of the
 * records, forms groups of k in a row with the remainder in the last one, and replaces each value by the mean of its
 * group.
 */
export function plainIndividualRanking(x: Float64Array, k: number): Float64Array {
  const order = [...x.keys()].sort((a, b) => x[a] - x[b] || a - b)
  const groups = Math.floor(order.length / k)
  const masked = new Float64Array(x.length)
  for (let g = 0; g < groups; g++) {
    const group = order.slice(g * k, g === groups - 1 ? undefined : (g + 1) * k)
    const mean = group.reduce((sum, i) => sum + x[i], 0) / group.length
    for (const i of group) masked[i] = mean
  }
  return masked
}
