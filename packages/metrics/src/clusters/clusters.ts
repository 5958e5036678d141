/**
 * Clusters of the masked file compared with those of the original, as a user of k-means would find them.
 *
 * P = k-means of X, Q = k-means of X′, both in standard deviations of X; value = 100·(1 − index(P, Q)), the mean over
 * replicates. Each replicate draws `restarts` starts from X (k-means++) and takes the partition with the smallest Σ of
 * squares for each file. Both files start from the same centres, so that equal files have equal clusters. Source: Torra
 * 2013, specific information loss; the indices see `partitionIndices`.
 */
import { defineMetric, type Dataset, type Measurement, type MeasureInput, type Rng } from '@sdc/core'
import { kMeans, partitionIndices, plusPlusStarts, type KMeans, type PartitionIndices } from '@sdc/stats/internal'
import { table } from '@sdc/toolkit'
import * as z from 'zod'
import type { LinkedPoints } from './cluster-records.js'
import { inReplicates } from './in-replicates.js'
import { overReplicates } from './replicates.js'
import { lossInPercent } from '../card-facts.js'

/** Number of records above which each replicate uses a sample of this size: 160 runs of k-means take some seconds. */
const SAMPLE_ABOVE = 5000

/** Loss by each index, and the largest loss: the adjusted index is at least −½, so that its loss is at most 150. */
const losses = {
  'adjusted-rand': ({ adjustedRand }: PartitionIndices): number => 1 - adjustedRand,
  rand: ({ rand }: PartitionIndices): number => 1 - rand,
  jaccard: ({ jaccard }: PartitionIndices): number => 1 - jaccard,
  'wallace-original': ({ wallaceFirst }: PartitionIndices): number => 1 - wallaceFirst,
  'wallace-masked': ({ wallaceSecond }: PartitionIndices): number => 1 - wallaceSecond,
  'fowlkes-mallows': ({ fowlkesMallows }: PartitionIndices): number => 1 - fowlkesMallows,
  mantaras: ({ mantaras }: PartitionIndices): number => mantaras,
} as const

const params = z.object({
  c: z.int().min(2).default(15).meta({
    description: 'Number of clusters; the file needs as many different records.',
    unit: 'clusters',
  }),
  index: z
    .enum(['adjusted-rand', 'rand', 'jaccard', 'wallace-original', 'wallace-masked', 'fowlkes-mallows', 'mantaras'])
    .default('adjusted-rand')
    .meta({
      description:
        'Index that compares the partitions; the table has all of them. adjusted-rand: 0 loss for equal partitions, 100 ' +
        'for the agreement that sizes alone give by chance. rand is close to 1 for many clusters. wallace-original: ' +
        'share of the pairs together in the original that are apart in the masked file; wallace-masked: the reverse. ' +
        'mantaras is a distance; the loss is 100 times it.',
    }),
  restarts: z.int().min(1).default(10).meta({
    description: 'Number of starts in each file; the partition with the least sum of squares is used.',
    unit: 'starts',
  }),
  replicates: z.int().min(1).default(8).meta({
    description: 'Number of repetitions; the value is their mean, and the table has their spread.',
    unit: 'replicates',
  }),
  starts: z
    .enum(['same', 'independent'])
    .default('same')
    .meta({
      description:
        'same: both files start from the same records of the original, so an unmasked file has no loss. independent: ' +
        'each file has its own starts (two independent runs, as in the source), so an unmasked file has the loss between ' +
        'two runs of k-means.',
    }),
})

type ClustersParams = z.infer<typeof params>

export const clustersMetric = defineMetric({
  id: 'loss/clusters',
  title: 'Change of clusters',
  summary: 'Difference between the k-means partitions of the original and the masked file.',
  formula: '100 · (1 − index(P, Q)),  P = k-means(X, c),  Q = k-means(X′, c), mean over replicates',
  source: [
    { key: 'torra-2013', where: 'specific information loss measure: clustering' },
    { key: 'lloyd-1982', where: 'k-means' },
    { key: 'arthur-vassilvitskii-2007', where: 'starts' },
    { key: 'hubert-arabie-1985', where: 'adjusted Rand index' },
    { key: 'rand-1971', where: 'Rand index' },
    { key: 'wallace-1983', where: "both of Wallace's indices" },
    { key: 'fowlkes-mallows-1983', where: 'their geometric mean' },
    { key: 'lopez-de-mantaras-1991', where: 'distance of partitions' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'It measures one use of the data: a file may keep its clusters and lose everything within them. The value ' +
        'depends on c, and on the presence of clusters. Without clusters, k-means finds others from other starts, and ' +
        'much of the loss is its own. Measure once with starts: independent, and compare with the loss of the unmasked ' +
        'file.',
    },
    {
      topic: 'choices',
      text:
        'The source prints one run of each file and omits its starts. Here both files start from the same centres, and ' +
        'the value is the mean over replicates. The default is the adjusted Rand index, which is 0 by chance. With ' +
        'starts: independent, the result agrees with the printed table within its spread, which is .1 for a single run. ' +
        "The printed Wallace column is 2J/(1 + J) of Jaccard's J, close to the Fowlkes–Mallows index.",
    },
    {
      topic: 'choices',
      text:
        'Columns are in standard deviations (divisor n − 1) of the original in both files. k-means stops when no record ' +
        'changes its cluster, or after 300 rounds, which the table counts. A cluster without records gets the record ' +
        'furthest from its own centre.',
    },
    {
      topic: 'ties',
      text:
        'A record at equal distance from two centres stays in its cluster; at first it joins the one with the lowest ' +
        'number.',
    },
    {
      topic: 'missing',
      text:
        'The metric uses linked records with all columns in both files. It omits and counts the others, and columns that ' +
        'are constant in the original. A masked file with fewer different records than c has that many clusters.',
    },
    {
      topic: 'limits',
      text:
        `Above ${SAMPLE_ABOVE} records each replicate draws its own random sample of that size. So the standard error ` +
        'includes the chance of the sample and of the starts. An index below chance has a loss above 100, at most 150.',
    },
  ],
  ...lossInPercent,
  range: [0, 150],
  needsOrigin: true,
  costly: true,
  cost: { time: 'O(n·p·c) for each of replicates · restarts · rounds', sampleAbove: SAMPLE_ABOVE },
  ownInterval: true,
  params,
  needsFile: () => ({
    why: 'k-means iterates over all records; loss/contingency-tables and loss/correlation run out of core',
  }),
  plan: () => ({ form: 'file', measure: measureClusters }),
})

