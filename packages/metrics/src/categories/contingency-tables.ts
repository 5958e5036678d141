/**
 * Contingency tables of the masked file beside those of the original (CTBIL).
 *
 * Σ over all sets of at most K columns, Σ over cells |x − y|; value = 100 · the mean over these tables of ½Σ|x/n − y/m|, the
 * share of records that would have to move for one table to become the other.
 * Source: Domingo-Ferrer & Torra 2001; Torra 2013.
 */
import { defineMetric, type Column, type Dataset, type Measurement, type Totals } from '@sdc/core'
import { leftOut, table, unmeasured } from '@sdc/toolkit'
import {
  countedRecords,
  measuredInParts,
  measureInMemory,
  PLACE_AGGREGATES,
  tableAggregate,
  type ReadFiles,
  type Aggregate,
  type Reads,
} from '@sdc/toolkit/internal'
import * as z from 'zod'
import { readJointColumns, type JointColumn } from './joint-codes.js'
import { jointTables, tableCount, tableDistances, type CountedCodes, type TableDistance } from './table-distances.js'

const params = z.object({
  ways: z.int().min(1).default(2).meta({
    description: 'K: tables of up to this many columns are compared.',
    unit: 'columns',
  }),
  normalise: z
    .enum(['records', 'cells'])
    .default('records')
    .meta({
      description:
        'What Σ|x − y| of a table is divided by. records: 2n, the most it can be; cells: n and the number of cells that ' +
        'either file has records in, which is the mean difference of a cell.',
    }),
  most: z.int().min(1).default(500).meta({
    description: 'Where there are more tables than this, none is made: choose fewer columns or ways.',
    unit: 'tables',
  }),
  values: z.int().min(2).default(20).meta({
    description: 'A column of numbers is taken value by value where both files together have no more different ones.',
    unit: 'values',
  }),
  bins: z.int().min(2).default(10).meta({
    description: 'Other numbers are put in this many classes that the original fills alike.',
    unit: 'classes',
  }),
})

type TableParams = z.infer<typeof params>

export const contingencyTablesMetric = defineMetric({
  id: 'loss/contingency-tables',
  title: 'Distance of contingency tables (CTBIL)',
  summary: 'How far all tables of up to K columns are from those of the original.',
  formula: '100 · mean over tables of ½ Σ over cells |x/n − y/m|;  CTBIL = Σ over tables, Σ over cells |x − y|',
  source: [
    { key: 'domingo-ferrer-torra-2001', where: 'information loss of categorical data: contingency tables' },
    { key: 'torra-2013', where: 'comparison of contingency tables (CTBIL)' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        '0: all these tables are those of the original. 100: no table has a cell in common with the original’s. CTBIL itself, ' +
        'the sum of the differences of counts, is in the table by the number of columns, with the table that is furthest ' +
        'off. It compares files, not records: needs no link, and exchanging values of records who share the other columns ' +
        'is no loss. What is used is tables.',
    },
    {
      topic: 'interpretation',
      text:
        'Two independent samples of one population are apart by chance, the more so the more cells there are: a synthetic ' +
        'file is to be read beside that.',
    },
    {
      topic: 'choices',
      text:
        'The source adds up counts, which are the larger the more tables there are. Here a table is divided by the most it ' +
        'can have (2n; or by its cells) and the mean is taken. Files of different length are compared by shares, and counts ' +
        'in the table are then those of the original’s length.',
    },
    {
      topic: 'choices',
      text:
        'Numbers are categories where there are few different ones, else classes that the original fills alike, the same ' +
        'for both files; what lies beyond the original is in the first or last.',
    },
    {
      topic: 'missing',
      text:
        'A missing value is a category: of suppressed cells the tables of one column have twice their number. A cell that ' +
        'one file does not have counts 0 there. A column with numbers in one file and categories in the other is left out ' +
        'and counted.',
    },
    {
      topic: 'limits',
      text:
        'Only measured columns: their tables with columns that are not masked are not among these unless they are measured ' +
        'too. The number of tables is Σ C(p, t), t ≤ K; beyond `most`, or where these would take minutes, it has no value, and the reason has the number.',
    },
  ],
  kind: 'loss',
  accepts: ['numeric', 'ordered', 'nominal'],
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: false,
  cost: { time: 'O(n) for each of Σ C(p, t) tables, t ≤ K' },
  atIdentity: 0,
  params,
  measure: (input) => measureInMemory(input, read),
  streamed: () => measuredInParts({ aggregates: ['tables', ...PLACE_AGGREGATES, 'tables'], read }),
})

/** Records that are counted into tables: more take longer than a minute. */
const MOST_WORK = 6e8
/** What a table takes before a record is counted, in records. */
const A_TABLE = 1000

/** Of the tables that are furthest off the report shows so many. */
const SHOWN = 20

