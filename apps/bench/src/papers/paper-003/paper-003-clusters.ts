import { numericValues, type Dataset } from '@sdc/core'
import { paper003ClusterCorrelations, paper003Clusters, type Paper003ClusterRow } from '@sdc/datasets'
import { mean, pearson } from '@sdc/stats'
import { drawnTolerance } from '../drawn.js'
import type { PaperOptions, PaperTable } from '../paper.js'
import { measured, tableOf } from '../run.js'
import type { Check } from '../verdict.js'
import { clustersPlace, groupSizes, microaggregated } from './paper-003-microaggregated.js'

/** Number of repetitions of k-means on both files. */
const replicates = 8

type Index = Exclude<keyof Paper003ClusterRow, 'k' | 'aPIL'>

/** Columns of the printed table: field, printed name, and name in the table of loss/clusters. */
export const indices: readonly (readonly [Index, string, string])[] = [
  ['rand', 'Rand', 'Rand'],
  ['jaccard', 'Jaccard', 'Jaccard'],
  ['adjustedRand', 'Adjusted Rand', 'adjusted Rand'],
  ['wallace', 'Wallace', 'Fowlkes–Mallows'],
  ['mantaras', 'Mántaras', 'Mántaras distance'],
]

/** Returns the table of clusters. */
export async function clusterTables(options: PaperOptions): Promise<readonly PaperTable[]> {
  const { original, files } = await microaggregated(options)
  const { registry, seed } = options
  const metric = 'loss/clusters'
  const params = { c: 15, restarts: 10, replicates, starts: 'independent' }
  const found: Dataset[] = []
  for (const file of files) {
    const call = { registry, original, masked: file, columns: original.names, metric, params, seed }
    found.push(tableOf(await measured(call), 'indices', metric))
  }
  return [
    {
      id: 'Clusters',
      where: clustersPlace,
      title: 'k-means clusters, microaggregated Census file',
      sentence:
        `15 clusters of standardised records in the original and in the masked file, each the best of ten starts of k-means ` +
        `(k-means++); mean of ${replicates} repetitions (loss/clusters, starts: independent). Wallace: geometric mean of his ` +
        'two indices, which are not equal.',
      given: ['k'],
      checks: indices.map(([, name]) => name),
      rows: groupSizes.map((k, i) => ({
        given: [k],
        checks: indices.map(([key, , name]) => drawnIndex(found[i], name, paper003Clusters[i][key])),
      })),
    },
  ]
}

/** Compares a printed index with the repetitions: it is one of them if k-means was run as here. */
function drawnIndex(table: Dataset, name: string, printed: number): Check {
  const names = table.column('index')
  const row = names.kind === 'categorical' ? names.codes.findIndex((code) => names.levels[code] === name) : -1
  const [ours, deviation] = (['mean', 'sd'] as const).map((column) => numericValues(table, column)[row] ?? Number.NaN)
  const error = deviation * Math.sqrt(1 + 1 / replicates)
  const tolerance = drawnTolerance(error, oneRun, { degrees: replicates - 1, rounding: 0.0005 })
  return { ours, printed, decimals: 3, tolerance }
}

const oneRun = `the printed value is one run of k-means, ours the mean of ${replicates}; 95 % of runs are this near.`

/** Returns the relations between printed values of the table of clusters (A14). */
export function clusterIdentities(): readonly PaperTable[] {
  return [identities(), correlations()]
}

/** The printed indices are related as the indices of two partitions with equal numbers of pairs are. */
function identities(): PaperTable {
  return {
    id: 'Clusters, identities',
    where: clustersPlace,
    title: 'Relations between the printed cluster indices',
    sentence:
      'Computed from the printed Jaccard index J and Rand index. The column Wallace is 2J/(1 + J). The adjusted Rand index ' +
      'follows if both partitions have equal numbers of pairs in clusters.',
    given: ['k'],
    checks: ['2J/(1 + J)', 'adjusted Rand'],
    rows: paper003Clusters.map(({ k, rand, jaccard, wallace, adjustedRand }) => ({
      given: [k],
      checks: [
        fromRounded((j) => (2 * j) / (1 + j), [jaccard], wallace),
        fromRounded(adjustedFrom, [rand, jaccard], adjustedRand),
      ],
    })),
  }
}

/** Adjusted Rand index if the two Wallace indices are equal: the share of pairs together in both is J(1 − R)/(1 − J). */
function adjustedFrom(rand: number, jaccard: number): number {
  const both = (jaccard * (1 - rand)) / (1 - jaccard)
  const each = both + (1 - rand) / 2
  return (both - each * each) / (each - each * each)
}

/** Compares a printed value with a function of printed values, which are rounded to three decimals. */
function fromRounded(f: (...values: number[]) => number, from: readonly number[], printed: number): Check {
  const ours = f(...from)
  const corners = from.reduce<number[][]>(
    (before, value) => before.flatMap((some) => [-0.0005, 0.0005].map((half) => [...some, value + half])),
    [[]],
  )
  const by = Math.max(...corners.map((corner) => Math.abs(f(...corner) - ours))) + 0.0005
  return { ours, printed, decimals: 3, tolerance: { by, why: roundedFrom }, again: true }
}

const roundedFrom = 'it is computed from printed values, which are rounded to three decimals.'

/** The last line of the table. */
function correlations(): PaperTable {
  return {
    id: 'Clusters, correlations',
    where: clustersPlace,
    title: 'Correlation of cluster indices with the probabilistic information loss',
    sentence: 'Last line of the printed table, computed from its seven printed lines.',
    given: ['index'],
    checks: ['correlation'],
    rows: indices.map(([key, name]) => ({ given: [name], checks: [correlation(key)] })),
  }
}

/** Compares a printed correlation with that of the printed columns. */
function correlation(key: Index): Check {
  const x = Float64Array.from(paper003Clusters, (row) => row[key])
  const y = Float64Array.from(paper003Clusters, ({ aPIL }) => aPIL)
  const ours = pearson(x, y)
  const variance = roundingVariance(x, y, ours) + roundingVariance(y, x, ours)
  return {
    ours,
    printed: paper003ClusterCorrelations[key],
    decimals: 3,
    tolerance: {
      by: 1.96 * Math.sqrt(variance) + 0.0005,
      why: `${roundedFrom} 95 % of rounding errors are this small.`,
    },
  }
}

/**
 * Variance of r from the rounding of x to three decimals: Σ(∂r/∂x_i)²·.001²/12, with ∂r/∂x_i = (b_i − r·a_i)/‖x − x̄‖ and
 * a, b the unit vectors of the deviations of x and y.
 */
function roundingVariance(x: Float64Array, y: Float64Array, r: number): number {
  const [a, b] = [x, y].map((values) => {
    const centre = mean(values)
    const deviations = values.map((value) => value - centre)
    const length = Math.hypot(...deviations)
    return { length, directions: deviations.map((one) => one / length) }
  })
  const slopes = a.directions.map((one, i) => (b.directions[i] - r * one) / a.length)
  return (slopes.reduce((sum, slope) => sum + slope * slope, 0) * 0.001 ** 2) / 12
}
