import {
  categorical,
  isMissing,
  numericValues,
  seededRng,
  withColumns,
  type CategoricalColumn,
  type Dataset,
  type Table,
} from '@sdc/core'
import { artificialFile } from '../shared/artificial.js'

/** Names of the tables that most checks use: a method must accept one of the two. */
export const usualTables = ['two dimensions', 'counts'] as const

/** Small tables of the artificial incomes, with totals, and their relations. */
export function artificialTables(): (readonly [string, Table])[] {
  const file = artificialFile()
  const usual = tableOf(file, ['sex', 'job'])
  const other = tableOf(file, ['region', 'status'])
  return [
    ['two dimensions', usual],
    ['many small cells', other],
    ['counts', countsOf(usual)],
    ['counts in many small cells', countsOf(other)],
    ['one dimension', tableOf(file, ['job'])],
    ['a hierarchy', tableOf(file, ['sex', 'job'], jobGroups)],
    ['three dimensions', tableOf(withHalves(artificialFile(19, 'three')), ['sex', 'half', 'year'])],
    ['few records', tableOf(artificialFile(3, 'few'), ['region', 'status'])],
    ['one record', tableOf(artificialFile(1, 'few'), ['job'])],
    ['negative values', { ...usual, values: usual.values.map((value) => -value) }],
    ['all zero', { ...usual, values: usual.values.map(() => 0), largest: usual.largest?.map(() => 0) }],
    ['no equations', { ...tableOf(file, ['job']), equations: [] }],
  ]
}

/** The file with a column that divides its records into two halves by income. */
function withHalves(file: Dataset): Dataset {
  const incomes = numericValues(file, 'income')
  const middle = incomes.slice().sort()[Math.floor(incomes.length / 2)]
  const half = Array.from(incomes, (income) => (income < middle ? 'lower' : 'upper'))
  return withColumns(file, new Map([['half', categorical(half)]]))
}

/** The table whose values are its counts. */
function countsOf(table: Table): Table {
  const largest = table.largest?.map((value) => Number(value > 0))
  return { ...table, values: Float64Array.from(table.counts), largest }
}

const TOTAL = 'Total'

/** Groups that some levels are part of, if not directly of the total. */
type Groups = ReadonlyMap<string, string>

const jobGroups: Groups = new Map([
  ['odd', 'some'],
  ['part', 'some'],
  ['full', 'much'],
  ['over', 'much'],
  ['several', 'much'],
])

/**
 * Counts, sums of income, the two largest incomes and the key of every combination of categories, empty ones too, and
 * of the totals. Every total has a relation: the sum of its parts minus itself.
 */
export function tableOf(file: Dataset, by: readonly string[], groups: Groups = new Map()): Table {
  const columns = by.map((name) => file.column(name))
  const members = columns.map((column): CategoricalColumn => {
    if (column.kind === 'categorical') return column
    return categorical(Array.from(column.values, (value) => (Number.isNaN(value) ? null : String(value))))
  })
  const dimensions = crossed(members.map(({ levels }) => sideOf(levels, groups)))
  const amounts = numericValues(file, 'income')
  const isWithin = (record: number, cell: number): boolean =>
    members.every((column, d) => {
      if (isMissing(column, record)) return false
      const { codes, levels, taxonomy } = dimensions[d]
      const wanted = levels[codes[cell]]
      for (
        let level: string | null | undefined = column.levels[column.codes[record]];
        level;
        level = taxonomy?.get(level)
      )
        if (level === wanted) return true
      return false
    })
  const cells = Array.from(dimensions[0].codes, (_, cell) =>
    Array.from(amounts.keys()).filter((record) => isWithin(record, cell)),
  )
  const keys = amounts.map(() => 0)
  seededRng('keys of records').fillUniform(keys)
  return {
    dimensions,
    names: by,
    counts: Int32Array.from(cells, ({ length }) => length),
    values: Float64Array.from(cells, (records) => records.reduce((sum, i) => sum + amounts[i], 0)),
    largest: Float64Array.from(
      cells.flatMap((records) => {
        const [first = 0, second = 0] = records.map((i) => amounts[i]).sort((a, b) => b - a)
        return [first, second]
      }),
    ),
    keys: Float64Array.from(cells, (records) => records.reduce((sum, i) => sum + keys[i], 0) % 1),
    equations: relationsOf(dimensions),
  }
}

