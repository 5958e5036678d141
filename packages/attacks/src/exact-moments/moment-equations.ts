import { isMissing, numericValues, option, SdcError, type Column, type Dataset } from '@sdc/core'
import type { GroupRecords } from './group-records.js'

/** Moments of one column in one group of the released file, in whole steps of its unit from a centre. */
export interface ColumnMoments {
  readonly unit: number
  readonly centre: number
  /** A row of ones and the given columns, of the unknown records. */
  readonly rows: readonly Float64Array[]
  /** A·x over the unknown records. */
  readonly totals: Float64Array
  readonly slack: Float64Array
  /** Σx² over the unknown records. */
  readonly squares: number
  readonly squaresSlack: number
  /** Tolerance of one value. */
  readonly error: number
}

/**
 * Returns the values of a part of a column, in steps of the unit from its centre.
 *
 * @param values - Column.
 * @param rows - Records of the part.
 * @param scale - Unit and centre.
 */
export function inSteps(
  values: Float64Array,
  rows: Int32Array,
  { unit, centre }: Pick<ColumnMoments, 'unit' | 'centre'>,
): Float64Array {
  return Float64Array.from(rows, (row) => (values[row] - centre) / unit)
}

export interface MomentsOptions {
  /** Rounding error of one released value, as a share of the largest of its group. */
  readonly tolerance: number
  /** Factor by which the masking multiplied variances. */
  readonly inflation: number
}

/**
 * Makes the equations of the unknown records of a group: the released moments less the contribution of the known
 * records.
 *
 * Variances are taken about the mean, then divided by the inflation. Given columns are centred and scaled; a
 * categorical one becomes an indicator of each category.
 *
 * @param released - Released file.
 * @param known - Records that the intruder knows.
 * @param name - Column.
 * @param group - Group.
 * @param given - Columns on which the masking conditioned.
 * @param unit - Step of the values; null for 1 without a grid.
 * @param options - Tolerance of a value, and the inflation of variances.
 * @returns The equations.
 * @throws MISSING_VALUES if a given column is incomplete.
 */
export function columnMoments(
  released: Dataset,
  known: Dataset | undefined,
  name: string,
  group: GroupRecords,
  given: readonly string[],
  unit: number | null,
  { tolerance, inflation }: MomentsOptions,
): ColumnMoments {
  const y = numericValues(released, name)
  const mean = group.released.reduce((sum, row) => sum + y[row], 0) / group.released.length
  const step = unit ?? 1
  const scale = { unit: step, centre: unit === null ? mean : step * Math.round(mean / step) }
  const masked = inSteps(y, group.released, scale)
  const own = known ? inSteps(numericValues(known, name), group.known, scale) : new Float64Array(0)
  const design = designOf(released, known, group, given)
  const largest = group.released.reduce((most, row) => Math.max(most, Math.abs(y[row])), 0)
  const error = (tolerance * largest) / step

  const offset = masked.reduce((sum, value) => sum + value, 0) / masked.length
  const spread = masked.reduce((sum, value) => sum + (value - offset) * (value - offset), 0) / inflation
  const squaresOfAll = spread + masked.length * offset * offset
  const sizes = masked.reduce((sum, value) => sum + Math.abs(value), 0)
  return {
    ...scale,
    rows: design.map(({ unknown }) => unknown),
    totals: Float64Array.from(design, (a) => product(a.released, masked) - product(a.known, own)),
    slack: Float64Array.from(design, (a) => error * a.released.reduce((sum, one) => sum + Math.abs(one), 0)),
    squares: squaresOfAll - product(own, own),
    squaresSlack: 2 * error * sizes + masked.length * error * error,
    error,
  }
}

/** Column of the design for the released, the known and the unknown records. */
type Design = Readonly<Record<'released' | 'known' | 'unknown', Float64Array>>