/** One replicate: the best partition of each file. */
interface Replicate {
  readonly original: KMeans
  readonly masked: KMeans
  readonly indices: PartitionIndices
}

function measureClusters(input: MeasureInput<ClustersParams>): Measurement {
  const { c, index, replicates } = input.params
  return inReplicates<Replicate>(input, {
    id: 'loss/clusters',
    replicates,
    c,
    sampleAbove: SAMPLE_ABOVE,
    one: (points, d, rng, tick) => replicate(points, d, input.params, rng, tick),
    read(found) {
      const values = Float64Array.from(found, ({ indices }) => 100 * losses[index](indices))
      const reason = `the index ${index} is not defined: one of the partitions has no two records together`
      return {
        tables: [
          ['indices', indexTable(found)],
          ['replicates', replicateTable(found)],
        ],
        values: values.some(Number.isNaN) ? reason : values,
      }
    },
  })
}

/** Returns the best of the restarts in each file; the number of different records if they are fewer than c. */
function replicate(
  { x, y }: LinkedPoints,
  d: number,
  { c, restarts, starts }: ClustersParams,
  rng: Rng,
  tick: (done: number) => void,
): Replicate | number {
  let original: KMeans | undefined
  let masked: KMeans | undefined
  for (let s = 0; s < restarts; s++) {
    tick(s / restarts)
    const stream = rng.child(`start ${s + 1}`)
    const from = plusPlusStarts(x, d, c, () => stream.uniform())
    if (from.length < c * d) return from.length / d
    const other = rng.child(`start ${s + 1} of the masked file`)
    const to = starts === 'same' ? from : plusPlusStarts(y, d, c, () => other.uniform())
    original = better(original, kMeans(x, d, from))
    masked = better(masked, kMeans(y, d, to))
  }
  if (!original || !masked) return 0
  return { original, masked, indices: partitionIndices(original.labels, masked.labels) }
}

/** Returns the result with the smaller sum of squares, by more than rounding; else the first one. */
function better(one: KMeans | undefined, other: KMeans): KMeans {
  return one && one.squares * (1 - 1e-9) <= other.squares ? one : other
}

function indexTable(found: readonly Replicate[]): Dataset {
  const rows: readonly (readonly [string, (indices: PartitionIndices) => number])[] = [
    ['Rand', (of) => of.rand],
    ['Jaccard', (of) => of.jaccard],
    ['adjusted Rand', (of) => of.adjustedRand],
    ['Wallace, original', (of) => of.wallaceFirst],
    ['Wallace, masked', (of) => of.wallaceSecond],
    ['Fowlkes–Mallows', (of) => of.fowlkesMallows],
    ['Mántaras distance', (of) => of.mantaras],
  ]
  const over = rows.map(([, of]) => overReplicates(Float64Array.from(found, ({ indices }) => of(indices))))
  return table({
    index: rows.map(([name]) => name),
    mean: Float64Array.from(over, ({ mean }) => mean),
    sd: Float64Array.from(over, ({ sd }) => sd),
    least: Float64Array.from(over, ({ least }) => least),
    greatest: Float64Array.from(over, ({ greatest }) => greatest),
  })
}

function replicateTable(found: readonly Replicate[]): Dataset {
  const numbers = (of: (one: Replicate) => number): Float64Array => Float64Array.from(found, of)
  return table({
    replicate: found.map((_, r) => String(r + 1)),
    'adjusted Rand': numbers(({ indices }) => indices.adjustedRand),
    'squares, original': numbers(({ original }) => original.squares),
    'squares, masked': numbers(({ masked }) => masked.squares),
    rounds: numbers(({ original, masked }) => Math.max(original.iterations, masked.iterations)),
    converged: numbers(({ original, masked }) => (original.converged && masked.converged ? 1 : 0)),
  })
}
