import { countBelow, countUpTo, log, standardDeviation } from '@sdc/stats'
import {
  distanceFrom,
  isAnyNumber,
  mayBe,
  type CategoryCell,
  type KeyDomain,
  type NumberCell,
  type ReleasedKey,
} from '@sdc/toolkit/internal'

/** Weight of a cell that neither contains the true value nor is near it. */
const MISS = -2.5
/** Distance in standard deviations below which a number is near. */
const NEAR = 0.25
/** Factor of the weight of agreement for a near number, and the smallest share of values in that weight. */
const NEAR_WEIGHT = 0.3
const NEAR_SHARE = 0.05

/**
 * Computes weights of agreement between true values of a key and its released cells, in natural logarithms.
 *
 * A cell that contains the true value: −ln max(1/n, p), with p the share of the n original values that the cell may
 * represent. A blank cell thus has weight 0, and a rare value the greatest. A number at a distance d below ¼ sd: −.3 ln
 * max(p, .05) − d/sd. Else −2.5. Source: Fellegi & Sunter 1969 (weights of agreement); this project (cells that
 * represent several values, near numbers).
 *
 * @param domain - The key of the original.
 * @param key - The released key.
 * @returns Function of an original record that gives the weight of each cell, in an array that the next call
 *   overwrites. It gives undefined if the record's true value is missing. Cost of a call: O(cells).
 */
export function agreementWeights(domain: KeyDomain, key: ReleasedKey): (record: number) => Float64Array | undefined {
  const weights = new Float64Array(key.cells.length)
  if (domain.kind === 'categorical') return categoryWeights(domain, key.cells as readonly CategoryCell[], weights)
  const cells = key.cells as readonly NumberCell[]
  const n = Math.max(1, domain.sorted.length)
  const shares = Float64Array.from(cells, (cell) => numbersIn(domain.sorted, cell) / n)
  const holding = shares.map((share) => -log(Math.max(1 / n, share)))
  const near = shares.map((share) => -NEAR_WEIGHT * log(Math.max(NEAR_SHARE, share)))
  const sd = domain.sorted.length > 1 ? standardDeviation(domain.sorted) : 0
  return (record) => {
    const x = domain.values[record]
    if (Number.isNaN(x)) return undefined
    for (let c = 0; c < cells.length; c++) {
      const d = distanceFrom(cells[c], x)
      weights[c] = d === 0 ? holding[c] : d < NEAR * sd ? near[c] - d / sd : MISS
    }
    return weights
  }
}

function categoryWeights(
  { codes, levels }: Extract<KeyDomain, { kind: 'categorical' }>,
  cells: readonly CategoryCell[],
  weights: Float64Array,
): (record: number) => Float64Array | undefined {
  const counts = new Float64Array(levels.length)
  for (const code of codes) if (code >= 0) counts[code]++
  const n = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  )
  const holding = cells.map(({ members }) => {
    const held = members ? members.reduce((sum, code) => sum + counts[code], 0) : n
    return -log(Math.max(1, held) / n)
  })
  return (record) => {
    const code = codes[record]
    if (code < 0) return undefined
    for (let c = 0; c < cells.length; c++) weights[c] = mayBe(cells[c], code) ? holding[c] : MISS
    return weights
  }
}

/** Counts the original values that a cell may represent. */
function numbersIn(sorted: Float64Array, cell: NumberCell): number {
  if (isAnyNumber(cell)) return sorted.length
  const { low, high, openLow, openHigh, members } = cell
  if (members) return members.reduce((sum, one) => sum + countUpTo(sorted, one) - countBelow(sorted, one), 0)
  const upTo = openHigh && low !== high ? countBelow(sorted, high) : countUpTo(sorted, high)
  return Math.max(0, upTo - (openLow && low !== high ? countUpTo(sorted, low) : countBelow(sorted, low)))
}
