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
        'Correlations that the released file shares with the original: of the values, of their ranks, or both, as ' +
        'optimize/permute preserves them.',
    }),
  tolerance: z.number().min(0).max(2).default(1e-3).meta({
    description: 'Tolerance of the correlations: the target of the method, or half of the last published digit.',
    unit: 'correlation',
  }),
  maxAssignments: z.number().int().min(1).default(10_000_000).meta({
    description: 'Maximum number of possible assignments; the attack refuses larger problems.',
    unit: 'assignments',
  }),
})

export type ExactAggregatesAttackParams = z.infer<typeof params>

/**
 * Exact-aggregates attack on permuted columns: an intruder who knows all but a few records tests every assignment of
 * the remaining values against the correlations.
 *
 * The values of the m unknown records are known column by column, since only places changed. Their combination is one
 * of (m!)^(d − 1) assignments in d columns. The correlations leave those with |Σ_known u_j·u_k + Σ_unknown u_j·u_k −
 * r_jk| ≤ tolerance for all pairs of columns, with u the standardised values.
 */
export const exactAggregatesAttack: Attack<ExactAggregatesAttackParams> = defineAttack({
  id: 'attacks/exact-aggregates',
  title: 'Exact aggregates',
  summary: 'Reconstructs unknown records by testing every assignment of their values against exact correlations.',
  formula:
    '|r_jk(known, assigned) − r_jk| ≤ tolerance for all j, k;  100 · records whose values all remaining assignments ' +
    'agree on/records that the intruder does not know',
  source: [{ where: 'this project: information in the correlations of permuted columns' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'A record counts if all remaining assignments give it the same values in all attacked columns; with the ' +
        'original, if these are also correct. Given columns identify the record; without them, its value in the attacked ' +
        'column with the most distinct values does. The table has the numbers of possible and of remaining assignments.',
    },
    {
      topic: 'interpretation',
      text:
        'In six columns of census.csv, three unknown records can be combined in 7,776 ways. A tolerance of 1e-3 leaves ' +
        'some hundreds, 1e-4 a few, 1e-6 only the correct one. So the target of optimize/permute is 1e-3, and not the ' +
        'smallest one within reach.',
    },
    {
      topic: 'limits',
      text:
        'Each attacked column must have exactly the original values, in other places; otherwise the attack is refused. ' +
        'The attack does not separate assignments within the tolerance. If no assignment gives the correlations, the ' +
        'attack has no value: the correlations are less exact than stated.',
    },
    {
      topic: 'limits',
      text:
        'The number of possible assignments grows as (m!)^(d − 1), with given columns as (m!)^d. An intruder need not ' +
        'try them all, and may test other exact aggregates. So a refusal says nothing about the risk.',
    },
    {
      topic: 'parameters',
      text:
        'Published correlations that are more exact than those of the released file are a separate file, with ' +
        'correlations of values. Correlations of ranks come from the released file.',
    },
    { topic: 'missing', text: 'The attack refuses a column with a missing value in either file.' },
    {
      topic: 'release',
      text:
        'Nothing protects a record from an intruder who knows all others and exact aggregates; only less exact ' +
        'aggregates do. Publish no correlations with more digits than the released file preserves.',
    },
  ],
  knows: {
    known: 'Records that the intruder knows, all but a few: original values of the attacked and the given columns.',
  },
  mayKnow: {
    correlations:
      'Published product-moment correlations of the original: a column for each numeric given column and each attacked ' +
      'one, and a row for each in the same order.',
    original: 'The original, to count the correctly reconstructed records.',
  },
  unit: '%',
  params,
  attack: assignValues,
})

function assignValues(input: AttackInput<ExactAggregatesAttackParams>): Measurement {
  const { released, given, params: asked, tick } = input
  const attacked = input.columns.filter((name) => !given.includes(name))
  const known = input.known.get('known')
  if (!known) return unmeasured('the attack needs the records that the intruder knows (known)')
  if (attacked.length === 0) return unmeasured('no column is attacked')
  const m = released.rows - known.rows
  if (m < 0) {
    const message = `the file of known records has ${known.rows}, and the released file has ${released.rows}`
    throw new SdcError('WRONG_INPUT', message, {}, 'Give records of the released file, each once.')
  }
  if (m === 0) return unmeasured('the intruder knows every record')
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
    const reason = `no assignment gives the correlations within ${asked.tolerance}: those of the original differ by more`
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
        figures({ ...assignments, 'records reconstructed': whole.length, ...(right !== undefined && { right }) }),
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

/** Knowledge about the values of the unknown records, and the columns that distinguish them. */
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
    `the values of ${m} unknown records in ${free} column${free === 1 ? '' : 's'} without the naming one have ` +
    `${number} possible assignments, more than maxAssignments = ${most}`
  const fix = 'Add known records, attack fewer columns, or raise maxAssignments.'
  return new SdcError('BAD_PARAMETER', message, { parameter: 'maxAssignments' }, fix)
}
