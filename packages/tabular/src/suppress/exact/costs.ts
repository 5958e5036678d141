/**
 * Returns the greatest common divisor of costs: if they are whole numbers, two patterns differ by at least this.
 *
 * @param costs - Costs of cells.
 * @returns The divisor; 0 if a cost is not a whole number, or all are 0.
 */
export function costStep(costs: Float64Array): number {
  let step = 0
  for (const cost of costs) {
    if (!Number.isSafeInteger(cost)) return 0
    for (let a = cost, b = step; ; [a, b] = [b, a % b]) {
      if (b === 0) {
        step = a
        break
      }
    }
  }
  return step
}

/** Σ cost over suppressed cells, added in one order. */
export function costOf(costs: Float64Array, status: Uint8Array): number {
  let sum = 0
  for (let c = 0; c < costs.length; c++) if (status[c]) sum += costs[c]
  return sum
}
