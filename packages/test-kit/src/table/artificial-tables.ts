import { categorical, isMissing, type CategoricalColumn, type Dataset, type Table } from '@sdc/core'
import { artificialFile } from '../shared/artificial.js'

/** Tables of the artificial incomes, with totals, and the equations that hold in them. */
export function artificialTables(): (readonly [string, Table])[] {
  const file = artificialFile()
  return [
    ['one dimension', tableOf(file, ['job'])],
    ['two dimensions', tableOf(file, ['region', 'status'])],
    ['few records', tableOf(artificialFile(3, 'few'), ['region', 'status'])],
    ['one record', tableOf(artificialFile(1, 'few'), ['job'])],
    ['no equations', { ...tableOf(file, ['job']), equations: [] }],
  ]
}

const TOTAL = 'total'

/**
 * Counts, sums of income and the two largest incomes of every combination of categories, empty ones too, and of the totals
 * over each dimension; an equation for every total: the sum of its cells is the total.
 */
export function tableOf(file: Dataset, by: readonly string[]): Table {
  const dimensions = by.map((name) => file.column(name) as CategoricalColumn)
  const slices = dimensions.map(({ levels }) => [...levels, TOTAL])
  const cells = slices.reduce<number[][]>(
    (made, levels) => made.flatMap((cell) => levels.map((_, code) => [...cell, code])),
    [[]],
  )
  const income = file.column('income')
  const values = income.kind === 'numeric' ? income.values : new Float64Array()
  const members = cells.map((cell) =>
    Array.from(values.keys()).filter((i) =>
      cell.every((code, d) => {
        const column = dimensions[d]
        return !isMissing(column, i) && (code === column.levels.length || column.codes[i] === code)
      }),
    ),
  )
  const place = new Map(cells.map((cell, c) => [cell.join(), c]))
  const equations = cells.flatMap((cell, c) =>
    cell.flatMap((code, d) => {
      const { levels } = dimensions[d]
      if (code !== levels.length) return []
      const parts = levels.map((_, part) => place.get(cell.map((own, e) => (e === d ? part : own)).join()) ?? -1)
      return [{ cells: Int32Array.of(...parts, c), signs: Int8Array.of(...parts.map(() => 1), -1) }]
    }),
  )
  return {
    dimensions: slices.map((levels, d) => ({
      ...categorical(
        cells.map((cell) => levels[cell[d]]),
        levels,
      ),
      ordered: false,
      taxonomy: new Map(levels.map((level) => [level, level === TOTAL ? null : TOTAL])),
    })),
    counts: Int32Array.from(members, (rows) => rows.length),
    values: Float64Array.from(members, (rows) => rows.reduce((sum, i) => sum + values[i], 0)),
    largest: Float64Array.from(
      members.flatMap((rows) => {
        const [first = 0, second = 0] = rows.map((i) => values[i]).sort((a, b) => b - a)
        return [first, second]
      }),
    ),
    equations,
  }
}

/** The table with its cells in another order. */
export function rearrangedTable(table: Table, order: Int32Array): Table {
  const placeOf = new Int32Array(order.length)
  order.forEach((cell, place) => (placeOf[cell] = place))
  const { largest } = table
  return {
    dimensions: table.dimensions.map((one) => ({ ...one, codes: order.map((cell) => one.codes[cell]) })),
    counts: order.map((cell) => table.counts[cell]),
    values: Float64Array.from(order, (cell) => table.values[cell]),
    ...(largest && {
      largest: Float64Array.from([...order].flatMap((cell) => [largest[2 * cell], largest[2 * cell + 1]])),
    }),
    equations: table.equations.map(({ cells, signs }) => ({ cells: cells.map((cell) => placeOf[cell]), signs })),
  }
}
