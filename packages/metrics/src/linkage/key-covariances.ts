/** The covariance matrix of a difference of an original and a masked record, folded over the blocks of the files. */
import {
  BLOCK,
  numericValues,
  type Dataset,
  type PairBlock,
  type PairContext,
  type PairPass,
  type Totals,
} from '@sdc/core'
import {
  covarianceOfSums,
  crossSumsOfBlock,
  meanOfTotals,
  mergedCrossSums,
  mergedTotals,
  totalsOfBlock,
} from '@sdc/stats'
import { gather, numbersOf, TOTALS, totalsAt, type CompleteRecords } from '@sdc/toolkit'
import { distanceKeys } from './distance-keys.js'
import { completeOfBlock, completePairs, pairLinkage } from './pair-linkage.js'
import type { KeyedFiles, KeySpreads } from './record-linkage.js'

/** zero: V_A + V_B, of the complete records of each file; cross: that of the differences of the complete pairs. */
export type DifferenceCovariance = 'zero' | 'cross'

type SymmetricMatrix = ReturnType<typeof covarianceOfSums>

/** Sets of p columns whose covariances are added; those of one set are of one length. */
type KeySets = readonly (readonly Float64Array[])[]

const setsOf = ({ original, masked }: KeyedFiles, { x, y }: KeySpreads, covariance: DifferenceCovariance): KeySets => {
  const keys = distanceKeys(original.keys, masked.keys, x, y, 'pooled')
  if (covariance === 'zero') return [keys.original, keys.masked]
  return [keys.original.map((column, j) => column.map((value, r) => value - keys.masked[j][r]))]
}

const totalsOf = (sets: KeySets): Totals =>
  Float64Array.from(sets.flat().flatMap((column) => numbersOf(totalsOfBlock(column))))

const mergeTotals = (total: Totals, own: Totals): Totals =>
  Float64Array.from(
    Array.from({ length: total.length / TOTALS }, (_, j) =>
      numbersOf(mergedTotals(totalsAt(total, j), totalsAt(own, j))),
    ).flat(),
  )

function productsOf(sets: KeySets, totals: Totals): Totals {
  let first = 0
  const sums = sets.flatMap((columns) => {
    const own = crossSumsOfBlock(
      columns,
      columns.map((_, j) => meanOfTotals(totalsAt(totals, first + j))),
    )
    first += columns.length
    return [...own]
  })
  return Float64Array.from(sums)
}

/** Of p keys: what both readings made of all blocks. */
function matrixOf(totals: Totals, products: Totals, p: number): SymmetricMatrix {
  const size = p * (p + 1)
  const matrices = Array.from({ length: products.length / size }, (_, s) => {
    const own = Array.from({ length: p }, (_column, j) => totalsAt(totals, s * p + j))
    return covarianceOfSums(
      products.subarray(s * size, (s + 1) * size),
      own[0].count,
      own.map(({ varies }) => !varies),
    )
  })
  return matrices.reduce((sum, one) => sum.add(one))
}

/**
 * Σ of files in memory: keys are measured as {@link distanceKeys} by `pooled` does.
 *
 * @param records - The complete records of both files, and their pairs.
 * @param keys - The spread of the p keys in both files.
 * @param covariance - What it is of.
 * @returns p × p, its sums folded over the blocks of the files: bit for bit {@link differenceCovariance}. Cost: O(np²).
 */
export function covarianceInMemory(
  { original, masked, pairs, numbers }: CompleteRecords,
  keys: KeySpreads,
  covariance: DifferenceCovariance,
): SymmetricMatrix {
  const [a, b] =
    covariance === 'zero'
      ? [original, masked]
      : [
          { keys: gather(original.keys, pairs.original), rows: numbers },
          { keys: gather(masked.keys, pairs.masked), rows: numbers },
        ]
  const count = 1 + Math.floor(Math.max(...[a, b].map(({ rows }) => rows.at(-1) ?? 0)) / BLOCK)
  const [own, other] = [a, b].map((one) => inBlocks(one, count))
  const blocks = own.map((of, k) => setsOf({ original: { keys: of }, masked: { keys: other[k] } }, keys, covariance))
  const totals = blocks.map(totalsOf).reduce(mergeTotals)
  return matrixOf(totals, blocks.map((sets) => productsOf(sets, totals)).reduce(mergedCrossSums), keys.names.length)
}

/** The keys of the records of each block. */
function inBlocks(
  { keys, rows }: { readonly keys: readonly Float64Array[]; readonly rows: Int32Array },
  count: number,
): readonly (readonly Float64Array[])[] {
  let end = 0
  return Array.from({ length: count }, (_, index) => {
    const from = end
    while (end < rows.length && rows[end] < (index + 1) * BLOCK) end++
    return keys.map((key) => key.subarray(from, end))
  })
}

const MEANS = 'means of keys'
const PRODUCTS = 'products of keys'

/**
 * The readings of two files in parts that give Σ, after `linkagePasses`: two.
 *
 * @param covariance - What it is of.
 * @returns The passes.
 */
export function covariancePasses(covariance: DifferenceCovariance): readonly PairPass<unknown>[] {
  const needed = (context: PairContext<unknown>): boolean => pairLinkage(context).names.length > 0
  const sets = (context: PairBlock<unknown>): KeySets => {
    const linkage = pairLinkage(context)
    return setsOf(keyedFiles(context, linkage.names, covariance), linkage, covariance)
  }
  return [
    { name: MEANS, needed, of: (context) => totalsOf(sets(context)), merge: mergeTotals },
    {
      name: PRODUCTS,
      needed,
      of: (context) => productsOf(sets(context), context.totals.get(MEANS) as Totals),
      merge: mergedCrossSums,
    },
  ]
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

/**
 * Σ of files in parts, once `covariancePasses` have ended.
 *
 * @param context - What is known of the files.
 * @returns p × p.
 */
export function differenceCovariance(context: PairContext<unknown>): SymmetricMatrix {
  const [totals, products] = [MEANS, PRODUCTS].map((name) => context.totals.get(name) as Totals)
  return matrixOf(totals, products, pairLinkage(context).names.length)
}
