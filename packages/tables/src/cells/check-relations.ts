import { option, SdcError, type Relation, type Table } from '@sdc/core'
import { cellName } from '@sdc/tabular'
import type { TableColumns } from '../read/table-columns.js'
import type { TableSource } from '../read/table-source.js'
import type { Slack } from '../read/totals-by-addition.js'

/** How far a total may be from the sum of its cells, of the larger of both: decimals have been rounded to binary. */
const TOLERANCE = 1e-9

/**
 * How far sums may be off: by rounding to binary, and as far as somebody allows.
 *
 * @param tolerance - A number; `auto`: ½·10⁻ᵈ·(parts + 1), the most that rounding parts and total to d decimals makes.
 * @param decimals - d.
 * @returns The slack of a sum.
 */
export function slackOf(tolerance: TableColumns['tolerance'], decimals = 0): Slack {
  const half = tolerance === 'auto' ? 0.5 * Number(`1e-${decimals}`) : 0
  const fixed = tolerance === 'auto' ? 0 : (tolerance ?? 0)
  return (parts, size) => fixed + half * (parts + 1) + TOLERANCE * size
}

/** Numbers of every cell under the name of their column, −1 of a count that nobody knows, and how far sums may be off. */
export interface Additive {
  readonly name: string
  readonly numbers: ArrayLike<number>
  readonly slack: Slack
  /** Whether these are numbers of contributors, of which −1 says nothing. */
  readonly counts?: boolean | undefined
  /** Contributors who may be in several cells: a total has at least as many as any part, at most as many as all. */
  readonly distinct?: boolean | undefined
}

/**
 * Holds a table to its relations.
 *
 * @param table - Its relations, by the numbers of cells.
 * @param columns - What must add up.
 * @param source - Where the cells stand, for messages.
 * @throws BAD_TABLE for the first total that is not what its parts make, with both and their difference
 */
export function checkRelations(
  table: Pick<Table, 'equations' | 'dimensions' | 'names'>,
  columns: readonly Additive[],
  source: TableSource,
): void {
  for (const relation of table.equations) {
    const [whole] = relation.cells
    for (const column of columns) {
      const { name, numbers } = column
      const difference = excess(relation, column)
      if (difference === 0) continue
      const { sum } = parts(relation, numbers)
      const message = `"${name}" of ${cellName(table, whole)} is ${numbers[whole]}, its ${relation.cells.length - 1} cells sum to ${short(sum)} (${partNames(table, relation)}), a difference of ${short(difference)}`
      throw new SdcError(
        'BAD_TABLE',
        message,
        source.place(whole, name),
        adviceFor(table.equations, column, difference),
      )
    }
  }
}

/** How far a total is from the sum of its cells, where that is farther than it may be; else 0. */
function excess(relation: Relation, { numbers, slack, counts, distinct }: Additive): number {
  const { cells } = relation
  const [whole] = cells
  if (counts && cells.some((cell) => numbers[cell] < 0)) return 0
  const { sum, largest, size } = parts(relation, numbers)
  const difference = numbers[whole] - sum
  if (Math.abs(difference) <= slack(cells.length - 1, Math.max(size, Math.abs(numbers[whole])))) return 0
  return distinct && difference < 0 && numbers[whole] >= largest ? 0 : difference
}

function parts({ cells, signs }: Relation, numbers: ArrayLike<number>): { sum: number; largest: number; size: number } {
  let sum = 0
  let largest = 0
  let size = 0
  for (let i = 1; i < cells.length; i++) {
    sum += signs[i] * numbers[cells[i]]
    size += Math.abs(numbers[cells[i]])
    largest = Math.max(largest, numbers[cells[i]])
  }
  return { sum, largest, size }
}

/** The parts by what tells them from their total: `region=north, south`. */
function partNames(table: Pick<Table, 'dimensions' | 'names'>, { cells }: Relation): string {
  const [whole, ...some] = cells.subarray(0, 6)
  const d = table.dimensions.findIndex(({ codes }) => codes[some[0]] !== codes[whole])
  const { codes, levels } = table.dimensions[Math.max(d, 0)]
  const more = cells.length > 6 ? ', …' : ''
  return `${table.names?.[d] ?? `d${d + 1}`}=${some.map((cell) => levels[codes[cell]]).join(', ')}${more}`
}

/** A difference of doubles, without the digits that rounding made. */
function short(difference: number): string {
  return String(Number(difference.toPrecision(9)))
}

function adviceFor(equations: readonly Relation[], column: Additive, difference: number): string {
  const { name, counts, distinct } = column
  if (distinct === false && difference < 0)
    return `Correct the table; or, where a contributor may be in several cells, say so (${option('distinct')}).`
  const most = equations.reduce((far, relation) => Math.max(far, Math.abs(excess(relation, column))), 0)
  const rounded = counts
    ? ''
    : ` For rounded numbers, ${option('tolerance', short(most))} accepts all sums (or auto, by the decimals).`
  return `Correct "${name}", or say which level is a total (${option('total', 'DIMENSION=CODE')}) and what the levels are parts of (${option('hierarchy')}).${rounded}`
}

/**
 * What may go wrong in the columns of a table that adds up.
 *
 * @param columns - Which there are.
 * @param values - The values.
 * @param slack - How far sums of the values may be off.
 * @param counts - The contributors.
 * @param weights - Their weights, where there are any.
 * @returns What must add up.
 */
export function additiveColumns(
  { value, count, weight, distinct = false }: TableColumns,
  values: Float64Array,
  slack: Slack,
  counts: Int32Array,
  weights: Float64Array | undefined,
): Additive[] {
  const exact = slackOf(undefined)
  return [
    { name: value, numbers: values, slack },
    ...(count === undefined || count === value
      ? []
      : [{ name: count, numbers: counts, slack: exact, counts: true, distinct }]),
    ...(weight === undefined || weights === undefined
      ? []
      : [{ name: weight, numbers: weights, slack: exact, distinct }]),
  ]
}
