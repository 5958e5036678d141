import { numericValues, type Dataset } from '@sdc/core'
import { paper003ClusterCorrelations, paper003Clusters, type Paper003ClusterRow } from '@sdc/datasets'
import { pearson } from '@sdc/stats'
import type { PaperOptions, PaperTable } from '../paper.js'
import { measured, tableOf } from '../run.js'
import type { Check, Tolerance } from '../verdict.js'
import { groupSizes, microaggregated } from './paper-003-microaggregated.js'

/** How often k-means is run anew on both files. */
const replicates = 8

type Index = Exclude<keyof Paper003ClusterRow, 'k' | 'aPIL'>

/** The columns of the slides: the name in the paper, and in the table of loss/clusters. */
const indices: readonly (readonly [Index, string, string])[] = [
  ['rand', 'Rand', 'Rand'],
  ['jaccard', 'Jaccard', 'Jaccard'],
  ['adjustedRand', 'Adjusted Rand', 'adjusted Rand'],
  ['wallace', 'Wallace', 'Fowlkes–Mallows'],
  ['mantaras', 'Mántaras', 'Mántaras distance'],
]

/** The clustering table, and what follows from its printed numbers alone. */
export async function clusterTables(options: PaperOptions): Promise<readonly PaperTable[]> {
  return [await clusterTable(options), ...clusterIdentities()]
}

/** A14: what the printed table says of itself. */
export function clusterIdentities(): readonly PaperTable[] {
  return [identities(), correlations()]
}

async function clusterTable(options: PaperOptions): Promise<PaperTable> {
  const { original, files } = await microaggregated(options)
  const { registry, seed } = options
  const metric = 'loss/clusters'
  const params = { c: 15, restarts: 10, replicates, starts: 'independent' }
  const found: Dataset[] = []
  for (const file of files) {
    const call = { registry, original, masked: file, columns: original.names, metric, params, seed }
    found.push(tableOf(await measured(call), 'indices', metric))
  }
  const numberOf = (table: Dataset, name: string, column: 'mean' | 'sd'): number => {
    const names = table.column('index')
    const row = names.kind === 'categorical' ? names.codes.findIndex((code) => names.levels[code] === name) : -1
    return numericValues(table, column)[row] ?? Number.NaN
  }
  return {
    id: 'Clusters',
    title: 'k-means of the microaggregated Census file beside the original’s',
    sentence:
      `The files of aPIL; 15 clusters of standardised records by k-means, of each file the best of ten starts (k-means++), ` +
      `two independent runs: mean of ${replicates} (loss/clusters with starts: independent). Wallace: his two indices are not ` +
      'equal; ours is their geometric mean.',
    given: ['k'],
    checks: indices.map(([, name]) => name),
    rows: groupSizes.map((k, i) => ({
      given: [k],
      checks: indices.map(([key, , name]): Check => {
        const tolerance: Tolerance = { random: true, by: 3 * numberOf(found[i], name, 'sd'), why: oneRun }
        return { ours: numberOf(found[i], name, 'mean'), printed: paper003Clusters[i][key], decimals: 3, tolerance }
      }),
    })),
  }
}

const oneRun =
  'the printed value is one run of k-means, which says little: within three standard deviations of a run of ours.'

/** The printed indices are related as the indices of two partitions with equal numbers of pairs are. */
function identities(): PaperTable {
  return {
    id: 'Clusters, identities',
    title: 'What the printed indices say of each other',
    sentence:
      'From the printed Jaccard index J: 2J/(1 + J), which the column Wallace is; and from J and the Rand index the adjusted ' +
      'Rand index, were as many pairs together in the one partition alone as in the other.',
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

/** ARI where the two Wallace indices are equal: of N pairs a = J(1 − R)/(1 − J) are together in both. */
function adjustedFrom(rand: number, jaccard: number): number {
  const both = (jaccard * (1 - rand)) / (1 - jaccard)
  const each = both + (1 - rand) / 2
  return (both - each * each) / (each - each * each)
}

/** A printed value against a function of printed values, which are rounded to three decimals. */
function fromRounded(f: (...values: number[]) => number, from: readonly number[], printed: number): Check {
  const ours = f(...from)
  const corners = from.reduce<number[][]>(
    (before, value) => before.flatMap((some) => [-0.0005, 0.0005].map((half) => [...some, value + half])),
    [[]],
  )
  const by = Math.max(...corners.map((corner) => Math.abs(f(...corner) - ours))) + 0.0005
  return { ours, printed, decimals: 3, tolerance: { by, why: roundedFrom } }
}

const roundedFrom = 'it is computed of printed values, which are rounded to three decimals.'

/** The last line of the table. */
function correlations(): PaperTable {
  const column = (key: Index | 'aPIL'): Float64Array => Float64Array.from(paper003Clusters, (row) => row[key])
  return {
    id: 'Clusters, correlations',
    title: 'Correlation of the indices with the probabilistic information loss',
    sentence: 'The last line of the slides’ table, from its seven printed lines.',
    given: ['index'],
    checks: ['correlation'],
    rows: indices.map(([key, name]) => ({
      given: [name],
      checks: [
        {
          ours: pearson(column(key), column('aPIL')),
          printed: paper003ClusterCorrelations[key],
          decimals: 3,
          tolerance: { by: 0.0015, why: roundedFrom },
        },
      ],
    })),
    notes: [
      'The slides’ correlations over 215 masked files, of which 162 are microaggregated, cannot be had anew: the files are ' +
        'not named.',
    ],
  }
}
