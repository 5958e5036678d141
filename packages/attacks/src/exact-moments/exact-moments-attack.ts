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
    .meta({ description: 'The columns within whose groups the file was masked (--by), as a JSON list.' }),
  moments: z
    .enum(['covariances', 'means'])
    .default('covariances')
    .meta({ description: 'Whether means and covariances are exact, or means alone.' }),
  inflation: z.number().gt(0).default(1).meta({
    description:
      'What the masking multiplies variances by: 1 where they are exact, 1 + relativeVariance after exact noise.',
    unit: 'variance of the masked column over that of the original',
  }),
  unit: z
    .number()
    .gt(0)
    .optional()
    .meta({
      description:
        'The step of the original values: 1 for whole numbers, 0.01 for cents. Without it, the coarsest of 1, 0.1, …, ' +
        '0.0001 of which the released sum of every group is a multiple, and the sum of squares of its square.',
      unit: "the column's unit",
    }),
  nonNegative: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether no original value is below 0, as amounts are.' }),
  tolerance: z
    .number()
    .min(0)
    .max(1)
    .default(1e-9)
    .meta({
      description:
        'What a released value may be off by rounding: the fine steps that exact methods leave, by default; more where the ' +
        'file was written with fewer digits.',
      unit: 'share of the largest value of its group',
    }),
  mostSteps: z.int().min(1).default(200_000).meta({
    description: 'After how many values tried the search in a group and column is given up.',
    unit: 'values',
  }),
})

export type ExactMomentsAttackParams = z.infer<typeof params>

/**
 * Exact moments are equations: recovers the values of a group from its means, variances and covariances.
 *
 * In a group of n records Y has the sums, the sums of squares and the sums of products with the given columns S that X
 * has. Of the u records that the intruder does not know, a column's values are determined for u ≤ 1 + q, but for one
 * reflection for u = 2 + q; beyond that, whole numbers with a given sum and sum of squares are few in small groups.
 */
export const exactMomentsAttack: Attack<ExactMomentsAttackParams> = defineAttack({
  id: 'attacks/exact-moments',
  title: 'Exact moments',
  summary: 'Recovers original values by solving the equations that exactly kept means and covariances are.',
  formula:
    'ΣX = ΣY, ΣSX = ΣSY, ΣX² = ΣY², ΣX_jX_k = ΣY_jY_k in each group;  100 · cells whose values have one solution/cells ' +
    'that the intruder does not know',
  source: [{ where: 'a choice made here: what the moments say, solved' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'A cell counts as recovered where one set of values fits. Records of a group with equal given values stay apart by ' +
        'nothing, so that it is known which values they have, not who has which; they are written in ascending order.',
    },
    {
      topic: 'limits',
      text:
        'u unknown records of a group and q given columns leave f = u − 1 − q directions: f ≤ 0, all is determined; f = 1, ' +
        'two solutions (one, where order is not known); f ≥ 2, a rotation that is the same for all columns, from which ' +
        'the step of the values chooses by trying. Trying is given up after mostSteps values.',
    },
    {
      topic: 'limits',
      text:
        'It works on files whose moments are exact in the groups named: elsewhere no values fit, which it says. A ' +
        'categorical given column counts as its categories less one.',
    },
    {
      topic: 'parameters',
      text:
        'The groups are what matters most: without by, the whole file is one. Give --given the columns that the method ' +
        'conditioned on; a column too many makes false equations, one too few loses some.',
    },
    { topic: 'missing', text: 'A record whose released value is missing takes no part in that column.' },
    {
      topic: 'release',
      text:
        'A release refuses exact moments in groups of fewer than q + p + 2 records and a margin; nothing protects a group ' +
        'of which the intruder knows all records but 2 + q.',
    },
  ],
  knows: {},
  mayKnow: {
    known: 'Records that the intruder knows: the attacked columns, those of by and the given ones, original values.',
    original:
      'The original, to count how many of the recovered values are right: the columns of known for all records.',
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
  if (used === 0) return unmeasured('there is no record that the intruder does not know', 0, tables)
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

/** The cells of unknown records in the groups that are so. */
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

/** By the number of unknown records: how many groups there are, and how many are solved. */
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

/** Per released record and column the recovered value, and how many sets of values fit; 0 where they were not counted. */
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
