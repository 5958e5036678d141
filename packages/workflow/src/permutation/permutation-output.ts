import { shortNumber } from '@sdc/engine'
import { meanDistanceAtRandom, privacyCurve } from '@sdc/permutation'
import { fileScreen, flowed, left, right, type Screen, textTable } from '@sdc/report/tables'
import { countValues, quantile } from '@sdc/stats'
import { verdictLine } from '@sdc/inspect'
import type { PermutationReport } from './take-apart.js'

const percent = (share: number): string => `${shortNumber(100 * share)} %`

/** Points of the curve f(d), in percent of n − 1. */
const curve: readonly number[] = [0.1, 0.5, 1, 2, 5, 10]

/** Formats the report as text: a line per column, the adversary, and a sentence. */
export function permutationText(
  { columns, adversary, reason }: PermutationReport,
  screen: Screen = fileScreen,
): string {
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
    left('column', { rank: 0, wraps: true }),
    right('pairs', { rank: 3 }),
    right('mean', { rank: 0 }),
    right('at random', { rank: 0 }),
    ...['median', '90 %', 'greatest', 'noise share'].map((name) => right(name)),
  ]
  const lines = [
    textTable(head, rows, { screen }),
    '',
    flowed('mean to greatest: change of rank by the masking; at random: the mean of a random permutation', screen),
    flowed(
      'noise share: what of the change is noise that moves no rank, and that an intruder with the original values takes off',
      screen,
    ),
    '',
  ]
  if (adversary === null)
    return [...lines, verdictLine(`maximum-knowledge adversary: not measured, ${reason ?? ''}`, screen)].join('\n')
  const n = adversary.used
  const complete = countValues(adversary.distance)
  const shares = privacyCurve(
    adversary.distance,
    curve.map((one) => (one * (complete - 1)) / 100),
  )
  return [
    ...lines,
    flowed(
      `maximum-knowledge adversary (knows both files whole, only not which record became which), ${n} records:\n  links ${percent(adversary.exactRate)} rightly and without doubt, ${percent(adversary.expectedRate)} expected with ties at random; chance is ${percent(adversary.chance)}`,
      screen,
    ),
    '',
    flowed('permuted privacy: share of records that no masked record is nearer than d in all ranks', screen),
    textTable(
      [left('d (% of n − 1)', { rank: 0 }), ...curve.map((one) => right(String(one)))],
      [['protected', ...shares.map(percent)]],
      { screen },
    ),
    '',
    verdictLine(
      `The adversary links ${percent(adversary.expectedRate)} of ${n} records; the mean change of rank is ${percent(levelOf(columns))} of the longest way (a third at random).`,
      screen,
    ),
  ].join('\n')
}

/** Returns the report as JSON in the form of `permutationOutput`. */
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
