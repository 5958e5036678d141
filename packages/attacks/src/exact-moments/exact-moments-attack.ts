import {
  dataset,
  defineAttack,
  numeric,
  type Attack,
  type AttackInput,
  type Column,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { leftOut, table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { solveExactMoments, type SolvedColumn, type SolvedGroup } from './exact-moments.js'
import { rightValues } from './right-values.js'

const params = z.object({
  by: z
    .array(z.string())
    .default([])
    .meta({ description: 'Columns that define the groups in which the file was masked, as a JSON list.' }),
  moments: z
    .enum(['covariances', 'means'])
    .default('covariances')
    .meta({ description: 'Exact moments of the masking: means and covariances, or means alone.' }),
  inflation: z.number().gt(0).default(1).meta({
    description:
      'Factor by which the masking multiplied variances: 1 if they are exact, 1 + relativeVariance after exact noise.',
    unit: 'variance of the masked column over that of the original',
  }),
  unit: z
    .number()
    .gt(0)
    .optional()
    .meta({
      description:
        'Step of the original values: 1 for whole numbers, 0.01 for cents. By default the coarsest of 1, 0.1, …, 0.0001 ' +
        'that divides the released sum of every group, and whose square divides its sum of squares.',
      unit: "the column's unit",
    }),
  nonNegative: z
    .boolean()
    .default(false)
    .meta({ description: 'True if no original value is negative, as for amounts.' }),
  tolerance: z
    .number()
    .min(0)
    .max(1)
    .default(1e-9)
    .meta({
      description:
        'Rounding error of a released value. The default is the fine steps of exact methods; raise it if the file was ' +
        'written with fewer digits.',
      unit: 'share of the largest value of its group',
    }),
  mostSteps: z.int().min(1).default(200_000).meta({
    description: 'Maximum number of values tried in the search of one group and column.',
    unit: 'values',
  }),
})

export type ExactMomentsAttackParams = z.infer<typeof params>

/**
 * Exact-moments attack: recovers the values of a group from its means, variances and covariances.
 *
 * In a group of n records Y has the same sums, sums of squares and sums of products with the given columns S as X. For
 * u records unknown to the intruder, a column's values are determined for u ≤ 1 + q, and except for one reflection for
 * u = 2 + q. Beyond that, few sets of whole numbers have a given sum and sum of squares in small groups.
 */
export const exactMomentsAttack: Attack<ExactMomentsAttackParams> = defineAttack({
  id: 'attacks/exact-moments',
  title: 'Exact moments',
  summary:
    'Recovers original values by solving equations for means and covariances that the masking preserved exactly.',
  formula:
    'ΣX = ΣY, ΣSX = ΣSY, ΣX² = ΣY², ΣX_jX_k = ΣY_jY_k in each group;  100 · cells whose values have one solution/cells ' +
    'that the intruder does not know',
  source: [{ where: 'this project: the moments as equations' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'A cell counts as recovered if exactly one set of values fits. Records of a group with equal given values are ' +
        'indistinguishable. So the attack knows their values but not their order, and writes them in ascending order.',
    },
    {
      topic: 'limits',
      text:
        'u unknown records of a group and q given columns leave f = u − 1 − q directions. f ≤ 0: all is determined. f = ' +
        '1: two solutions, or one if the order is unknown. f ≥ 2: a rotation that is the same for all columns; the step ' +
        'of the values selects from it by search. The search stops after mostSteps values.',
    },
    {
      topic: 'limits',
      text:
        'It works on files with exact moments in the named groups. Elsewhere no values fit, and the attack says so. A ' +
        'categorical given column counts as the number of its categories less one.',
    },
    {
      topic: 'parameters',
      text:
        'The groups matter most: without by, the whole file is one group. Name the given columns on which the method ' +
        'conditioned. An extra column makes false equations; an omitted one loses equations.',
    },
    { topic: 'missing', text: 'A record with a missing released value is omitted from that column.' },
    {
      topic: 'release',
      text:
        'A release refuses exact moments in groups of fewer than q + p + 2 records and a margin. Nothing protects a ' +
        'group if the intruder knows all but 2 + q of its records.',
    },
  ],
  knows: {},
  mayKnow: {
    known:
      'Records that the intruder knows: original values of the attacked columns, the by columns and the given ones.',
    original: 'The original, to count correctly recovered values: the columns of known for all records.',
  },
  unit: '%',
  params,
  attack: solveReleased,
})

function solveReleased(input: AttackInput<ExactMomentsAttackParams>): Measurement {
  const { released, known, given, params: asked, tick } = input
  const columns = input.columns.filter((name) => !asked.by.includes(name) && !given.includes(name))
  if (columns.length === 0) return unmeasured('no column is attacked')
  const solved = solveExactMoments(released, { ...asked, columns, given, known: known.get('known'), tick })
  const original = known.get('original')
  const tables = new Map([
    ['columns', columnTable(solved, original && rightValues(solved, original, { by: asked.by, given, released }))],
    ['groups', sizeTable(solved)],
    ['left-out', leftOut({ 'cells that no values fit': cells(solved, ({ complete, solutions }) => complete && solutions.length === 0) })], // oxfmt-ignore
  ])
  const used = cells(solved, () => true)
  if (used === 0) return unmeasured('the intruder knows every record', 0, tables)
  return {
    value: (100 * cells(solved, isRecovered)) / used,
    used,
    columns: new Map(
      solved.map((one) => [
        one.name,
        percent(
          cells([one], isRecovered),
          cells([one], () => true),
        ),
      ]),
    ),
    recordColumns: recordTable(solved, released.rows),
    tables,
  }
}

function isRecovered({ complete, solutions }: SolvedGroup): boolean {
  return complete && solutions.length === 1
}

/** Counts the cells of unknown records in the groups that pass the test. */
function cells(solved: readonly SolvedColumn[], is: (group: SolvedGroup) => boolean): number {
  return solved.reduce(
    (sum, { groups }) => sum + groups.reduce((own, group) => own + (is(group) ? group.rows.length : 0), 0),
    0,
  )
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole
}

function columnTable(solved: readonly SolvedColumn[], right: readonly number[] | undefined): Dataset {
  const count = (is: (group: SolvedGroup) => boolean): Float64Array =>
    Float64Array.from(solved, (one) => cells([one], is))
  return table({
    column: solved.map(({ name }) => name),
    step: Float64Array.from(solved, ({ unit }) => unit ?? Number.NaN),
    cells: count(() => true),
    recovered: count(isRecovered),
    'two solutions': count(({ complete, solutions }) => complete && solutions.length === 2),
    'more solutions': count(({ complete, solutions }) => complete && solutions.length > 2),
    'search given up': count(({ complete }) => !complete),
    ...(right ? { right: Float64Array.from(right) } : {}),
  })
}

/** Makes the table of groups by the number of unknown records: their number, and the number solved. */
function sizeTable(solved: readonly SolvedColumn[]): Dataset {
  const groups = solved.flatMap((one) => one.groups)
  const sizes = [...new Set(groups.map(({ rows }) => rows.length))].filter((size) => size > 0).sort((a, b) => a - b)
  const count = (is: (group: SolvedGroup) => boolean): Float64Array =>
    Float64Array.from(sizes, (size) => groups.filter((one) => one.rows.length === size && is(one)).length)
  return table({
    'unknown records': Float64Array.from(sizes),
    'groups, by columns': count(() => true),
    solved: count(isRecovered),
  })
}

/**
 * Makes the table of recovered values by released record and column, with the number of sets of values that fit; 0 if
 * they were not counted.
 */
function recordTable(solved: readonly SolvedColumn[], rows: number): Dataset {
  return dataset(
    solved.flatMap(({ name, groups }): [string, Column][] => {
      const recovered = new Float64Array(rows).fill(Number.NaN)
      const solutions = new Float64Array(rows).fill(Number.NaN)
      for (const group of groups) {
        group.rows.forEach((row, i) => {
          if (group.complete) solutions[row] = group.solutions.length
          if (isRecovered(group)) recovered[row] = group.solutions[0][i]
        })
      }
      return [[`recovered ${name}`, numeric(recovered)], [`solutions ${name}`, numeric(solutions)]] // oxfmt-ignore
    }),
  )
}