function* read(files: ReadFiles<TableParams>): Reads<Measurement> {
  const { original, masked, rows, columns, params: given } = files
  if (rows.original === 0 || rows.masked === 0)
    return unmeasured(`the ${rows.original === 0 ? 'original' : 'masked file'} has no records`)
  const joint = yield* readJointColumns(columns, { original, masked }, given)
  const names = joint.map(({ name }) => name)
  const left = new Map([
    [
      'left-out',
      leftOut({
        'columns of numbers in one file and categories in the other': columns.length - names.length,
        'columns of numbers in classes': joint.filter(({ kind }) => kind === 'classes').length,
      }),
    ],
  ])
  if (names.length === 0) return unmeasured('no column is of one kind in both files', 0, left)
  const count = tableCount(names.length, given.ways)
  if (count > given.most) {
    const reason =
      `${names.length} columns have ${count} tables of up to ${given.ways} of them, and at most ${given.most} are made (most): ` +
      'choose fewer columns or ways'
    return unmeasured(reason, 0, left)
  }
  const [before, after] = yield [codeAggregate('original', joint), codeAggregate('masked', joint)]
  const records = jointTables(codesOfTable(before), codesOfTable(after))
  if (count * (records.x.length + A_TABLE) > MOST_WORK) {
    const reason =
      `${count} tables of ${records.x.length} different records would take too long: choose fewer columns, or ways: ` +
      String(given.ways - 1 || 1)
    return unmeasured(reason, 0, left)
  }
  const distances: TableDistance[] = []
  tableDistances(records, given.ways, (one) => distances.push(one))
  const percent = ({ difference, cells }: TableDistance): number =>
    given.normalise === 'cells' ? (100 * difference) / cells : 50 * difference
  const single = distances.filter((one) => one.columns.length === 1)
  return {
    value: Math.min(100, meanOf(distances.map(percent))),
    used: distances.length,
    columns: new Map(
      columns.map((name): [string, number | null] => {
        const own = single.find(({ columns: [j] }) => names[j] === name)
        return [name, own ? percent(own) : null]
      }),
    ),
    tables: new Map([
      ['ways', waysTable(distances, names, rows.original, percent)],
      ['furthest', furthestTable(distances, names, rows.original, percent)],
      ...left,
    ]),
  }
}

/** The different records of a file by the codes of their columns. */
function codeAggregate(file: 'original' | 'masked', joint: readonly JointColumn[]): Aggregate {
  const levels = joint.map(({ size }) => Array.from({ length: size }, (_, code) => String(code)))
  return tableAggregate(file, (block) =>
    joint.map(({ name, codesOf }, j): Column => {
      const codes = codesOf(block[file].column(name), file)
      return { kind: 'categorical', codes, levels: levels[j], ordered: false }
    }),
  )
}

function codesOfTable(totals: Totals): CountedCodes {
  const { columns, counts } = countedRecords(totals)
  // NaN, which is a missing value, becomes 0.
  return {
    codes: columns.map((values) => Int32Array.from(values.map((code) => code + 1)).map((code) => code - 1)),
    counts,
  }
}

type PercentOf = (distance: TableDistance) => number

const titleOf = ({ columns }: TableDistance, names: readonly string[]): string =>
  columns.map((j) => names[j]).join(' × ')

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

/** A row for each number of columns. */
function waysTable(
  distances: readonly TableDistance[],
  names: readonly string[],
  n: number,
  percent: PercentOf,
): Dataset {
  const sizes = [...new Set(distances.map(({ columns }) => columns.length))].sort((a, b) => a - b)
  const groups = sizes.map((size) => distances.filter(({ columns }) => columns.length === size))
  const furthest = groups.map((group) => group.reduce((one, other) => (percent(other) > percent(one) ? other : one)))
  return table({
    columns: sizes.map(String),
    tables: Float64Array.from(groups, ({ length }) => length),
    cells: Float64Array.from(groups, (group) => group.reduce((sum, { cells }) => sum + cells, 0)),
    'CTBIL, records': Float64Array.from(
      groups,
      (group) => n * group.reduce((sum, { difference }) => sum + difference, 0),
    ),
    'mean percent': Float64Array.from(groups, (group) => meanOf(group.map(percent))),
    'greatest percent': Float64Array.from(furthest, percent),
    'of the table': furthest.map((one) => titleOf(one, names)),
  })
}

function furthestTable(
  distances: readonly TableDistance[],
  names: readonly string[],
  n: number,
  percent: PercentOf,
): Dataset {
  const shown = [...distances].sort((a, b) => percent(b) - percent(a)).slice(0, SHOWN)
  return table({
    table: shown.map((one) => titleOf(one, names)),
    cells: Float64Array.from(shown, ({ cells }) => cells),
    'sum of differences, records': Float64Array.from(shown, ({ difference }) => n * difference),
    percent: Float64Array.from(shown, percent),
  })
}
