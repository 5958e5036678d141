import type { Dataset } from '@sdc/core'
import { keyClasses, pearson } from '@sdc/stats'
import { indicator } from '@sdc/toolkit/internal'
import { finiteValues } from './decision-columns.js'
import { normalScores } from './normal-scores.js'

/** Number of levels above which a categorical key counts as unrelated: so many means would fit any value. */
const MOST_LEVELS = 20
/** Largest number of indicators of a key in a design, and smallest number of records of a level with an indicator. */
const MOST_DUMMIES = 20
const LEAST_RECORDS = 2

/**
 * Returns the share of the variation of a value that a key explains, from the normal scores of the value.
 *
 * A key of numbers: adjusted R² by its own normal scores. A key of categories: adjusted η² by its levels, or 0 for more
 * than 20.
 *
 * @param data - The original.
 * @param key - A key.
 * @param scores - Normal scores of the value, NaN if missing.
 * @returns From 0 to 1; 0 if it cannot be computed. Cost: a sort for numbers, O(n) for categories.
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
 * Returns the keys that are related to the values: they explain more than max(1 %, 4/n) of the normal scores of at
 * least one value.
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
 * Returns keys as columns of a regression.
 *
 * Finite numbers are unchanged. Categories have an indicator for each level with two or more records, except the most
 * frequent level, at most twenty in all. A missing category is 0 in every indicator.
 *
 * @param data - The original.
 * @param keys - Names of keys.
 * @returns Columns of n numbers, NaN if a number is missing or infinite.
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
 * Returns the frequent levels of a column without the most frequent one, which is the reference level of a regression.
 *
 * @param codes - Level of each record, −1 if missing.
 * @param levels - Number of levels.
 * @param most - Largest number of returned levels.
 * @param least - Smallest number of records of a returned level.
 * @returns Codes in descending order of their number of records; tied ones by code.
 */
export function frequentLevels(codes: Int32Array, levels: number, most: number, least: number): number[] {
  const counts = new Int32Array(levels)
  for (const code of codes) if (code >= 0) counts[code]++
  return [...counts.keys()]
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .slice(1, most + 1)
    .filter((code) => counts[code] >= least)
}
