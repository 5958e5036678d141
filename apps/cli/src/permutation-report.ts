import { dataset, numeric, numericValues, type Column, type Dataset, type Rng } from '@sdc/core'
import { shortNumber } from '@sdc/engine'
import { left, right, textTable } from '@sdc/report'
import {
  decompose,
  maxKnowledgeLinkage,
  meanDistanceAtRandom,
  privacyCurve,
  type MaxKnowledgeLinkage,
  type PermutationDecomposition,
} from '@sdc/reverse-map'
import { quantile } from '@sdc/stats'

/** A masked file taken apart: each column by itself, and all of them by the maximum-knowledge adversary. */
export interface PermutationReport {
  readonly columns: readonly { readonly name: string; readonly part: PermutationDecomposition }[]
  /** null, with the reason, where ranks cannot be compared over all columns. */
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
  rng: Rng,
): PermutationReport {
  const known = Int32Array.from(origin.keys()).filter((i) => origin[i] >= 0)
  const pair = (name: string): { x: Float64Array; y: Float64Array } => {
    const [x, y] = [numericValues(original, name), numericValues(masked, name)]
    return { x: Float64Array.from(known, (i) => x[origin[i]]), y: Float64Array.from(known, (i) => y[i]) }
  }
  const pairs = names.map((name) => ({ name, ...pair(name) }))
  const columns = pairs.map(({ name, x, y }) => ({ name, part: decompose(x, y, rng.child(name)) }))
  const complete = known.filter((_, at) => pairs.every(({ x, y }) => Number.isFinite(x[at]) && Number.isFinite(y[at])))
  if (complete.length < 2)
    return { columns, adversary: null, reason: 'fewer than two records are complete in all columns' }
  const place = new Map([...known].map((row, at) => [row, at]))
  const only = (values: Float64Array): Float64Array => Float64Array.from(complete, (row) => values[place.get(row) ?? 0])
  const adversary = maxKnowledgeLinkage(
    pairs.map(({ x }) => only(x)),
    pairs.map(({ y }) => only(y)),
    Int32Array.from({ length: complete.length }, (_, i) => i),
  )
  return { columns, adversary }
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
  const shares = privacyCurve(
    adversary.distance,
    curve.map((one) => (one / 100) * (n - 1)),
  )
  return [
    ...lines,
    `maximum-knowledge adversary (knows both files whole, only not which record became which), ${n} records:`,
    `  links ${percent(adversary.exactRate)} to one record and rightly, ${percent(adversary.expectedRate)} expected with ties at random; chance is ${percent(adversary.chance)}`,
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

/** One row a linked record: of every column z, the change of rank and the residual noise. */
export function perRecord({ columns }: PermutationReport): Dataset {
  return dataset(
    columns.flatMap(({ name, part }): (readonly [string, Column])[] => [
      [`${name} z`, numeric(part.z)],
      [`${name} change of rank`, numeric(part.distance)],
      [`${name} residual noise`, numeric(part.residual)],
    ]),
  )
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
