import type { CategoricalColumn, Column, Dataset } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { balancedStarts } from '../../columns/balanced-starts.js'

/** Maximum number of columns that profiles are made of. */
const MOST_COLUMNS = 20
/** Maximum number of categories of such a column: with more, each has too few records. */
const MOST_LEVELS = 50
/** Classes of a column of numbers. */
const CLASSES = 10

/** Distributions of the categories of a column in other columns. */
export interface Profiles {
  /** Distributions of each category, one after the other; each sums to 1, or to 0 for a category without records. */
  readonly parts: Float64Array
  /** Number of distributions of each category. */
  readonly columns: number
  /** Number of parts of a category. */
  readonly width: number
}

/**
 * Returns distributions of categories in other columns. Numbers are counted in ten classes with nearly as many records
 * each; a missing value is a part of its own.
 *
 * @param data - The file.
 * @param column - The column of the categories.
 * @param others - Names of the other columns; those with more than 50 categories, and more than 20 columns, are
 *   ignored.
 */
export function columnProfiles(data: Dataset, column: CategoricalColumn, others: readonly string[]): Profiles {
  const counted = others
    .map((name) => partsOf(data.column(name)))
    .filter(({ count }) => count > 2 && count <= MOST_LEVELS + 1)
    .slice(0, MOST_COLUMNS)
  const width = counted.reduce((sum, { count }) => sum + count, 0)
  const parts = new Float64Array(column.levels.length * width)
  const totals = new Float64Array(column.levels.length)
  for (const code of column.codes) if (code >= 0) totals[code]++
  let offset = 0
  for (const { codes, count } of counted) {
    column.codes.forEach((own, i) => {
      if (own >= 0) parts[own * width + offset + codes[i] + 1] += 1 / totals[own]
    })
    offset += count
  }
  return { parts, columns: counted.length, width }
}

/** Part of each record, −1 for a missing value, and the number of parts including that of the missing values. */
function partsOf(column: Column): { readonly codes: Int32Array; readonly count: number } {
  if (column.kind === 'categorical') return { codes: column.codes, count: column.levels.length + 1 }
  const sorted = sortedValues(column.values)
  if (sorted.length === 0) return { codes: new Int32Array(column.values.length).fill(-1), count: 1 }
  const runs: number[] = []
  sorted.forEach((value, i) => {
    if (i === 0 || value !== sorted[i - 1]) runs.push(i)
  })
  const breaks = balancedStarts(runs, sorted.length, CLASSES).map((start) => sorted[start])
  const codes = Int32Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return -1
    let own = 0
    while (own + 1 < breaks.length && value >= breaks[own + 1]) own++
    return own
  })
  return { codes, count: breaks.length + 1 }
}
