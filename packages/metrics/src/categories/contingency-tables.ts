/**
 * Distance of the contingency tables of both files (CTBIL).
 *
 * Σ over all sets of at most K columns, Σ over cells |x − y|. Value = 100 · the mean over these tables of ½Σ|x/n −
 * y/m|: the share of records that would have to move to turn one table into the other. Source: Domingo-Ferrer & Torra
 * 2001; Torra 2013.
 */
import {
  defineMetric,
  type Column,
  type Dataset,
  type Measurement,
  type Totals,
  type Aggregate,
  type MeasureFacts,
  type Plan,
} from '@sdc/core'
import { leftOut, table, unmeasured } from '@sdc/toolkit'
import { countedRecords, tableAggregate } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { readJointColumns, type JointColumn } from './joint-codes.js'
import { jointTables, tableCount, tableDistances, type CountedCodes, type TableDistance } from './table-distances.js'
import { lossInPercent } from '../card-facts.js'

const params = z.object({
  ways: z.int().min(1).default(2).meta({
    description: 'K: maximum number of columns of a compared table.',
    unit: 'columns',
  }),
  normalise: z
    .enum(['records', 'cells'])
    .default('records')
    .meta({
      description:
        'Divisor of Σ|x − y| of a table. records: 2n, its maximum; cells: n times the number of cells with records in ' +
        'either file, which gives the mean difference of a cell.',
    }),
  falsePresence: z.number().min(0).max(1).default(1).meta({
    description: 'Weight of false presence: cells without records in the original, with records in the masked file.',
    unit: 'weight',
  }),
  falseAbsence: z.number().min(0).max(1).default(1).meta({
    description: 'Weight of false absence: cells with records in the original, without records in the masked file.',
    unit: 'weight',
  }),
  most: z.int().min(1).default(500).meta({
    description: 'Maximum number of tables; with more, the metric has no value. Choose fewer columns or ways.',
    unit: 'tables',
  }),
  values: z
    .int()
    .min(2)
    .default(20)
    .meta({
      description:
        'Maximum number of different numbers, in both files together, for which a numeric column is compared value by ' +
        'value.',
      unit: 'values',
    }),
  bins: z.int().min(2).default(10).meta({
    description: 'Number of classes for other numbers; the original fills them equally.',
    unit: 'classes',
  }),
})

type TableParams = z.infer<typeof params>

export const contingencyTablesMetric = defineMetric({
  id: 'loss/contingency-tables',
  title: 'Distance of contingency tables (CTBIL)',
  summary: 'Distance between the masked and original contingency tables of up to K columns.',
  brief: [
    '0 % means that all tables of a few columns are as before.',
    'Differences within classes of numbers are not counted.',
  ],
  formula:
    '100 · mean over tables of ½ Σ over cells w |x/n − y/m|, w = falsePresence if x = 0, falseAbsence if y = 0, else 1;  ' +
    'CTBIL = Σ over tables, Σ over cells |x − y|',
  source: [
    { key: 'domingo-ferrer-torra-2001', where: 'information loss of categorical data: contingency tables' },
    { key: 'torra-2013', where: 'comparison of contingency tables (CTBIL); asymmetric divergence' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        "0: all these tables equal those of the original. 100: no table shares a cell with the original's. The table by " +
        'number of columns has CTBIL itself, the sum of the differences of counts, and the table with the greatest ' +
        'distance. The metric compares files, not records, so it needs no link. Exchanged values of records that share ' +
        'the other columns are not a loss.',
    },
    {
      topic: 'interpretation',
      text:
        'Two independent samples of one population differ by chance, and more so with many cells. Compare a synthetic ' +
        'file with that distance: the tables of single columns and of pairs have the distance of each, and its expectation ' +
        'by chance, given the records of both files together.',
    },
    {
      topic: 'choices',
      text:
        'The source adds up counts, which grow with the number of tables. Here each table is divided by its maximum (2n, ' +
        'or by its cells), and the mean is taken. Files of different length are compared by shares; counts in the table ' +
        "then refer to the original's length.",
    },
    {
      topic: 'choices',
      text:
        'If it is worse to find a combination that the original does not have, lower falseAbsence; if it is worse to miss ' +
        'one, lower falsePresence. Both weights are 1 by default, which treats both files alike. The sum of all differences ' +
        'upwards equals that of all downwards, so only empty cells tell the directions apart. The table by number of ' +
        'columns has both parts.',
    },
    {
      topic: 'choices',
      text:
        'Numbers with few different values are categories. Others form classes that the original fills equally, the same ' +
        'for both files. Values beyond the original belong to the first or last class.',
    },
    {
      topic: 'missing',
      text:
        'A missing value is a category: tables of one column have twice the number of suppressed cells. A cell that one ' +
        'file lacks counts 0 there. The metric omits and counts columns that are numeric in one file and categorical in ' +
        'the other.',
    },
    {
      topic: 'limits',
      text: 'Tables include measured columns only: measure unmasked columns too, to include their tables with masked ones. The number of tables is Σ C(p, t), t ≤ K. Beyond `most`, or if the tables would take minutes, the metric has no value, and the reason gives the number.',
    },
  ],
  ...lossInPercent,
  accepts: ['numeric', 'ordered', 'nominal'],
  cost: { time: 'O(n) for each of Σ C(p, t) tables, t ≤ K' },
  params,
  plan: read,
})

