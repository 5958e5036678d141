import { commonStep } from '@sdc/stats/internal'
import type { NumberFacts } from './inspection.js'
import type { LookedColumn } from './look-at-column.js'

/** Bases that people round to, the largest first. */
const ROUND = [1_000_000, 500_000, 100_000, 50_000, 10_000, 5000, 1000, 500, 100, 50, 10, 5]
/** Least share of multiples of a base, and least ratio of this share to that by chance, for heaping. */
const HEAPED_SHARE = 0.25
const HEAPED_TIMES = 1.8
/** Fewest values for heaping. */
const HEAPED_FROM = 50

/**
 * Computes statistics of the numbers of a column.
 *
 * @param looked - A numeric column with at least one value.
 * @returns Range, median, step, zeros, negative values, skewness Σ((v − mean)/sd)³/n, and heaping. Cost: O(distinct
 *   values).
 */
export function numberFacts({ column, values, counts, present, distinct }: LookedColumn): NumberFacts {
  const whole = values.every((value) => Number.isInteger(value))
  const step = column.kind === 'numeric' ? commonStep(column.values) : null
  let zeros = 0
  let negatives = 0
  let seen = 0
  let median = values[0]
  for (let r = 0; r < distinct; r++) {
    if (values[r] === 0) zeros = counts[r]
    if (values[r] < 0) negatives += counts[r]
    if (seen < present / 2) median = values[r]
    seen += counts[r]
  }
  const unit = step === null ? null : step.whole / step.scale
  const heaped = unit === null || present < HEAPED_FROM ? null : heapOf(values, counts, present, unit)
  const [least, greatest] = [values[0], values[distinct - 1]]
  return {
    least,
    greatest,
    median,
    whole,
    step: unit,
    zeros,
    negatives,
    skewness: skewness(values, counts, present),
    heaped,
  }
}

/** Values are scaled by the largest difference, so that nothing overflows. */
function skewness(values: Float64Array, counts: Uint32Array, present: number): number | null {
  const base = values[0]
  const range = values[values.length - 1] - base
  if (!(range > 0 && range < Infinity)) return null
  let sum = 0
  for (let r = 0; r < values.length; r++) sum += ((values[r] - base) / range) * counts[r]
  const centre = sum / present
  let [squares, cubes] = [0, 0]
  for (let r = 0; r < values.length; r++) {
    const z = (values[r] - base) / range - centre
    squares += z * z * counts[r]
    cubes += z * z * z * counts[r]
  }
  const sd = Math.sqrt(squares / present)
  return cubes / present / (sd * sd * sd)
}

/** Finds heaping; the expected share of multiples of b by chance is step/b if the values spread far wider than b. */
function heapOf(values: Float64Array, counts: Uint32Array, present: number, step: number): NumberFacts['heaped'] {
  const range = values[values.length - 1] - values[0]
  for (const base of ROUND) {
    if (base * 4 > range || base <= step * 1.5) continue
    let hits = 0
    let others = 0
    for (let r = 0; r < values.length; r++) {
      if (values[r] === 0) continue
      others += counts[r]
      if (values[r] % base === 0) hits += counts[r]
    }
    const share = hits / Math.max(others, 1)
    if (others >= present / 10 && share >= HEAPED_SHARE && share >= (HEAPED_TIMES * step) / base) return { base, share }
  }
  return null
}
