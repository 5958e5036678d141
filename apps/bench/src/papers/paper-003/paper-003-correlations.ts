import { numericValues, type Dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { pearson } from '@sdc/stats'
import type { PaperOptions, PaperTable } from '../paper.js'
import { masked, measured, tableOf } from '../run.js'
import { indices } from './paper-003-clusters.js'

/** Place of the printed table. */
export const correlationsPlace = 'Correlations of cluster indices, 215 files'

export const otherFiles = 'the slides do not name the 215 masked files; ours are 32 other files of Census.'

/** Printed correlations with the probabilistic information loss, over all files and over those of microaggregation. */
const printed: Readonly<Record<(typeof indices)[number][0], readonly [number, number]>> = {
  rand: [-0.79281, -0.86099],
  jaccard: [-0.89094, -0.94859],
  adjustedRand: [-0.91609, -0.96114],
  wallace: [-0.92559, -0.97593],
  mantaras: [0.91617, 0.97216],
}

/** Plan steps that make a masked file. */
type Steps = readonly unknown[]

const groupSizes = [3, 5, 7, 9] as const
/** Numbers of columns that are microaggregated together, in the order of the file. */
const blockSizes = [2, 3, 4, 6, 13] as const

/** Returns the steps of 24 files of microaggregation: three in four, as in the slides. */
function microaggregations(names: readonly string[]): Steps[] {
  const mdav = blockSizes.flatMap((size) =>
    groupSizes.map((k) =>
      blocks(names, size).map((columns) => ({ use: 'microaggregation/mdav', columns, params: { k } })),
    ),
  )
  const ranking = groupSizes.map((k) => [
    { use: 'microaggregation/individual-ranking', columns: [...names], params: { k } },
  ])
  return [...mdav, ...ranking]
}

/** Returns the steps of eight other files: additive noise and rank swapping. */
function otherSteps(names: readonly string[]): Steps[] {
  const columns = [...names]
  return [
    ...[0.01, 0.04, 0.09, 0.16].map((relativeVariance) => [
      { use: 'noise/additive', columns, params: { relativeVariance } },
    ]),
    ...[2, 8, 14, 20].map((percent) => [{ use: 'swapping/rank-swap', columns, params: { percent } }]),
  ]
}

/** Splits names into blocks of this size; the last one takes the remainder. */
function blocks(names: readonly string[], size: number): string[][] {
  const count = Math.floor(names.length / size)
  return Array.from({ length: count }, (_, b) => names.slice(b * size, b === count - 1 ? undefined : (b + 1) * size))
}

/** Returns the correlations between cluster indices and probabilistic information loss over our files. */
export async function correlationTable({ registry }: PaperOptions): Promise<PaperTable> {
  const original = census()
  const { names } = original
  const seed = 'correlations, once'
  const [microaggregated, others] = [microaggregations(names), otherSteps(names)]
  const losses: number[] = []
  const found: Dataset[] = []
  for (const [i, steps] of [...microaggregated, ...others].entries()) {
    const file = await masked(registry, original, steps, `${seed} ${i}`)
    const call = { registry, original, masked: file, columns: names, seed: `${seed} ${i}` }
    losses.push((await measured({ ...call, metric: 'loss/pil' })).value ?? Number.NaN)
    const params = { c: 15, restarts: 10, replicates: 1, starts: 'independent' }
    found.push(tableOf(await measured({ ...call, metric: 'loss/clusters', params }), 'indices', 'loss/clusters'))
  }
  const correlation = (name: string, count: number): number => {
    const values = found.slice(0, count).map((table) => {
      const column = table.column('index')
      const row = column.kind === 'categorical' ? column.codes.findIndex((code) => column.levels[code] === name) : -1
      return numericValues(table, 'mean')[row]
    })
    return pearson(Float64Array.from(values), Float64Array.from(losses.slice(0, count)))
  }
  return {
    id: 'Clusters, 215 files',
    where: correlationsPlace,
    title: 'Correlation of cluster indices with the probabilistic information loss, many Census files',
    sentence:
      'Ours: 24 files of microaggregation (MDAV on 2, 3, 4, 6 and 13 columns together, individual ranking; k = 3, 5, 7, 9). ' +
      'Eight others: additive noise of 1, 4, 9 and 16 % of the variance, rank swapping of 2, 8, 14 and 20 %. ' +
      'loss/clusters with 15 clusters, one repetition of ten starts; loss/pil.',
    given: ['index'],
    checks: ['all files', 'microaggregation'],
    rows: indices.map(([key, name, inTable]) => ({
      given: [name],
      checks: [found.length, microaggregated.length].map((count, i) => ({
        ours: correlation(inTable, count),
        printed: printed[key][i],
        decimals: 5,
        shown: 3,
        notCompared: otherFiles,
      })),
    })),
  }
}
