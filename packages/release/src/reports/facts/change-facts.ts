import type { Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { ReportMatrix } from '@sdc/report'
import { hasMissing, mean, standardDeviation } from '@sdc/stats'
import { correlationFacts, numbersOfBoth } from './relation-facts.js'

/** Smallest number of records: with fewer, a change of correlations discloses too much of single ones. */
const FEWEST = 100

/** Rounding step of a change of correlations. */
const STEP = 0.05

/** Tolerance of exact statistics: that of the traits. */
const EXACT = 1e-9

/** Changes of the relations in a file, coarsely. */
export interface ChangeFacts {
  /** Released minus original in steps of .05; undefined if it would disclose too much. */
  readonly matrix?: ReportMatrix | undefined
  /** Largest change, rounded up to a step; undefined for too few records. */
  readonly greatest?: number | undefined
  /** True if every mean is the original's to 1e-9 of its standard deviation. */
  readonly means: boolean
  /** True if every correlation is the original's to 1e-9. */
  readonly correlations: boolean
}

/** Both files, and the masked columns. */
export interface ChangeInput {
  readonly original: Dataset
  readonly masked: Dataset
  /** Masked columns. */
  readonly columns: readonly string[]
  readonly schema?: FileSchema | undefined
  readonly publishParams: boolean
}

/**
 * Returns the changes of correlations and means. The matrix is given only if every numeric column was masked (or
 * parameters are published): between two unmasked columns the change would be zero, which would disclose them.
 *
 * @param input - Both files, and the masked columns.
 * @returns The publishable facts on the change.
 */
export function changeFacts({ original, masked, columns, schema, publishParams }: ChangeInput): ChangeFacts {
  const names = numbersOfBoth({ original, masked, schema })
  const means = names.every((name) => sameMean(values(original, name), values(masked, name)))
  const both = correlationFacts({ original, masked, schema })
  if (!both) return { means, correlations: false }
  const changes = both.before.values.map((row, i) =>
    row.map((before, j) => {
      const after = both.after.values[i][j]
      return before === null || after === null ? null : after - before
    }),
  )
  const all = changes.flat().flatMap((one) => (one === null ? [] : [Math.abs(one)]))
  const correlations = all.length > 0 && all.every((one) => one <= EXACT)
  const counts = [original, masked].map((file) => pairCounts(file, names))
  const enough = (i: number, j: number): boolean => counts.every((pairs) => pairs(i, j) >= FEWEST)
  const isEnough = Math.min(original.rows, masked.rows) >= FEWEST
  const said = changes.map((row, i) => row.map((one, j) => (isEnough && one !== null && enough(i, j) ? one : null)))
  const known = said.flat().flatMap((one) => (one === null ? [] : [Math.abs(one)]))
  const greatest = known.length === 0 ? undefined : rounded(Math.ceil(Math.max(...known) / STEP - EXACT) * STEP)
  const isAllMasked = names.every((name) => columns.includes(name))
  const matrix =
    known.length > 0 && (isAllMasked || publishParams)
      ? { names, values: said.map((row) => row.map((one) => (one === null ? null : inSteps(one)))) }
      : undefined
  return { matrix, greatest, means, correlations }
}

function values(data: Dataset, name: string): Float64Array {
  const column = data.column(name)
  return column.kind === 'numeric' ? column.values : new Float64Array(0)
}

/**
 * Returns the number of records with values in two columns. Visits every column once: for many pairs that takes most of
 * the memory.
 */
function pairCounts(data: Dataset, names: readonly string[]): (i: number, j: number) => number {
  const present = names.map((name) => presence(values(data, name)))
  return (i, j) => {
    const [a, b] = [present[i], present[j]]
    const [one, other] = [a ?? b, b ?? a]
    if (one === undefined || other === undefined) return data.rows
    let count = 0
    for (let r = 0; r < one.length; r++) count += one[r] & other[r]
    return count
  }
}

/** Returns 1 for each record with a value; undefined if all have one. */
function presence(column: Float64Array): Uint8Array | undefined {
  if (!hasMissing(column)) return undefined
  const present = new Uint8Array(column.length)
  for (let i = 0; i < column.length; i++) present[i] = column[i] === column[i] ? 1 : 0
  return present
}

function sameMean(x: Float64Array, y: Float64Array): boolean {
  const [before, after] = [mean(x), mean(y)]
  return before === after || Math.abs(after - before) <= EXACT * standardDeviation(x)
}

/** Rounds to the nearest step; −0 becomes 0. */
function inSteps(one: number): number {
  return rounded(Math.round(one / STEP) * STEP)
}

/** Removes the last digits that a multiple of .05 has in binary. */
function rounded(one: number): number {
  return Number(one.toFixed(2)) + 0
}
