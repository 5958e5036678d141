import { isMissing, type Column } from '@sdc/core'

/** Maximum number of categories with an indicator of their own among the predictors; the others share one. */
const MOST_INDICATORS = 10

/** A column during an imputation: its cells, and its predictors for other columns. */
export interface ModelColumn {
  readonly name: string
  /** Its values or codes, on a scale with finite sums of squares. */
  readonly cells: Float64Array
  readonly nominal: boolean
  /** Number of categories; 0 for numbers. */
  readonly levels: number
  /** Records without a value, ascending. */
  readonly missing: Int32Array
  /**
   * Predictors for other columns: itself, or an indicator for each of its most frequent categories except the first.
   */
  readonly predictors: readonly Float64Array[]
  /** Gives a record without a value the cell of another. */
  fill(record: number, donor: number): void
}

/**
 * Returns a column at the start of an imputation: a missing number is the mean, a missing category the most frequent
 * one.
 *
 * @param name - Its name.
 * @param column - Its cells, at least one of them with a value.
 * @param source - Output: the record whose value each record has; itself if it has one.
 * @returns The column.
 */
export function modelColumn(name: string, column: Column, source: Int32Array): ModelColumn {
  const nominal = column.kind === 'categorical' && !column.ordered
  const cells = column.kind === 'numeric' ? scaled(column.values) : Float64Array.from(column.codes)
  const lacking: number[] = []
  for (let i = 0; i < cells.length; i++) {
    if (isMissing(column, i)) lacking.push(i)
    source[i] = i
  }
  const missing = Int32Array.from(lacking)
  const levels = column.kind === 'numeric' ? 0 : column.levels.length
  const frequent = nominal ? frequentCodes(cells, levels) : []
  const start = nominal ? frequent[0] : meanOf(cells, column)
  for (const i of missing) cells[i] = start
  const predictors = nominal
    ? frequent.slice(1, MOST_INDICATORS).map((code) => cells.map((cell) => (cell === code ? 1 : 0)))
    : [cells]
  const fill = (record: number, donor: number): void => {
    source[record] = donor
    cells[record] = cells[donor]
    if (nominal) for (const one of predictors) one[record] = one[donor]
  }
  return { name, cells, nominal, levels, missing, predictors, fill }
}

/**
 * Scales to units of the largest value if squares would overflow or vanish; missing values stay, infinite ones become
 * the largest.
 */
function scaled(values: Float64Array): Float64Array {
  let largest = 0
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i])
    if (size > largest && size < Infinity) largest = size
  }
  const unit = largest > 1e100 || (largest > 0 && largest < 1e-100) ? largest : 1
  return values.map((value) => Math.max(-largest, Math.min(largest, value)) / unit)
}

function meanOf(cells: Float64Array, column: Column): number {
  let total = 0
  let count = 0
  for (let i = 0; i < cells.length; i++) {
    if (isMissing(column, i)) continue
    total += cells[i]
    count++
  }
  return total / count
}

/** The codes that occur, the most frequent first. */
function frequentCodes(cells: Float64Array, levels: number): number[] {
  const counts = new Float64Array(levels)
  for (const code of cells) if (code >= 0) counts[code]++
  return [...counts.keys()].filter((code) => counts[code] > 0).sort((a, b) => counts[b] - counts[a] || a - b)
}
