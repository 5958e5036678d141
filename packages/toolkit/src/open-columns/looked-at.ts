import type { Column, Dataset } from '@sdc/core'
import { tieRuns, type TieRuns } from '@sdc/stats'

/** A column as the search for relations looks at it: sorted once, however many columns it is held against. */
export interface LookedAt {
  readonly name: string
  readonly isNumeric: boolean
  /** n numbers, NaN where missing; of categories their codes. */
  readonly values: Float64Array
  /** n classes of equal values, from 0 in ascending order; −1 where missing. */
  readonly classes: Int32Array
  readonly runs: TieRuns
  /** How many values it has, and how many different ones. */
  readonly present: number
  readonly distinct: number
  /** How many records have each class. */
  readonly sizes: Int32Array
  /** The share of the most frequent value, and the sum of the squared shares of all. */
  readonly mode: number
  readonly concentration: number
  /** Of numbers, half a unit of the last digit that they have; 0 where they have more than six decimals. */
  readonly halfUnit: number
  /** What it is read from. */
  readonly column: Column
}

/**
 * Sorts a column and counts its values.
 * @param data - the file
 * @param name - one of its columns
 * @returns the column with its order, classes and frequencies; cost: one sort
 */
export function lookAt(data: Dataset, name: string): LookedAt {
  return lookAtColumn(name, data.column(name))
}

/** Of the texts of a column that may be numbers, so many are. */
const MOSTLY = 0.95

/**
 * Categories read as the numbers that stand in them, as an intruder reads `31,200 EUR`, `0042` or `p17`.
 * @param looked - a column of categories
 * @returns the numbers; undefined where fewer than 95 % of its categories hold one, and for numbers
 */
export function asNumbers({ name, column }: LookedAt): LookedAt | undefined {
  if (column.kind === 'numeric') return undefined
  const numbers = column.levels.map((level) => {
    const digits = level.replaceAll(/[^\d.-]/g, '')
    return digits === '' ? Number.NaN : Number(digits)
  })
  if (numbers.filter(Number.isFinite).length < MOSTLY * numbers.length) return undefined
  const values = Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : numbers[code]))
  return lookAtColumn(name, { kind: 'numeric', values })
}

function lookAtColumn(name: string, column: Column): LookedAt {
  const isNumeric = column.kind === 'numeric'
  const values = isNumeric ? column.values : Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
  const runs = tieRuns(values)
  const { order, starts } = runs
  const distinct = starts.length - 1
  const classes = new Int32Array(values.length).fill(-1)
  const sizes = new Int32Array(distinct)
  let mode = 0
  let concentration = 0
  for (let run = 0; run < distinct; run++) {
    for (let at = starts[run]; at < starts[run + 1]; at++) classes[order[at]] = run
    sizes[run] = starts[run + 1] - starts[run]
    const share = sizes[run] / order.length
    mode = Math.max(mode, share)
    concentration += share * share
  }
  const halfUnit = isNumeric ? halfUnitOf(values) : 0
  const counted = { present: order.length, distinct, sizes, mode, concentration }
  return { name, isNumeric, values, classes, runs, ...counted, halfUnit, column }
}

function halfUnitOf(values: Float64Array): number {
  let scale = 1
  for (let digits = 0; digits <= 6; digits++, scale *= 10) {
    const isWhole = (value: number): boolean => {
      const scaled = value * scale
      return !(Math.abs(scaled - Math.round(scaled)) > 1e-9 * Math.max(1, Math.abs(scaled)))
    }
    if (values.every(isWhole)) return 0.5 / scale
  }
  return 0
}
