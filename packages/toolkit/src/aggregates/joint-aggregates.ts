/** Covariances and correlations of columns from aggregates, bit for bit those of `covarianceMatrix` and `correlationMatrix`. */
import type { Side, Totals, Block, Plan } from '@sdc/core'
import {
  covarianceOfSums,
  crossSumsOfBlock,
  meanOfTotals,
  mergedCrossSums,
  pairProductsOfBlock,
  pairedValues,
  timesPower,
  withinOne,
  type ColumnTotals,
} from '@sdc/stats/internal'
import { keyOf, readScaled, readTotals, scaling, type ReadColumn, type ScaledTotals } from './column-aggregates.js'
import { addedNumbers } from './aggregate.js'

/** Means, covariances and correlations of columns in a unit in which their squares are doubles. */
export interface JointAggregates extends ScaledTotals {
  /** With divisor n − 1, of the complete pairs; NaN below two. */
  covariance(i: number, j: number): number
  /** Within [−1, 1]; NaN if one of the columns is constant. */
  correlation(i: number, j: number): number
}

/**
 * Covariances and correlations of columns: two passes if no value is missing, else three, each pair over its own complete
 * records. One pass more if squares in the unit of the columns exceed the doubles.
 *
 * @param reads - Records to read.
 * @param columns - The columns.
 * @param powers - Power of two that scales each column; by default one with which squares are doubles.
 * @returns The moments.
 */
export function* readJoint(
  reads: Side,
  columns: readonly ReadColumn[],
  powers?: readonly number[],
): Plan<JointAggregates> {
  const scaled = yield* readScaled(reads, columns, powers)
  const complete = scaled.totals.every(({ missing }) => missing === 0)
  return complete ? yield* completeColumns(reads, columns, scaled) : yield* pairwise(reads, columns, scaled)
}

const valuesOf = (columns: readonly ReadColumn[], { powers }: ScaledTotals, block: Block): Float64Array[] =>
  columns.map((read, j) => timesPower(read(block), powers[j]))

function* completeColumns(reads: Side, columns: readonly ReadColumn[], scaled: ScaledTotals): Plan<JointAggregates> {
  const { totals } = scaled
  const n = totals[0]?.count ?? 0
  if (n < 2) return { ...scaled, covariance: () => Number.NaN, correlation: () => Number.NaN }
  const centres = totals.map(meanOfTotals)
  const [sums] = yield [
    {
      reads,
      of: (block) => crossSumsOfBlock(valuesOf(columns, scaled, block), centres),
      merge: mergedCrossSums,
      ...keyOf(reads, ['cross sums', scaling(scaled.powers)], columns),
    },
  ]
  return { ...scaled, ...momentsOfCrossSums(sums, totals) }
}

/**
 * Moments from the cross sums of complete columns, bit for bit those of `correlationMatrix`.
 *
 * @param sums - Sums of `crossSumsOfBlock` over the whole columns.
 * @param totals - Totals of the columns, or of their sources: counts, and true if they vary.
 * @returns Covariances and correlations.
 */
export function momentsOfCrossSums(
  sums: Totals,
  totals: readonly ColumnTotals[],
): Pick<JointAggregates, 'covariance' | 'correlation'> {
  const matrix = covarianceOfSums(
    // Sums of one block equal those of several, which begin at 0.
    sums.map((sum) => sum + 0),
    totals[0].count,
    totals.map(({ varies }) => !varies),
  )
  const sds = totals.map((_, j) => Math.sqrt(matrix.get(j, j)))
  return {
    covariance: (i, j) => matrix.get(i, j),
    correlation: (i, j) => (i === j && sds[i] > 0 ? 1 : withinOne(matrix.get(i, j), sds[i], sds[j])),
  }
}

/** Number of results of `pairProductsOfBlock`. */
const PRODUCTS = 5

function* pairwise(reads: Side, columns: readonly ReadColumn[], scaled: ScaledTotals): Plan<JointAggregates> {
  const places = columns.flatMap((_, i) => columns.slice(i).map((_other, k): readonly [number, number] => [i, i + k]))
  const paired = (own: 'a' | 'b') =>
    places.map((pair): ReadColumn => {
      const read = (block: Block): Float64Array => {
        const [x, y] = pair.map((c) => timesPower(columns[c](block), scaled.powers[c]))
        return pairedValues(x, y)[own]
      }
      const powers = scaling(pair.map((c) => scaled.powers[c]))
      return Object.assign(read, keyOf(reads, [own, powers], [columns[pair[0]], columns[pair[1]]]))
    })
  const totals = yield* readTotals(reads, [...paired('a'), ...paired('b')])
  const centre = (k: number): number => meanOfTotals(totals[k])
  const [sums] = yield [
    {
      reads,
      of(block) {
        const values = valuesOf(columns, scaled, block)
        return Float64Array.from(
          places.flatMap(([i, j], k) =>
            pairProductsOfBlock(values[i], values[j], centre(k), centre(places.length + k)),
          ),
        )
      },
      merge: addedNumbers,
      ...keyOf(reads, ['pair products', scaling(scaled.powers)], columns),
    },
  ]
  const found = new Map(
    places.map(([i, j], k) => [
      `${i} ${j}`,
      momentsOfProducts(sums.subarray(k * PRODUCTS, (k + 1) * PRODUCTS), totals[k].count),
    ]),
  )
  const at = (i: number, j: number): PairMoments => found.get(i < j ? `${i} ${j}` : `${j} ${i}`) as PairMoments
  return {
    ...scaled,
    covariance: (i, j) => at(i, j).covariance,
    correlation(i, j) {
      const r = at(i, j).correlation
      return i === j && r === r ? 1 : r
    },
  }
}

/** Moments of two columns over their complete pairs. */
export interface PairMoments {
  readonly covariance: number
  readonly correlation: number
}

/**
 * Moments from the products of two columns, bit for bit those of `pearson`.
 *
 * @param products - Results of `pairProductsOfBlock` over the whole columns.
 * @param count - Number of complete pairs.
 * @returns Their covariance and correlation.
 */
export function momentsOfProducts(products: Totals, count: number): PairMoments {
  const [ab, aa, bb, restA, restB] = products
  const product = ab - (restA * restB) / count
  const root = (squares: number, rest: number): number => Math.sqrt(Math.max(0, squares - (rest * rest) / count))
  return {
    covariance: count < 2 ? Number.NaN : product / (count - 1),
    correlation: withinOne(product, root(aa, restA), root(bb, restB)),
  }
}
