/** Rank correlations of columns from aggregates, bit for bit those of `correlate(columns, 'spearman')`. */
import type { Totals, Aggregate, Block, Order, Plan } from '@sdc/core'
import { crossSumsOfBlock, mergedCrossSums, pairProductsOfBlock, type ColumnTotals } from '@sdc/stats/internal'
import { besideOthers, keyOf, readColumns, readPaired, readTotals, type ReadColumn } from './column-aggregates.js'
import { momentsOfCrossSums, momentsOfProducts, type PairMoments } from './joint-aggregates.js'
import { addedNumbers } from './aggregate.js'

/** Moments of the ranks of columns. */
export interface RankAggregates {
  readonly totals: readonly ColumnTotals[]
  /** Correlation of a requested pair, of the mid-ranks of its complete records; NaN if a column is constant. */
  correlation(i: number, j: number): number
}

/** Columns of one file, by their names. */
export interface RankedColumns {
  readonly file: 'original' | 'masked'
  readonly names: readonly string[]
  /** Their values, in the order of the names. */
  readonly columns: readonly ReadColumn[]
}

/**
 * Spearman's rank correlations of pairs of columns. If a value is missing, every pair ranks its own complete records.
 *
 * @param ranked - The columns.
 * @param pairs - Positions of two columns each, the lower first.
 * @returns Their correlations.
 */
export function* readRankCorrelations(
  ranked: RankedColumns,
  pairs: readonly (readonly [number, number])[],
): Plan<RankAggregates> {
  const { file, columns } = ranked
  const totals = yield* readTotals(file, columns)
  const orders = columns.map((_, j) => orderOf(ranked, j))
  if (totals.some(({ missing }) => missing > 0)) {
    const moments = yield* pairwise(ranked, pairs, totals, orders)
    const found = new Map(pairs.map(([i, j], k) => [`${i} ${j}`, moments[k].correlation]))
    return { totals, correlation: (i, j) => found.get(`${i} ${j}`) ?? Number.NaN }
  }
  const n = totals[0]?.count ?? 0
  if (n < 2) return { totals, correlation: () => Number.NaN }
  const centres = new Float64Array(columns.length).fill(meanRank(n))
  const of = ({ ranks = [] }: Block): Totals => crossSumsOfBlock(ranks, centres)
  const key = keyOf(file, ['rank sums'], columns)
  const [sums] = yield [{ reads: file, of, merge: mergedCrossSums, orders, ...key }]
  return { totals, correlation: momentsOfCrossSums(sums, totals).correlation }
}

/** Mean of the ranks of so many values, which is exact. */
const meanRank = (count: number): number => (count + 1) / 2

/**
 * Order of a column by its values.
 *
 * @param file - File with the column.
 * @param name - A numeric column.
 * @param j - Its number among the measured ones.
 * @returns The order; all metrics share it.
 */
export function orderOfColumn(file: 'original' | 'masked', name: string, j: number): Order {
  const [of] = readColumns(file, [name])
  const columns = { original: [], masked: [], [file]: [name] }
  return { reads: file, name: `${file}-${j + 1}`, columns, of, ...keyOf(file, ['order'], [of]) }
}

/** Order of a column, or of its values in the records with a value of another column. */
function orderOf({ file, names, columns }: RankedColumns, j: number, beside?: number): Order {
  const own = beside === undefined ? [j] : [j, beside]
  return {
    reads: file,
    name: `${file}-${own.map((c) => c + 1).join('-')}`,
    columns: { original: [], masked: [], [file]: own.map((c) => names[c]) },
    of(block) {
      const values = columns[j](block)
      return beside === undefined ? values : besideOthers(values, columns[beside](block))
    },
    ...keyOf(
      file,
      ['order'],
      own.map((c) => columns[c]),
    ),
    ...(beside === undefined && { isKept: true }),
  }
}

function* pairwise(
  ranked: RankedColumns,
  pairs: readonly (readonly [number, number])[],
  totals: readonly ColumnTotals[],
  own: readonly Order[],
): Plan<readonly PairMoments[]> {
  const { file, columns } = ranked
  const [counts] = yield [
    {
      reads: file,
      of(block) {
        const values = columns.map((read) => read(block))
        return Float64Array.from(pairs, ([i, j]) => completeOf(values[i], values[j]))
      },
      merge: addedNumbers,
    },
  ]
  const besides = (i: number, j: number): Order => (totals[j].missing === 0 ? own[i] : orderOf(ranked, i, j))
  const found = yield pairs.map(([i, j], k): Aggregate => {
    const centre = meanRank(counts[k])
    return {
      reads: file,
      orders: [besides(i, j), besides(j, i)],
      of: ({ ranks: [a, b] = [] }) => Float64Array.from(pairProductsOfBlock(a, b, centre, centre)),
      merge: addedNumbers,
    }
  })
  return found.map((products, k) => momentsOfProducts(products, counts[k]))
}

/** A column and its masked column. */
export interface RankedPairs {
  /** Totals of each file over the complete pairs. */
  readonly original: ColumnTotals
  readonly masked: ColumnTotals
  /** Spearman's correlation of the complete pairs; NaN for fewer than two, or if a column is constant among them. */
  readonly correlation: number
}

/**
 * Rank correlations of columns with their masked columns.
 *
 * @param names - Numeric columns.
 * @returns One for each.
 */
export function* readLinkedRanks(names: readonly string[]): Plan<readonly RankedPairs[]> {
  const paired = FILES.map((file) => names.map((name) => readPaired(file, name)))
  const totals = yield* readTotals('pairs', paired.flat())
  const known = [...names.keys()].filter((j) => totals[j].varies && totals[names.length + j].varies)
  const aggregates = known.map((j): Aggregate => {
    const centre = meanRank(totals[j].count)
    return {
      reads: 'pairs',
      orders: FILES.map((file, f): Order => ({
        reads: 'pairs',
        name: `${file}-${j + 1}`,
        columns: { original: [names[j]], masked: [names[j]] },
        of: paired[f][j],
        ...keyOf('pairs', ['order'], [paired[f][j]]),
      })),
      of: ({ ranks: [a, b] = [] }) => Float64Array.from(pairProductsOfBlock(a, b, centre, centre)),
      merge: addedNumbers,
    }
  })
  const sums = aggregates.length > 0 ? yield aggregates : []
  return names.map((_, j) => {
    const at = known.indexOf(j)
    const [original, masked] = [totals[j], totals[names.length + j]]
    return {
      original,
      masked,
      correlation: at < 0 ? Number.NaN : momentsOfProducts(sums[at], original.count).correlation,
    }
  })
}

const FILES = ['original', 'masked'] as const

function completeOf(a: Float64Array, b: Float64Array): number {
  let count = 0
  for (let i = 0; i < a.length; i++) if (a[i] === a[i] && b[i] === b[i]) count++
  return count
}
