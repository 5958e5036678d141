/** Covariance matrix of a difference of an original and a masked record, from sums over the blocks of the files. */
import {
  numericValues,
  type Aggregate,
  type Block,
  type Dataset,
  type Facts,
  type Plan,
  type Side,
  type Totals,
} from '@sdc/core'
import type { covarianceMatrix } from '@sdc/stats'
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
import { gather } from '@sdc/toolkit'
import { momentsOfProducts, numbersOf, TOTALS, totalsAt } from '@sdc/toolkit/internal'
import { distanceKeys, type DistanceKeys } from '../columns/distance-keys.js'
import { completeOfBlock, completePairs, type PairLinkage } from '../search/pair-linkage.js'
import type { KeyedFiles, KeySpreads } from '../search/record-linkage.js'

/**
 * Covariance of a difference. zero: V_A + V_B, of the complete records of each file; cross: that of the differences of
 * the complete pairs.
 */
export type DifferenceCovariance = 'zero' | 'cross'

type SymmetricMatrix = ReturnType<typeof covarianceMatrix>

const joined = (numbers: readonly ArrayLike<number>[]): Totals =>
  Float64Array.from(numbers.flatMap((own) => Array.from(own)))

const columnsOf = (totals: Totals): ReturnType<typeof totalsAt>[] =>
  Array.from({ length: totals.length / TOTALS }, (_, j) => totalsAt(totals, j))

/** Numbers of `pairProductsOfBlock`. */
const OF_PAIR = 5

/**
 * Reads the covariance matrix of a difference, in the units of {@link distanceKeys} by `pooled`.
 *
 * @param linkage - The p columns, and their spreads.
 * @param rows - Number of records to read.
 * @param covariance - Matrix to compute.
 * @returns p × p. Cost: O(np²).
 */
export function* readDifferenceCovariance(
  linkage: PairLinkage,
  rows: Facts<unknown>['rows'],
  covariance: DifferenceCovariance,
): Plan<SymmetricMatrix> {
  const sets: readonly KeySet[] =
    covariance === 'zero'
      ? (['original', 'masked'] as const).map((file) => ({
          reads: file,
          keys: (block) => keysOf({ ...NO_KEYS, [file]: completeOfBlock(block[file], linkage.names) }, linkage)[file],
        }))
      : [{ reads: 'pairs', keys: (block) => differencesOf(block, linkage) }]
  const totals = yield sets.map(({ reads, keys }): Aggregate => ({
    reads,
    of: (block) => joined(keys(block).map((one) => numbersOf(totalsOfBlock(one)))),
    merge: (total, own) => joined(columnsOf(total).map((one, j) => numbersOf(mergedTotals(one, totalsAt(own, j))))),
  }))
  const known = sets.map((set, s) => {
    const own = columnsOf(totals[s])
    return { ...set, own, isWhole: own[0].count === rows[set.reads] }
  })
  const products = yield known.map((set): Aggregate => {
    const means = set.own.map(meanOfTotals)
    return {
      reads: set.reads,
      // Adds like `covarianceMatrix`: all at once, or pair by pair.
      of(block) {
        const columns = set.keys(block)
        if (set.isWhole) return crossSumsOfBlock(columns, means)
        return Float64Array.from(
          columns.flatMap((a, i) =>
            columns.slice(i).flatMap((b, k) => pairProductsOfBlock(a, b, means[i], means[i + k])),
          ),
        )
      },
      merge: mergedCrossSums,
    }
  })
  return known.map(({ own, isWhole }, s) => matrixFrom(products[s], own, isWhole)).reduce((sum, one) => sum.add(one))
}

/** Columns of some records whose covariances are added. */
interface KeySet {
  readonly reads: Side
  keys(block: Block): readonly Float64Array[]
}

const NO_KEYS: KeyedFiles = { original: { keys: [] }, masked: { keys: [] } }

const keysOf = ({ original, masked }: KeyedFiles, { x, y }: KeySpreads): DistanceKeys =>
  distanceKeys(original.keys, masked.keys, x, y, 'pooled')

function differencesOf(block: Block, linkage: PairLinkage): readonly Float64Array[] {
  const rows = completePairs(block, linkage.names)
  const keysIn = (data: Dataset): { readonly keys: readonly Float64Array[] } => ({
    keys: gather(
      linkage.names.map((name) => numericValues(data, name)),
      rows,
    ),
  })
  const { original, masked } = keysOf({ original: keysIn(block.original), masked: keysIn(block.masked) }, linkage)
  return original.map((column, j) => column.map((value, r) => value - masked[j][r]))
}

function matrixFrom(sums: Totals, own: ReturnType<typeof columnsOf>, isWhole: boolean): SymmetricMatrix {
  const p = own.length
  const { count } = own[0]
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
}
