/**
 * Post-randomisation (Kooiman, Willenborg & Gouweleeuw 1997): every category becomes another one by chance, with
 * probabilities that are known.
 *
 * Each column by itself, record by record: Pr{y_i = l | x_i = k} = R_kl. With t the shares of the categories, the
 * invariant matrix has tᵀR = tᵀ.
 */
import {
  fillByBlocks,
  categorical,
  dataset,
  defineMethod,
  numeric,
  SdcError,
  type CategoricalColumn,
  type Column,
  type Dataset,
  type MaskingMethod,
} from '@sdc/core'
import * as z from 'zod'
import { drawCategories } from './draw-categories.js'
import { diagonalMatrix, invariantMatrix, mixedWithIdentity, type TransitionMatrix } from './transition-matrix.js'

const id = 'categorical/pram'

/** A matrix of more categories takes long, is no use to anybody, and the column is an identifier rather than a category. */
const MOST_LEVELS = 1000

const params = z.object({
  stay: z
    .number()
    .min(0)
    .lt(1)
    .default(0.8)
    .meta({
      description:
        'The diagonal of the transition matrix P: the probability that a category is kept; the others that occur share ' +
        'the rest equally. With invariant, two such steps are made, and a category is kept less often.',
      unit: 'probability',
      search: { min: 0.5, max: 0.95, scale: 'linear' },
    }),
  invariant: z.boolean().default(true).meta({
    description: 'Whether every category is expected as often as it was, so that tables need no correction.',
  }),
  alpha: z.number().gt(0).max(1).default(1).meta({
    description: 'Mixes the matrix R with no change at all: alpha·R + (1 − alpha)·I.',
    unit: 'share of R',
  }),
})

export type PramParams = z.infer<typeof params>

export const pramMethod: MaskingMethod<PramParams> = defineMethod({
  id,
  title: 'Post-randomisation (PRAM)',
  summary:
    'Changes every category into another one with known probabilities, by default such that totals are expected to stay.',
  formula:
    'Pr{y = l | x = k} = αR_kl + (1 − α)1[k = l];  R = P, or invariant R = PQ with Q_kl = P_lk t_l / Σ_m P_mk t_m;  ' +
    'P_kk = stay',
  source: [
    { key: 'kooiman-willenborg-gouweleeuw-1997', where: 'PRAM' },
    { key: 'gouweleeuw-kooiman-willenborg-de-wolf-1998', where: 'invariant PRAM' },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'What is kept is an expectation: the counts of one file differ from the original ones by chance. Without invariant, ' +
        'they are biased by a known matrix: t̂ = (Pᵀ)⁻¹t′ of the masked shares t′ is unbiased.',
    },
    {
      topic: 'limits',
      text:
        'Each column is drawn by itself: relations between columns are weakened, and combinations can come up that do not ' +
        'exist (a widowed child).',
    },
    {
      topic: 'limits',
      text:
        'Users need the transition matrices for their estimates; they are written where a release asks for them. They are ' +
        'also in the report.',
    },
    {
      topic: 'limits',
      text:
        'With groups (by) the shares t, and so the matrix, are those of the group. No record becomes a category that does ' +
        'not occur in its group.',
    },
    {
      topic: 'attacks',
      text:
        'Several releases undo it: of four equally frequent categories with stay 0.8 and invariant, one release has 65 % ' +
        'right, the most frequent one of eight releases 94 %. Who has the matrix weighs them by it and does better.',
    },
    { topic: 'missing', text: 'Missing values stay missing.' },
    { topic: 'limits', text: `Columns of more than ${MOST_LEVELS} categories are refused.` },
  ],
  arms: [
    'Whoever knows the matrix knows by Bayes’ rule how likely each original category of a masked one is: a rare category ' +
      'that seldom changes, and that few become, is nearly certain. It is meant to be published, so choose stay with that ' +
      'in mind.',
    'The original shares are the stationary distribution of an invariant matrix: who has the matrix has the marginals of ' +
      'the original file, within groups too.',
  ],
  traits: {
    accepts: ['ordered', 'nominal'],
    stochastic: true,
    draws: 'choices',
    missing: 'keep',
    scope: 'column',
    claims: { expectedMarginals: { when: { invariant: true } } },
  },
  params,
  examples: [{ invariant: false }, { stay: 0.5, alpha: 0.4 }],
  apply(input) {
    const columns = new Map<string, Column>()
    const report = new Map<string, Dataset | number>()
    const publish = new Map<string, Dataset>()
    const warnings: string[] = []
    input.columns.forEach((name, j) => {
      input.tick(j / input.columns.length)
      const column = categoriesOf(input.data, name)
      const counts = levelCounts(column)
      const matrix = pramMatrix(counts, input.params)
      const numbers = fillByBlocks(
        input.rng.child(name).child('change'),
        new Float64Array(column.codes.length),
        (stream, part) => stream.fillUniform(part),
      )
      let next = 0
      const codes = drawCategories(column.codes, matrix, () => numbers[next++])
      columns.set(name, { ...column, codes })
      const published = matrixTable(column.levels, matrix)
      publish.set(`transition matrix of ${name}`, published)
      report.set(`transition matrix of ${name}`, published)
      report.set(
        `changed values of ${name}`,
        codes.reduce((sum, code, i) => sum + (code === column.codes[i] ? 0 : 1), 0),
      )
      const missing = codes.reduce((sum, code) => sum + (code < 0 ? 1 : 0), 0)
      if (missing > 0) warnings.push(`column "${name}": ${missing} missing values stay missing`)
    })
    return { files: [{ columns }], report, publish, warnings }
  },
})

/** The matrix by which a column with these counts of its categories is masked. */
export function pramMatrix(counts: Float64Array, { stay, invariant, alpha }: PramParams): TransitionMatrix {
  const matrix = diagonalMatrix(
    counts,
    counts.map(() => stay),
  )
  return mixedWithIdentity(invariant ? invariantMatrix(matrix, counts) : matrix, alpha)
}

function categoriesOf(data: Dataset, name: string): CategoricalColumn {
  const column = data.column(name)
  const place = { method: id, column: name }
  if (column.kind === 'numeric') {
    throw new SdcError(
      'NOT_CATEGORICAL',
      `column "${name}" holds numbers`,
      place,
      'Say in a schema that it is nominal.',
    )
  }
  if (column.levels.length <= MOST_LEVELS) return column
  const message = `column "${name}" has ${column.levels.length} categories, and ${id} takes ${MOST_LEVELS}`
  throw new SdcError('BAD_PLAN', message, place, 'Recode it to fewer categories first, or leave it out.')
}

function levelCounts({ codes, levels }: CategoricalColumn): Float64Array {
  const counts = new Float64Array(levels.length)
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) counts[codes[i]]++
  return counts
}

/** A row for each original category, a column for each masked one. */
function matrixTable(levels: readonly string[], matrix: TransitionMatrix): Dataset {
  const rows = levels.map((_, k) => k)
  return dataset([
    ['from', categorical(levels, levels)],
    ...levels.map((level, l): [string, Column] => [`to ${level}`, numeric(rows.map((k) => matrix[k][l]))]),
  ])
}
