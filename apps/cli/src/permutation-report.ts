import { dataset, numeric, type Column, type Dataset, type Rng } from '@sdc/core'
import { shortNumber } from '@sdc/engine'
import { left, right, textTable } from '@sdc/report'
import {
  decompose,
  maxKnowledgeLinkage,
  meanDistanceAtRandom,
  privacyCurve,
  type MaxKnowledgeLinkage,
  type PermutationDecomposition,
} from '@sdc/permutation'
import { rankableColumns, type SemanticDistance } from '@sdc/reverse-map'
import { countValues, quantile } from '@sdc/stats'

/** A masked file taken apart: each column by itself, and all of them by the maximum-knowledge adversary. */
export interface PermutationReport {
  readonly columns: readonly {
    readonly name: string
    readonly part: PermutationDecomposition
    /** z as the original has the column, for categories labels again. */
    readonly z: Column
  }[]
  /** The original record of every linked one, in the order of the masked file. */
  readonly origins: Int32Array
  /** Over all records of both files, linked or not; null, with the reason, where no pair is complete in all columns. */
  readonly adversary: MaxKnowledgeLinkage | null
  readonly reason?: string
}

/** Points of the curve f(d), in percent of n − 1. */
const curve: readonly number[] = [0.1, 0.5, 1, 2, 5, 10]

/** Takes linked files apart; masked record i belongs to original record origin[i], −1 unknown. */
export function takeApart(
  original: Dataset,
  masked: Dataset,
  origin: Int32Array,
  names: readonly string[],
  distance: SemanticDistance,
  rng: Rng,
): PermutationReport {
  const known = Int32Array.from(origin.keys()).filter((i) => origin[i] >= 0)
  const origins = Int32Array.from(known, (i) => origin[i])
  const rankable = names.map((name) =>
    rankableColumns(original.column(name), masked, name, distance, rng.child(name).child('categories')),
  )
  const [x, y] = [rankable.map((one) => one.x), rankable.map((one) => one.y)]
  const columns = names.map((name, k) => {
    const part = decompose(
      Float64Array.from(origins, (i) => x[k][i]),
      Float64Array.from(known, (i) => y[k][i]),
      rng.child(name),
    )
    // Between the places of categories there is no noise to speak of.
    const numeric = original.column(name).kind === 'numeric'
    return { name, part: numeric ? part : { ...part, noiseShare: null }, z: rankable[k].back(part.z) }
  })
  const complete = known.filter((i, at) => names.every((_, k) => !Number.isNaN(x[k][origins[at]] + y[k][i])))
  if (complete.length === 0) {
    return { columns, origins, adversary: null, reason: 'no linked pair of records is complete in all columns' }
  }
  return { columns, origins, adversary: maxKnowledgeLinkage(x, y, origin) }
}

const percent = (share: number): string => `${shortNumber(100 * share)} %`

/** For people: a line a column, the adversary, and a sentence. */
export function permutationText({ columns, adversary, reason }: PermutationReport): string {
  const rows = columns.map(({ name, part: { distance, noiseShare, pairs } }) => {
    const ranks = (p: number): string => shortNumber(quantile(distance, p))
    return [
      name,
      String(pairs),
      shortNumber(meanOf(distance)),
      shortNumber(meanDistanceAtRandom(pairs)),
      ranks(0.5),
      ranks(0.9),
      ranks(1),
      noiseShare === null ? '–' : percent(noiseShare),
    ]
  })
  const head = [
    left('column'),
    ...['pairs', 'mean', 'at random', 'median', '90 %', 'greatest', 'noise share'].map(right),
  ]
  const lines = [
    textTable(head, rows),
    '',
    'mean to greatest: change of rank by the masking; at random: the mean of a random permutation',
    'noise share: what of the change is noise that moves no rank, and that an intruder with the original values takes off',
    '',
  ]
  if (adversary === null) return [...lines, `maximum-knowledge adversary: not measured, ${reason ?? ''}`].join('\n')
  const n = adversary.used
  const complete = countValues(adversary.distance)
  const shares = privacyCurve(
    adversary.distance,
    curve.map((one) => (one * (complete - 1)) / 100),
  )
  return [
    ...lines,
    `maximum-knowledge adversary (knows both files whole, only not which record became which), ${n} records:`,
    `  links ${percent(adversary.exactRate)} rightly and without doubt, ${percent(adversary.expectedRate)} expected with ties at random; chance is ${percent(adversary.chance)}`,
    '',
    'permuted privacy: share of records that no masked record is nearer than d in all ranks',
    textTable(
      [left('d (% of n − 1)'), ...curve.map((one) => right(String(one)))],
      [['protected', ...shares.map(percent)]],
    ),
    '',
    `Of ${n} records the adversary links ${percent(adversary.expectedRate)}; the mean change of rank is ${percent(levelOf(columns))} of the longest way (a third at random).`,
  ].join('\n')
}

/** For programs; the form is described by `permutationOutput`. */
export function permutationJson({ columns, adversary, reason }: PermutationReport): unknown {
  return {
    columns: Object.fromEntries(
      columns.map(({ name, part: { distance, noiseShare, pairs } }) => [
        name,
        {
          pairs,
          mean: finite(meanOf(distance)),
          meanAtRandom: pairs > 0 ? meanDistanceAtRandom(pairs) : null,
          median: finite(quantile(distance, 0.5)),
          greatest: finite(quantile(distance, 1)),
          noiseShare,
        },
      ]),
    ),
    adversary: adversary && {
      records: adversary.used,
      exactRate: adversary.exactRate,
      expectedRate: adversary.expectedRate,
      chance: adversary.chance,
    },
    ...(reason === undefined ? {} : { reason }),
  }
}

/** One row a linked record: of every column z, the change of rank and the residual noise; and how the adversary fares. */
export function perRecord({ columns, origins, adversary }: PermutationReport): Dataset {
  const ofOriginal = (values: ArrayLike<number>): Column =>
    numeric(Float64Array.from(origins, (i) => (adversary?.linked[i] === -1 ? Number.NaN : values[i])))
  return dataset([
    ...columns.flatMap(({ name, part, z }): (readonly [string, Column])[] => [
      [`${name} z`, z],
      [`${name} change of rank`, numeric(part.distance)],
      ...(z.kind === 'numeric' ? [[`${name} residual noise`, numeric(part.residual)] as const] : []),
    ]),
    ...(adversary === null
      ? []
      : ([
          ['chance of the right link', ofOriginal(adversary.credit)],
          ['equally near records', ofOriginal(adversary.ties)],
          ['ranks to the nearest', ofOriginal(adversary.distance)],
        ] as const)),
  ])
}

function levelOf(columns: PermutationReport['columns']): number {
  const levels = columns
    .filter(({ part }) => part.pairs > 1)
    .map(({ part }) => meanOf(part.distance) / (part.pairs - 1))
  return levels.reduce((sum, one) => sum + one, 0) / levels.length
}

function meanOf(distance: Float64Array): number {
  const known = distance.filter((one) => !Number.isNaN(one))
  return known.reduce((sum, one) => sum + one, 0) / known.length
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
