import { SdcError, type Relation, type Table } from '@sdc/core'
import { cellName } from '@sdc/tabular'
import type { TableColumns } from './table-columns.js'
import type { TableSource } from './table-source.js'

/** How far a total may be from the sum of its cells, of the larger of both: decimals have been rounded to binary. */
const TOLERANCE = 1e-9

/** Numbers of every cell under the name of their column, and whether those of a total may be fewer than its parts'. */
export interface Additive {
  readonly name: string
  readonly numbers: ArrayLike<number>
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
    for (const { name, numbers, distinct } of columns) {
      const { sum, largest, size } = parts(relation, numbers)
      const slack = TOLERANCE * Math.max(size, Math.abs(numbers[whole]))
      const difference = numbers[whole] - sum
      if (Math.abs(difference) <= slack) continue
      if (distinct && difference < 0 && numbers[whole] >= largest) continue
      const message = `the table does not add up: "${name}" of ${cellName(table, whole)} is ${numbers[whole]}, its ${relation.cells.length - 1} cells sum to ${sum} (${partNames(table, relation)}), a difference of ${short(difference)}`
      throw new SdcError(
        'BAD_TABLE',
        message,
        source.place(whole, name),
        adviceFor(numbers, whole, sum, name, distinct),
      )
    }
  }
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

function adviceFor(
  numbers: ArrayLike<number>,
  whole: number,
  sum: number,
  name: string,
  distinct: boolean | undefined,
): string {
  if (distinct === false && numbers[whole] < sum)
    return 'Correct the table; or, where a contributor may be in several cells, say so (--distinct).'
  return `Correct "${name}", or say with --total which level is a total and with --hierarchy what the levels are parts of.`
}

/**
 * What may go wrong in the columns of a table that adds up.
 *
 * @param columns - Which there are.
 * @param values - The values.
 * @param counts - The contributors.
 * @param weights - Their weights, where there are any.
 * @returns What must add up.
 */
export function additiveColumns(
  { value, count, weight, distinct = false }: TableColumns,
  values: Float64Array,
  counts: Int32Array,
  weights: Float64Array | undefined,
): Additive[] {
  return [
    { name: value, numbers: values },
    ...(count === undefined || count === value ? [] : [{ name: count, numbers: counts, distinct }]),
    ...(weight === undefined || weights === undefined ? [] : [{ name: weight, numbers: weights, distinct }]),
  ]
}
