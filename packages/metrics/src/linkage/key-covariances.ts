/** The covariance matrix of a difference of an original and a masked record: its sums are those of the blocks of the files. */
import { numericValues, type Dataset, type PairBlock, type PairContext, type PairPass, type Totals } from '@sdc/core'
import { covarianceMatrix } from '@sdc/stats'
import {
  covarianceOfSums,
  crossSumsOfBlock,
  matrixOf,
  meanOfTotals,
  mergedCrossSums,
  mergedTotals,
  pairProductsOfBlock,
  totalsOfBlock,
} from '@sdc/stats/internal'
import { gather, type CompleteRecords } from '@sdc/toolkit'
import { momentsOfProducts, numbersOf, TOTALS, totalsAt } from '@sdc/toolkit/internal'
import { distanceKeys } from './distance-keys.js'
import { completeOfBlock, completePairs, pairLinkage } from './pair-linkage.js'
import type { KeyedFiles, KeySpreads } from './record-linkage.js'

/** zero: V_A + V_B, of the complete records of each file; cross: that of the differences of the complete pairs. */
export type DifferenceCovariance = 'zero' | 'cross'

type SymmetricMatrix = ReturnType<typeof covarianceMatrix>

/** Sets of p columns whose covariances are added; those of one set are of one length. */
type KeySets = readonly (readonly Float64Array[])[]

const setsOf = ({ original, masked }: KeyedFiles, { x, y }: KeySpreads, covariance: DifferenceCovariance): KeySets => {
  const keys = distanceKeys(original.keys, masked.keys, x, y, 'pooled')
  if (covariance === 'zero') return [keys.original, keys.masked]
  return [keys.original.map((column, j) => column.map((value, r) => value - keys.masked[j][r]))]
}

/**
 * Σ of files in memory, with columns measured as in {@link distanceKeys} by `pooled`.
 *
 * @param records - Complete records of both files, and their pairs.
 * @param keys - Spread of the p columns in both files.
 * @param covariance - Matrix to compute.
 * @returns p × p, bit for bit {@link differenceCovariance}. Cost: O(np²).
 */
export function covarianceInMemory(
  { original, masked, pairs, numbers, of }: CompleteRecords,
  keys: KeySpreads,
  covariance: DifferenceCovariance,
): SymmetricMatrix {
  const ofPairs = {
    original: { keys: gather(original.keys, pairs.original) },
    masked: { keys: gather(masked.keys, pairs.masked) },
  }
  const [a, b] = setsOf(covariance === 'zero' ? { original, masked } : ofPairs, keys, covariance)
  if (b === undefined) return covarianceMatrix(inPlace(a, numbers, of.pairs))
  const sum = covarianceMatrix(inPlace(a, original.rows, of.original))
  return sum.add(covarianceMatrix(inPlace(b, masked.rows, of.masked)))
}

/** Columns of as many records as a file has, missing where its records are incomplete: so blocks are those of the file. */
function inPlace(columns: readonly Float64Array[], rows: Int32Array, count: number): readonly Float64Array[] {
  if (rows.length === count) return columns
  return columns.map((column) => {
    const values = new Float64Array(count).fill(Number.NaN)
    for (let r = 0; r < rows.length; r++) values[rows[r]] = column[r]
    return values
  })
}

const MEANS = 'means of keys'
const PRODUCTS = 'products of keys'

/**
 * Two passes out of core that give Σ, after `linkagePasses`.
 *
 * @param covariance - Matrix to compute.
 * @returns The passes.
 */