function designOf(
  released: Dataset,
  known: Dataset | undefined,
  group: GroupRecords,
  given: readonly string[],
): Design[] {
  const ones: Design = {
    released: new Float64Array(group.released.length).fill(1),
    known: new Float64Array(group.known.length).fill(1),
    unknown: new Float64Array(group.unknown.length).fill(1),
  }
  const columns = given.flatMap((name) => {
    const codings = codingsOf(released.column(name), name, group.released)
    const own = known?.column(name)
    return codings.map((coding): Design => ({
      released: Float64Array.from(group.released, (row) => coding(released.column(name), row)),
      known: own ? Float64Array.from(group.known, (row) => coding(own, row)) : new Float64Array(0),
      unknown: Float64Array.from(group.unknown, (row) => coding(released.column(name), row)),
    }))
  })
  return [ones, ...columns]
}

/** Returns the numbers of a given column: itself, centred and scaled; an indicator for each category but one. */
function codingsOf(column: Column, name: string, rows: Int32Array): ((column: Column, row: number) => number)[] {
  const missing = rows.find((row) => isMissing(column, row))
  if (missing !== undefined) {
    const message = `column "${name}" is missing in record ${missing + 1}, so its sums are unknown`
    throw new SdcError(
      'MISSING_VALUES',
      message,
      { column: name, row: missing + 1 },
      `Leave it out of ${option('given')}.`,
    )
  }
  if (column.kind === 'numeric') {
    const centre = rows.reduce((sum, row) => sum + column.values[row], 0) / rows.length
    const scale = rows.reduce((most, row) => Math.max(most, Math.abs(column.values[row] - centre)), 0) || 1
    return [(one, row) => (numberOf(one, row) - centre) / scale]
  }
  const labels = [...new Set(Array.from(rows, (row) => column.levels[column.codes[row]]))]
  return labels.slice(1).map((label) => (one: Column, row: number) => Number(labelOf(one, row) === label))
}

function numberOf(column: Column, row: number): number {
  return column.kind === 'numeric' ? column.values[row] : Number.NaN
}

function labelOf(column: Column, row: number): string | undefined {
  return column.kind === 'categorical' ? column.levels[column.codes[row]] : undefined
}

/**
 * Computes Σ a·b.
 *
 * @param a - n numbers.
 * @param b - n numbers.
 */
export function product(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0)
}

/** Possible steps of the values of a file, the coarsest first. */
const units = [1, 0.1, 0.01, 0.001, 0.0001] as const

/** Share of a step: a sum with a larger error cannot be recognised as a multiple of the step. */
const TELLING = 0.05

/**
 * Finds the step of the original values, as disclosed by exact moments. It is the coarsest of 1, 0.1, …, 0.0001 that
 * divides the sum of every group and whose square divides the sum of squares; null if none does.
 *
 * @param y - Released column.
 * @param groups - Groups that were masked separately.
 * @param tolerance - Tolerance of a value, as a share of the largest of its group.
 * @param withSquares - True if Σy² = Σx² is known, too.
 * @returns The step.
 */
export function unitOfMoments(
  y: Float64Array,
  groups: readonly GroupRecords[],
  tolerance: number,
  withSquares: boolean,
): number | null {
  const fits = (unit: number): boolean =>
    groups.every(({ released }) => {
      const mean = released.reduce((sum, row) => sum + y[row], 0) / released.length
      const values = inSteps(y, released, { unit, centre: unit * Math.round(mean / unit) })
      const error = (tolerance * released.reduce((most, row) => Math.max(most, Math.abs(y[row])), 0)) / unit
      const slack = error * released.length
      if (
        slack >= TELLING ||
        !isWhole(
          product(
            values,
            values.map(() => 1),
          ),
          slack,
        )
      )
        return false
      const squaresSlack = 2 * error * values.reduce((sum, value) => sum + Math.abs(value), 0)
      return !withSquares || squaresSlack >= TELLING || isWhole(product(values, values), squaresSlack)
    })
  return units.find(fits) ?? null
}

/** True if a sum is a whole number, up to its slack and the rounding of the summation. */
function isWhole(sum: number, slack: number): boolean {
  return Math.abs(sum - Math.round(sum)) <= slack + 1e-9 * (1 + Math.abs(sum))
}
