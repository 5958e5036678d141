import type { Dataset } from '@sdc/core'
import { keyClasses, pearson } from '@sdc/stats'
import { indicator } from '@sdc/toolkit/internal'
import { finiteValues } from './decision-columns.js'
import { normalScores } from './normal-scores.js'

/** A categorical key with more levels tells nothing by them: so many means fit any value. */
const MOST_LEVELS = 20
/** Dummies of a key at most, and records of a level at least, in a design. */
const MOST_DUMMIES = 20
const LEAST_RECORDS = 2

/**
 * Share of the variation of a value that a key explains: the adjusted R² of normal scores by the normal scores of a number, the
 * adjusted η² by the levels of a category, at most 20 of them.
 *
 * @param data - The original.
 * @param key - A key.
 * @param scores - Normal scores of the value, NaN where missing.
 * @returns From 0 to 1; 0 where it cannot be computed.
 */
export function explainedByKey(data: Dataset, key: string, scores: Float64Array): number {
  const column = data.column(key)
  if (column.kind === 'categorical')
    return column.levels.length > MOST_LEVELS ? 0 : explainedByLevels(column.codes, scores)
  const own = normalScores(finiteValues(column))
  const rows = Array.from(own.keys()).filter((i) => !Number.isNaN(own[i] + scores[i]))
  if (rows.length < 3) return 0
  const y = Float64Array.from(rows, (i) => scores[i])
  const r = pearson(
    y,
    Float64Array.from(rows, (i) => own[i]),
  )
  return Number.isNaN(r) ? 0 : Math.max(0, 1 - ((1 - r * r) * (rows.length - 1)) / (rows.length - 2))
}

function explainedByLevels(codes: Int32Array, scores: Float64Array): number {
  const rows = Array.from(codes.keys()).filter((i) => codes[i] >= 0 && !Number.isNaN(scores[i]))
  const n = rows.length
  if (n < 2) return 0
  const { ids, sizes } = keyClasses([Int32Array.from(rows, (i) => codes[i])])
  const mean = rows.reduce((sum, i) => sum + scores[i], 0) / n
  const sums = new Float64Array(sizes.length)
  let total = 0
  rows.forEach((i, at) => {
    sums[ids[at]] += scores[i] - mean
    total += (scores[i] - mean) * (scores[i] - mean)
  })
  const between = sums.reduce((sum, one, id) => sum + (one * one) / sizes[id], 0)
  if (!(total > 0) || n <= sizes.length) return 0
  return Math.max(0, 1 - ((1 - between / total) * (n - 1)) / (n - sizes.length))
}

/**
 * The keys that tell of the values: those that explain more than max(1 %, 4/n) of the normal scores of one of them.
 *
 * @param data - The original.
 * @param keys - Names of keys.
 * @param scores - Normal scores of the values.
 * @returns Names, in the order of `keys`.
 */
export function relatedKeys(data: Dataset, keys: readonly string[], scores: readonly Float64Array[]): string[] {
  const least = Math.max(0.01, 4 / data.rows)
  return keys.filter((key) => scores.some((one) => explainedByKey(data, key, one) > least))
}

/**
 * Keys as columns of a regression: numbers as they are; of a category an indicator of each level but the most frequent, of at
 * most twenty with two records or more. A missing category has none.
 *
 * @param data - The original.
 * @param keys - Names of keys.
 * @returns Columns of n numbers, NaN where a number is missing.
 */
export function keyDesign(data: Dataset, keys: readonly string[]): Float64Array[] {
  return keys.flatMap((key) => {
    const column = data.column(key)
    if (column.kind === 'numeric') return [finiteValues(column)]
    return frequentLevels(column.codes, column.levels.length, MOST_DUMMIES, LEAST_RECORDS).map((code) =>
      indicator(column, code),
    )
  })
}

/**
 * The most frequent levels of a column without the very most frequent one, which a regression compares them with.
 *
 * @param codes - By record a level, −1 where missing.
 * @param levels - Number of levels.
 * @param most - Levels at most.
 * @param least - Records of a level at least.
 * @returns Codes by falling number of records; tied ones by code.
 */
export function frequentLevels(codes: Int32Array, levels: number, most: number, least: number): number[] {
  const counts = new Int32Array(levels)
  for (const code of codes) if (code >= 0) counts[code]++
  return [...counts.keys()]
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .slice(1, most + 1)
    .filter((code) => counts[code] >= least)
}