export function covariancePasses(covariance: DifferenceCovariance): readonly PairPass<unknown>[] {
  const needed = (context: PairContext<unknown>): boolean => pairLinkage(context).names.length > 0
  const sets = (context: PairBlock<unknown>): KeySets => {
    const linkage = pairLinkage(context)
    return setsOf(keyedFiles(context, linkage.names, covariance), linkage, covariance)
  }
  return [
    {
      name: MEANS,
      needed,
      of: (context) => joined(sets(context).flatMap((columns) => columns.map((one) => numbersOf(totalsOfBlock(one))))),
      merge: (total, own) => joined(columnsOf(total).map((one, j) => numbersOf(mergedTotals(one, totalsAt(own, j))))),
    },
    { name: PRODUCTS, needed, of: (context) => productsOf(context, sets(context)), merge: mergedCrossSums },
  ]
}

const joined = (numbers: readonly ArrayLike<number>[]): Totals =>
  Float64Array.from(numbers.flatMap((own) => Array.from(own)))

const columnsOf = (totals: Totals): ReturnType<typeof totalsAt>[] =>
  Array.from({ length: totals.length / TOTALS }, (_, j) => totalsAt(totals, j))

/** What is known of a set before its products are: the totals of its p columns, and whether no record is incomplete. */
function setAt(
  context: PairContext<unknown>,
  s: number,
): { readonly own: ReturnType<typeof columnsOf>; readonly isWhole: boolean } {
  const { names } = pairLinkage(context)
  const all = columnsOf(context.totals.get(MEANS) as Totals)
  const own = all.slice(s * names.length, (s + 1) * names.length)
  const reads = all.length === names.length ? 'pairs' : s === 0 ? 'original' : 'masked'
  return { own, isWhole: own[0].count === context.rows[reads] }
}

/** As `covarianceMatrix` adds them up: all at once, or pair by pair. */
function productsOf(context: PairContext<unknown>, sets: KeySets): Totals {
  return joined(
    sets.map((columns, s) => {
      const { own, isWhole } = setAt(context, s)
      const means = own.map(meanOfTotals)
      if (isWhole) return crossSumsOfBlock(columns, means)
      return columns.flatMap((a, i) =>
        columns.slice(i).flatMap((b, k) => pairProductsOfBlock(a, b, means[i], means[i + k])),
      )
    }),
  )
}

function keyedFiles(
  { original, masked, pairs }: PairBlock<unknown>,
  names: readonly string[],
  covariance: DifferenceCovariance,
): KeyedFiles {
  if (covariance === 'zero')
    return { original: completeOfBlock(original, names), masked: completeOfBlock(masked, names) }
  const rows = completePairs(pairs, names)
  const keysOf = (data: Dataset): readonly Float64Array[] =>
    gather(
      names.map((name) => numericValues(data, name)),
      rows,
    )
  return { original: { keys: keysOf(pairs.original) }, masked: { keys: keysOf(pairs.masked) } }
}

/** Numbers of `pairProductsOfBlock`. */
const OF_PAIR = 5

/**
 * Σ out of core, once `covariancePasses` have ended.
 *
 * @param context - Aggregates of the files.
 * @returns p × p.
 */
export function differenceCovariance(context: PairContext<unknown>): SymmetricMatrix {
  const p = pairLinkage(context).names.length
  const products = context.totals.get(PRODUCTS) as Totals
  const sets = (context.totals.get(MEANS) as Totals).length / TOTALS / p
  let end = 0
  const matrices = Array.from({ length: sets }, (_, s) => {
    const { own, isWhole } = setAt(context, s)
    const { count } = own[0]
    const from = end
    end += isWhole ? p * (p + 1) : (OF_PAIR * p * (p + 1)) / 2
    const sums = products.subarray(from, end)
    if (isWhole)
      return covarianceOfSums(
        sums,
        count,
        own.map(({ varies }) => !varies),
      )
    const at = (i: number, j: number): number => (i * (2 * p - i - 1)) / 2 + j
    return matrixOf(p, (i, j) => {
      const k = OF_PAIR * at(Math.min(i, j), Math.max(i, j))
      return momentsOfProducts(sums.subarray(k, k + OF_PAIR), count).covariance
    })
  })
  return matrices.reduce((sum, one) => sum.add(one))
}