/** Largest number of records times tables: more take longer than a minute. */
const MOST_WORK = 6e8
/** Cost of a table without records, in records. */
const A_TABLE = 1000

/** Number of most distant tables in the report. */
const SHOWN = 20

function* read(files: MeasureFacts<TableParams>): Plan<Measurement> {
  const { original, masked, rows, columns, params: given } = files
  if (rows.original === 0 || rows.masked === 0)
    return unmeasured(`the ${rows.original === 0 ? 'original' : 'masked file'} has no records`)
  const joint = yield* readJointColumns(columns, { original, masked }, given)
  const names = joint.map(({ name }) => name)
  const left = new Map([
    [
      'left-out',
      leftOut({
        'columns numeric in one file and categorical in the other': columns.length - names.length,
        'numeric columns in classes': joint.filter(({ kind }) => kind === 'classes').length,
      }),
    ],
  ])
  if (names.length === 0) return unmeasured('no column has the same kind in both files', 0, left)
  const count = tableCount(names.length, given.ways)
  if (count > given.most) {
    const reason =
      `${names.length} columns have ${count} tables of up to ${given.ways} columns; the limit most is ${given.most}: ` +
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
  const weighted = (difference: number, presence: number, absence: number): number =>
    difference - (1 - given.falsePresence) * presence - (1 - given.falseAbsence) * absence
  const percent = ({ difference, presence, absence, cells }: TableDistance): number =>
    (given.normalise === 'cells' ? 100 / cells : 50) * weighted(difference, presence, absence)
  const bothPercent: BothPercent = ({ difference, presence, absence, ...by }) => [
    50 * weighted(difference, presence, absence),
    50 * weighted(by.chance, by.presenceByChance, by.absenceByChance),
  ]
  const [single, pairs] = [1, 2].map((size) => distances.filter((one) => one.columns.length === size))
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
      ['single', chanceTable(single, bothPercent, ({ columns: [j] }) => ({ column: names[j] }))],
      ...(given.ways > 1 && names.length > 1
        ? [
            [
              'pairs',
              chanceTable(pairs, bothPercent, ({ columns: [i, j] }) => ({ first: names[i], second: names[j] })),
            ] as const,
          ]
        : []),
      ...left,
    ]),
  }
}

/** Counts the different records of a file by the codes of their columns. */
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

/** Distance of a table and its expectation by chance, in percent of the maximum. */
type BothPercent = (distance: TableDistance) => readonly [percent: number, byChance: number]

const titleOf = ({ columns }: TableDistance, names: readonly string[]): string =>
  columns.map((j) => names[j]).join(' × ')

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

/** Returns a row for each number of columns. */
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
    'false presence, percent': Float64Array.from(groups, (group) => 50 * meanOf(group.map(({ presence }) => presence))),
    'false absence, percent': Float64Array.from(groups, (group) => 50 * meanOf(group.map(({ absence }) => absence))),
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

/** Returns the tables with their distances and those by chance. */
function chanceTable(
  distances: readonly TableDistance[],
  bothPercent: BothPercent,
  nameOf: (distance: TableDistance) => Readonly<Record<string, string>>,
): Dataset {
  const names = distances.map(nameOf)
  const values = distances.map(bothPercent)
  return table({
    ...Object.fromEntries(Object.keys(names[0] ?? {}).map((what) => [what, names.map((one) => one[what])])),
    percent: Float64Array.from(values, ([percent]) => percent),
    'percent by chance': Float64Array.from(values, ([, byChance]) => byChance),
  })
}
