import {
  defineAttack,
  numericValues,
  SdcError,
  takeRows,
  type Attack,
  type AttackInput,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { countValues } from '@sdc/stats'
import { figures, table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { groupRecords } from '../exact-moments/group-records.js'
import { arrangementCount } from './arrangements.js'
import { assignmentsLeft, type UnknownColumn } from './assignments-left.js'
import { conditionOf } from './conditions.js'
import { rightRecords } from './right-records.js'
import { refuseMissing, unknownValues } from './unknown-values.js'

const params = z.object({
  correlations: z
    .enum(['product-moment', 'rank', 'both'])
    .default('both')
    .meta({
      description:
        'Which correlations of the released file are those of the original: of the values, of their ranks, or both, as ' +
        'optimize/permute leaves them.',
    }),
  tolerance: z.number().min(0).max(2).default(1e-3).meta({
    description: 'How far they may be off: the target of the method, or half of the last digit that was published.',
    unit: 'correlation',
  }),
  maxAssignments: z.number().int().min(1).default(10_000_000).meta({
    description: 'With more possible assignments than this the attack is refused.',
    unit: 'assignments',
  }),
})

export type ExactAggregatesAttackParams = z.infer<typeof params>

/**
 * Exact aggregates of a file of permuted columns: who knows all records but a few tests every assignment of the values that
 * are left against the correlations.
 *
 * The values of the m unknown records are known column by column, since only places were changed. Which of them belong together
 * is one of (m!)^(d − 1) assignments in d columns, of which the correlations leave those with
 * |Σ_known u_j·u_k + Σ_unknown u_j·u_k − r_jk| ≤ tolerance for all pairs of columns, u the standardised values.
 */
export const exactAggregatesAttack: Attack<ExactAggregatesAttackParams> = defineAttack({
  id: 'attacks/exact-aggregates',
  title: 'Exact aggregates',
  summary:
    'Puts the values of unknown records together by testing every assignment of them against exact correlations.',
  formula:
    '|r_jk(known, assigned) − r_jk| ≤ tolerance for all j, k;  100 · records whose values all assignments left agree on/' +
    'records that the intruder does not know',
  source: [{ where: 'a choice made here: what correlations say of columns whose values only changed places' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'A record counts where every assignment left gives it the same values in all attacked columns; with the original, where ' +
        'these are right, too. It is named by its given values, or, without given columns, by its value of the attacked column ' +
        'that has the most different ones. The table has how many assignments were possible and how many are left.',
    },
    {
      topic: 'interpretation',
      text:
        'In six columns of census.csv three unknown records can be put together in 7,776 ways: a tolerance of 1e-3 leaves some ' +
        'hundreds, 1e-4 a few, 1e-6 the right one. So the target of optimize/permute is 1e-3 and not as small as can be reached.',
    },
    {
      topic: 'limits',
      text:
        'It works where each attacked column has exactly the values of the original, in other places, and is refused otherwise. ' +
        'What is below the tolerance is not told apart; where no assignment gives the correlations there is no value: they are ' +
        'less exact than said.',
    },
    {
      topic: 'limits',
      text:
        'The possible assignments grow as (m!)^(d − 1), with given columns as (m!)^d. An intruder need not try them all, and may ' +
        'test other aggregates that are exact, so that a refusal says nothing about the risk.',
    },
    {
      topic: 'parameters',
      text:
        'correlations known more exactly than the released file has them (published ones) are a file of their own, and of the ' +
        'values; those of the ranks are taken from the released file.',
    },
    { topic: 'missing', text: 'A column with a missing value in either file is refused.' },
    {
      topic: 'release',
      text:
        'Nothing protects a record from who knows all others and exact aggregates; it takes aggregates that are less exact. ' +
        'Publish no correlations with more digits than the released file keeps.',
    },
  ],
  knows: {
    known:
      'Records that the intruder knows: the attacked columns and the given ones, original values, all records but a few.',
  },
  mayKnow: {
    correlations:
      'Published product-moment correlations of the original: the given columns that are numbers and the attacked ones, ' +
      'a column for each, and a row for each column in the same order.',
    original: 'The original, to count which of the records put together are right.',
  },
  unit: '%',
  params,
  attack: assignValues,
})

function assignValues(input: AttackInput<ExactAggregatesAttackParams>): Measurement {
  const { released, given, params: asked, tick } = input
  const attacked = input.columns.filter((name) => !given.includes(name))
  const known = input.known.get('known')
  if (!known) return unmeasured('the records that the intruder knows are needed (known)')
  if (attacked.length === 0) return unmeasured('no column is attacked')
  const m = released.rows - known.rows
  if (m < 0) {
    const message = `${known.rows} records are known, and the released file has ${released.rows}`
    throw new SdcError('WRONG_INPUT', message, {}, 'Give records of the released file, each once.')
  }
  if (m === 0) return unmeasured('there is no record that the intruder does not know')
  const { names, columns, classes } = unknownColumns(released, known, attacked, given)
  const possible = columns.reduce((count, one) => count * (one.fixed ? 1 : arrangementCount(one.values)), 1)
  if (possible > asked.maxAssignments) throw tooMany(possible, m, columns, asked.maxAssignments)
  const file = { released, known, names, unknown: columns.map(({ values }) => values) }
  const kinds = asked.correlations === 'both' ? (['product-moment', 'rank'] as const) : [asked.correlations]
  const conditions = kinds.map((kind) =>
    conditionOf(kind, { ...file, published: kind === 'rank' ? undefined : input.known.get('correlations') }),
  )
  const { left, determined } = assignmentsLeft({ columns, conditions, tolerance: asked.tolerance, classes, tick })
  const assignments = { 'unknown records': m, possible, left }
  if (left === 0) {
    const reason = `no assignment gives the correlations within ${asked.tolerance}: they are not those of the original to that`
    return unmeasured(reason, m, new Map([['assignments', figures(assignments)]]))
  }
  const values = columns.map((column, j) =>
    Float64Array.from(determined[j], (at) => (at < 0 ? Number.NaN : column.values[at])),
  )
  const isWhole = (i: number): boolean => values.every((column) => !Number.isNaN(column[i]))
  const whole = Array.from({ length: m }, (_, i) => i).filter(isWhole)
  const original = input.known.get('original')
  const right = original && rightRecords(original, known, names, whole.map((i) => values.map((column) => column[i]))) // oxfmt-ignore
  return {
    value: (100 * (right ?? whole.length)) / m,
    used: m,
    columns: new Map(
      attacked.map((name) => {
        const j = names.indexOf(name)
        return [name, columns[j].fixed ? null : (100 * countValues(values[j])) / m]
      }),
    ),
    tables: new Map([
      [
        'assignments',
        figures({ ...assignments, 'records put together': whole.length, ...(right !== undefined && { right }) }),
      ],
      ['records', table(Object.fromEntries(names.map((name, j) => [name, values[j]])))],
    ]),
  }
}

interface UnknownColumns {
  /** Given columns of numbers, then the attacked ones. */
  readonly names: readonly string[]
  readonly columns: readonly UnknownColumn[]
  readonly classes: Int32Array
}

/** What is known of the unknown records' values, and by what they are told apart. */
function unknownColumns(
  released: Dataset,
  known: Dataset,
  attacked: readonly string[],
  given: readonly string[],
): UnknownColumns {
  const free = attacked.map((name) => ({ name, values: unknownValues(released, known, name) }))
  if (given.length > 0) {
    const [{ unknown, classes }] = groupRecords(released, known, [], given)
    const numbers = given.filter((name) => released.column(name).kind === 'numeric')
    for (const name of numbers) refuseMissing(released, known, name)
    const rest = takeRows(released, unknown)
    return {
      names: [...numbers, ...attacked],
      columns: [
        ...numbers.map((name) => ({ values: numericValues(rest, name), fixed: true })),
        ...free.map(({ values }) => ({ values, fixed: false })),
      ],
      classes,
    }
  }
  // The column with the most different values names the records.
  const different = free.map(({ values }) => new Set(values).size)
  const naming = different.indexOf(Math.max(...different))
  const order = [naming, ...[...free.keys()].filter((j) => j !== naming)]
  const { values } = free[naming]
  let at = 0
  const classes = Int32Array.from(values, (value, i) => (i > 0 && value !== values[i - 1] ? ++at : at))
  return {
    names: order.map((j) => free[j].name),
    columns: order.map((j) => ({ values: free[j].values, fixed: j === naming })),
    classes,
  }
}

function tooMany(possible: number, m: number, columns: readonly UnknownColumn[], most: number): SdcError {
  const free = columns.filter(({ fixed }) => !fixed).length
  const number = possible < 1e12 ? possible.toLocaleString('en-US') : possible < Infinity ? possible.toExponential(1) : 'countless' // oxfmt-ignore
  const message =
    `the values of ${m} unknown records in ${free} column${free === 1 ? '' : 's'} besides what names them can be assigned in ` +
    `${number} ways, more than maxAssignments, ${most}`
  const fix = 'Know more records, attack fewer columns, or raise maxAssignments.'
  return new SdcError('BAD_PARAMETER', message, { parameter: 'maxAssignments' }, fix)
}
