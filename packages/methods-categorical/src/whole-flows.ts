import type { Rng } from '@sdc/core'
import type { TransitionMatrix } from './transition-matrix.js'

/** Maximum number of bits of a fraction. */
const MOST_BITS = 30

/**
 * Rounds the flows t_k·R_kl of an invariant matrix to whole records, with every row and column sum preserved. The
 * records that move from k to l leave every category with exactly as many records as before.
 *
 * Each flow is rounded up or down by chance, and is t_k·R_kl on average (Cox 1987, unbiased controlled rounding). The
 * fractions form a graph of rows and columns without a node of one edge, so there is a cycle. Along it fractions are
 * raised and lowered in turn, by the largest step that one of both directions allows. The direction is drawn with the
 * probability that preserves every mean. Each cycle makes at least one flow whole.
 *
 * Sums are exact since the flows are in units of 2⁻ᵇ. Those off the diagonal, which are symmetric for the matrix PQ,
 * are rounded down to units, and the diagonal has the rest of t_k.
 *
 * @param counts - t, L whole numbers.
 * @param matrix - L × L, invariant with symmetric flows: PQ, also within a band or mixed with the identity.
 * @param rng - Source of one number per cycle.
 * @returns L rows of L whole numbers; row k and column k sum to t_k.
 *
 * Cost: O(L²) to make, and at most O(L) for each of up to L² cycles, mostly of four flows.
 * Source: Cox 1987.
 */
export function wholeFlows(counts: Float64Array, matrix: TransitionMatrix, rng: Rng): Float64Array[] {
  const unit = unitFor(counts.reduce((sum, count) => sum + count, 0))
  const size = counts.length
  const flows = inUnits(counts, matrix, unit)
  const fractions = Int32Array.from(flows, (flow) => flow % unit)
  const whole = flows.map((flow, i) => (flow - fractions[i]) / unit)
  roundCycles(fractions, size, unit, rng)
  // A fraction ended as 0 or as a whole record.
  for (let i = 0; i < whole.length; i++) if (fractions[i] === unit) whole[i]++
  return Array.from(counts, (_, k) => whole.slice(k * size, (k + 1) * size))
}

/** Returns the number of units of a record: sums over all records stay whole numbers below 2⁵². */
function unitFor(records: number): number {
  let unit = 1
  for (let bits = 0; bits < MOST_BITS && 2 * unit * records <= 2 ** 52; bits++) unit *= 2
  return unit
}

function inUnits(counts: Float64Array, matrix: TransitionMatrix, unit: number): Float64Array {
  const size = counts.length
  const flows = new Float64Array(size * size)
  for (let k = 0; k < size; k++) flows[k * size + k] = counts[k] * unit
  for (let k = 0; k < size; k++) {
    for (let l = k + 1; l < size; l++) {
      // The excess over the row from rounding the matrix stays on the diagonal.
      const wanted = Math.floor(counts[k] * matrix[k][l] * unit)
      const flow = Math.min(wanted, flows[k * size + k], flows[l * size + l])
      flows[k * size + l] = flow
      flows[l * size + k] = flow
      flows[k * size + k] -= flow
      flows[l * size + l] -= flow
    }
  }
  return flows
}

/** Makes every fraction 0 or the unit, along cycles of the other fractions. */
function roundCycles(fractions: Int32Array, size: number, unit: number, rng: Rng): void {
  // Nodes are rows from 0 and columns from `size`; entries before `from` are no longer fractions.
  const from = new Int32Array(2 * size)
  const at = new Int32Array(2 * size).fill(-1)
  const path: number[] = []
  const edge = (node: number, other: number): number =>
    node < size ? node * size + other - size : other * size + node - size
  const isFraction = (node: number, other: number): boolean => {
    const fraction = fractions[edge(node, other)]
    return fraction !== 0 && fraction !== unit
  }
  const firstOther = (node: number): number => (node < size ? size : 0)
  /**
   * Returns a node that shares a fraction with this one, other than the one the path came from; −1 if there is none.
   */
  const next = (node: number, came: number): number => {
    const base = firstOther(node)
    while (from[node] < size && !isFraction(node, base + from[node])) from[node]++
    for (let i = from[node]; i < size; i++) if (base + i !== came && isFraction(node, base + i)) return base + i
    return -1
  }
  const walk = (node: number): void => {
    at[node] = path.length
    path.push(node)
  }
  for (let row = 0; row < size; row++) {
    walk(row)
    while (path.length > 0) {
      const node = path[path.length - 1]
      const to = next(node, path.at(-2) ?? -1)
      if (to < 0) at[path.pop() ?? 0] = -1
      else if (at[to] < 0) walk(to)
      else {
        const cycle = [...path.slice(at[to]), to].flatMap((one, i, all) => (i === 0 ? [] : [edge(all[i - 1], one)]))
        roundOne(fractions, cycle, unit, rng)
        // The cycle is removed, and with it the path along it: the path now ends at the start of the cycle.
        for (const one of path.splice(at[to] + 1)) at[one] = -1
      }
    }
  }
}

/** Raises the fractions of a cycle at even places and lowers the others, or the other way round. */
function roundOne(fractions: Int32Array, cycle: readonly number[], unit: number, rng: Rng): void {
  let up = unit
  let down = unit
  cycle.forEach((one, i) => {
    const fraction = fractions[one]
    const [above, below] = i % 2 === 0 ? [unit - fraction, fraction] : [fraction, unit - fraction]
    up = Math.min(up, above)
    down = Math.min(down, below)
  })
  const step = rng.uniform() * (up + down) < down ? up : -down
  cycle.forEach((one, i) => (fractions[one] += i % 2 === 0 ? step : -step))
}