/** A table of these inner cells, one list a row, and their totals. */
export function tableOfValues(
  rows: readonly string[],
  columns: readonly string[],
  inner: readonly (readonly number[])[],
): Table {
  const dimensions = crossed([sideOf(rows, new Map()), sideOf(columns, new Map())])
  const sum = (cell: number): number => {
    const [r, c] = dimensions.map(({ codes }) => codes[cell])
    const lines = r < rows.length ? [inner[r]] : inner
    return lines.flatMap((line) => (c < columns.length ? [line[c]] : line)).reduce((a, b) => a + b, 0)
  }
  const values = Float64Array.from(dimensions[0].codes, (_, cell) => sum(cell))
  return { dimensions, counts: Int32Array.from(values, () => 5), values, equations: relationsOf(dimensions) }
}

interface Side {
  readonly levels: readonly string[]
  readonly taxonomy: ReadonlyMap<string, string | null>
}

function sideOf(levels: readonly string[], groups: Groups): Side {
  const met = [...new Set(levels.flatMap((level) => groups.get(level) ?? []))]
  const taxonomy = new Map<string, string | null>([
    ...levels.map((level) => [level, groups.get(level) ?? TOTAL] as const),
    ...met.map((group) => [group, TOTAL] as const),
    [TOTAL, null],
  ])
  return { levels: [...taxonomy.keys()], taxonomy }
}

/** Every combination of levels, the last dimension fastest. */
function crossed(sides: readonly Side[]): CategoricalColumn[] {
  const cells = sides.reduce((product, { levels }) => product * levels.length, 1)
  let stride = cells
  return sides.map(({ levels, taxonomy }) => {
    stride /= levels.length
    const step = stride
    const labels = Array.from({ length: cells }, (_, cell) => levels[Math.floor(cell / step) % levels.length])
    return { ...categorical(labels, levels), ordered: false, taxonomy }
  })
}

function relationsOf(dimensions: readonly CategoricalColumn[]): Table['equations'] {
  const place = new Map(Array.from(dimensions[0].codes, (_, c) => [dimensions.map(({ codes }) => codes[c]).join(), c]))
  return dimensions.flatMap(({ codes, levels, taxonomy }, d) =>
    Array.from(codes).flatMap((code, cell) => {
      const parts = [...levels.keys()].filter((part) => taxonomy?.get(levels[part]) === levels[code])
      if (parts.length === 0) return []
      const cells = parts.map((part) => {
        const key = dimensions.map((one, e) => (e === d ? part : one.codes[cell])).join()
        return place.get(key) ?? Number.NaN
      })
      return [{ cells: Int32Array.of(cell, ...cells), signs: Int8Array.of(-1, ...parts.map(() => 1)) }]
    }),
  )
}

/** The table with its cells in another order, and its levels and relations reversed. */
export function rearrangedTable(table: Table, order: Int32Array): Table {
  const placeOf = new Int32Array(order.length)
  order.forEach((cell, place) => (placeOf[cell] = place))
  const { largest, keys, given } = table
  return {
    ...table,
    dimensions: table.dimensions.map(({ codes, levels, taxonomy, ...one }) => ({
      ...one,
      codes: order.map((cell) => levels.length - 1 - codes[cell]),
      levels: [...levels].reverse(),
      taxonomy: taxonomy && new Map([...taxonomy].reverse()),
    })),
    counts: order.map((cell) => table.counts[cell]),
    values: Float64Array.from(order, (cell) => table.values[cell]),
    ...(largest && {
      largest: Float64Array.from([...order].flatMap((cell) => [largest[2 * cell], largest[2 * cell + 1]])),
    }),
    ...(keys && { keys: Float64Array.from(order, (cell) => keys[cell]) }),
    ...(given && { given: Uint8Array.from(order, (cell) => given[cell]) }),
    equations: table.equations
      .map(({ cells, signs }) => ({
        cells: cells.map((cell) => placeOf[cell]).reverse(),
        signs: signs.slice().reverse(),
      }))
      .reverse(),
  }
}
