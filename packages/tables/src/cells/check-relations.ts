import { option, SdcError, type Relation, type Table } from '@sdc/core'
import { cellName } from '@sdc/tabular'
import type { TableColumns } from '../read/table-columns.js'
import type { TableSource } from '../read/table-source.js'
import type { Slack } from '../read/totals-by-addition.js'

/** Relative tolerance between a total and the sum of its cells: decimals are rounded to binary. */
const TOLERANCE = 1e-9

/**
 * Returns the tolerance of sums: rounding to binary, and a user's tolerance.
 *
 * @param tolerance - A number; `auto`: ½·10⁻ᵈ·(parts + 1), the largest effect of rounding parts and total to d
 *   decimals.
 * @param decimals - d.
 * @returns Tolerance of a sum.
 */
export function slackOf(tolerance: TableColumns['tolerance'], decimals = 0): Slack {
  const half = tolerance === 'auto' ? 0.5 * Number(`1e-${decimals}`) : 0
  const fixed = tolerance === 'auto' ? 0 : (tolerance ?? 0)
  return (parts, size) => fixed + half * (parts + 1) + TOLERANCE * size
}

/** Numbers of every cell with the name of their column, −1 for an unknown count, and the tolerance of sums. */
export interface Additive {
  readonly name: string
  readonly numbers: ArrayLike<number>
  readonly slack: Slack
  /** True for numbers of contributors, with −1 for unknown. */
  readonly counts?: boolean | undefined
  /**
   * True if contributors may be in several cells. A total then has at least as many as its largest part, and at most
   * their sum.
   */
  readonly distinct?: boolean | undefined
}

/**
 * Checks that a table satisfies its relations.
 *
 * @param table - Its relations, by the numbers of cells.
 * @param columns - Columns that must add up.
 * @param source - File of the cells, for messages.
 * @throws BAD_TABLE for the first total that differs from the sum of its parts, with both and their difference
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

/** Difference between a total and the sum of its cells if it exceeds the tolerance; else 0. */
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

/** Names of the parts by the levels that differ from the total: `region=north, south`. */
function partNames(table: Pick<Table, 'dimensions' | 'names'>, { cells }: Relation): string {
  const [whole, ...some] = cells.subarray(0, 6)
  const d = table.dimensions.findIndex(({ codes }) => codes[some[0]] !== codes[whole])
  const { codes, levels } = table.dimensions[Math.max(d, 0)]
  const more = cells.length > 6 ? ', …' : ''
  return `${table.names?.[d] ?? `d${d + 1}`}=${some.map((cell) => levels[codes[cell]]).join(', ')}${more}`
}

/** A difference of doubles without rounding noise. */
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
 * Lists the additive columns of a table.
 *
 * @param columns - Names of the columns.
 * @param values - The values.
 * @param slack - Tolerance of sums of the values.
 * @param counts - Numbers of contributors.
 * @param weights - Sums of their weights, if there are any.
 * @returns The columns that must add up.
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
