import { dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { norta } from '@sdc/datasets'
import { exp, mean, standardDeviation } from '@sdc/stats'
import { normalDistribution, studentQuantile } from '@sdc/stats/distributions'
import { onceARun } from '../once-a-run.js'
import type { PaperOptions } from '../paper.js'
import { masked, measured } from '../run.js'

/** Number of files of each kind. */
export const runs = 6

export const sizes = [25, 100, 1000, 10_000] as const
export const distributions = ['normal', 'skewed', 'ties', 'heavy tails'] as const
export type DistributionKind = (typeof distributions)[number]
/** Size of the files for the comparison of distributions and risks. */
export const commonSize = 1000

/** The masks of the paper; rank swapping permutes the values itself, so reverse mapping cannot change it. */
export const masks = ['noise', 'microaggregation', 'rank swapping'] as const
export type MaskKind = (typeof masks)[number]

const steps: Readonly<Record<MaskKind, object>> = {
  noise: { use: 'noise/additive', columns: ['X'], params: { relativeVariance: 0.25 } },
  microaggregation: { use: 'microaggregation/individual-ranking', columns: ['X'], params: { k: 5 } },
  // Five positions of 25 in the paper.
  'rank swapping': { use: 'swapping/rank-swap', columns: ['X'], params: { percent: 20 } },
}

/** Measures of a masked file, in percent: two losses, then five risks. */
export const measures = [
  { name: 'marginal distance', metric: 'loss/marginal-distance', factor: 1 },
  { name: 'correlation loss', metric: 'loss/correlation', factor: 100 },
  { name: 'value disclosure', metric: 'risk/value-disclosure', factor: 1 },
  { name: 'interval disclosure', metric: 'risk/interval-disclosure', factor: 1 },
  { name: 'linkage', metric: 'risk/dbrl', factor: 1 },
  { name: 'rank correlation', metric: 'risk/rank-correlation', factor: 100 },
  { name: 'largest value', metric: 'risk/largest', factor: 100 },
] as const
export type MeasureName = (typeof measures)[number]['name']

/** Means before and after reverse mapping, and the mean change with the half-width of its 95 % interval over files. */
export interface Effect {
  readonly before: number
  readonly after: number
  readonly change: number
  readonly half: number
}

/** Effects on files of one kind with one mask. */
export interface EffectRow {
  readonly records: number
  readonly distribution: DistributionKind
  readonly mask: MaskKind
  readonly effects: ReadonlyMap<MeasureName, Effect>
}

/** Effects of reverse mapping: normal files of every size, and files of one size with every distribution. */
export const effectRows = onceARun(async (options): Promise<readonly EffectRow[]> => {
  const kinds = [
    ...sizes.map((records) => ({ records, distribution: 'normal' as const })),
    ...distributions.slice(1).map((distribution) => ({ records: commonSize, distribution })),
  ]
  const rows: EffectRow[] = []
  for (const kind of kinds) for (const mask of masks) rows.push(await effectRow(options, { ...kind, mask }))
  return rows
})

async function effectRow(
  { registry, seed }: PaperOptions,
  kind: Pick<EffectRow, 'records' | 'distribution' | 'mask'>,
): Promise<EffectRow> {
  const before = new Map<MeasureName, number[]>(measures.map(({ name }) => [name, []]))
  const after = new Map<MeasureName, number[]>(measures.map(({ name }) => [name, []]))
  for (let run = 1; run <= runs; run++) {
    const own = `${seed} questions ${kind.distribution} ${kind.records} run ${run}`
    const original = fileOf(kind.distribution, kind.records, own)
    // The same stream draws the same mask in both plans.
    const plans = [[steps[kind.mask]], [steps[kind.mask], 'reverse-map/rank']]
    for (const [p, plan] of plans.entries()) {
      const made = await masked(registry, original, plan, own)
      const call = { registry, original, masked: made, columns: ['X'], given: ['S'], seed: own }
      for (const { name, metric, factor } of measures) {
        const { value } = await measured({ ...call, metric })
        ;[before, after][p].get(name)?.push(factor * (value ?? Number.NaN))
      }
    }
  }
  const effects = measures.map(({ name }) => [name, effectOf(before.get(name) ?? [], after.get(name) ?? [])] as const)
  return { ...kind, effects: new Map(effects) }
}

function effectOf(before: readonly number[], after: readonly number[]): Effect {
  const changes = Float64Array.from(before, (value, run) => after[run] - value)
  return {
    before: mean(Float64Array.from(before)),
    after: mean(Float64Array.from(after)),
    change: mean(changes),
    half: (studentQuantile(0.975, runs - 1) * standardDeviation(changes)) / Math.sqrt(runs),
  }
}

/** S is normal; X has the distribution, and rank correlation .74 with S, as in Table 4 of the paper. */
function fileOf(kind: DistributionKind, records: number, seed: string): Dataset {
  const normal = normalDistribution(0, 1)
  const correlation = [
    [1, 0.74],
    [0.74, 1],
  ]
  const { columns } = norta(records, [normal, normal], correlation, 'spearman', seededRng(seed).child('file'))
  return dataset([
    ['S', numeric(columns[0])],
    ['X', numeric(columns[1].map((z) => valueOf(kind, z, normal.cdf(z))))],
  ])
}

/** Returns the value of X for a standard normal z with P(Z ≤ z) = p. */
function valueOf(kind: DistributionKind, z: number, p: number): number {
  switch (kind) {
    case 'normal':
      return z
    case 'skewed': // log-normal
      return exp(z)
    case 'ties': // rounded to half standard deviations: about 13 values
      return Math.round(2 * z) / 2
    case 'heavy tails': // Student's distribution with 2 degrees of freedom
      return (2 * p - 1) / Math.sqrt(2 * p * (1 - p))
  }
}
