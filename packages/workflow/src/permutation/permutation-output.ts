import { shortNumber } from '@sdc/engine'
import { meanDistanceAtRandom, privacyCurve } from '@sdc/permutation'
import { left, right, textTable } from '@sdc/report/tables'
import { countValues, quantile } from '@sdc/stats'
import type { PermutationReport } from './take-apart.js'

const percent = (share: number): string => `${shortNumber(100 * share)} %`

/** Points of the curve f(d), in percent of n − 1. */
const curve: readonly number[] = [0.1, 0.5, 1, 2, 5, 10]

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
