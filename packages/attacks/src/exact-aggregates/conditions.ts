import { numericValues, SdcError, type Dataset } from '@sdc/core'
import { countBelow, countUpTo, mean, sortedValues } from '@sdc/stats'
import type { Condition } from './assignments-left.js'

/** Known facts about the file of the correlations. */
export interface KnownFile {
  readonly released: Dataset
  readonly known: Dataset
  /** Columns, in the order of the conditions. */
  readonly names: readonly string[]
  /** Values of the unknown records by column, in the order of the conditions. */
  readonly unknown: readonly Float64Array[]
  /** Published product-moment correlations: a column for each of `names`, and a row for each column in their order. */
  readonly published?: Dataset | undefined
}

/**
 * Makes the conditions that correlations of one kind set on the unknown records: Σ_unknown u_j·u_k = r_jk − Σ_known
 * u_j·u_k for k < j. Scores u have the sum 0 and the sum of squares 1 over the whole file. Released and original
 * columns have the same values, so the scores are known.
 *
 * Cost: O(nd² + nd log n).
 *
 * @param kind - Correlations of the values, or of their mid-ranks.
 * @param file - Known facts.
 * @returns The conditions.
 * @throws WRONG_INPUT if the published correlations lack one of these columns.
 */
export function conditionOf(kind: 'product-moment' | 'rank', file: KnownFile): Condition {
  const { released, known, names, unknown, published } = file
  const columns = names.map((name) => {
    const all = numericValues(released, name)
    const score = scoreOf(kind, all)
    return { all: all.map(score), known: numericValues(known, name).map(score), score }
  })
  const wanted = names.map((_, j) =>
    Float64Array.from(names.slice(0, j), (__, k) => {
      const target = published ? publishedValue(published, names, j, k) : product(columns[j].all, columns[k].all)
      return target - product(columns[j].known, columns[k].known)
    }),
  )
  return { scores: columns.map(({ score }, j) => unknown[j].map(score)), wanted }
}

/** Returns the contribution of a value to correlations; 0 in a constant column. */
function scoreOf(kind: 'product-moment' | 'rank', values: Float64Array): (value: number) => number {
  const sorted = sortedValues(values)
  const plain = (value: number): number =>
    kind === 'rank' ? (countBelow(sorted, value) + countUpTo(sorted, value) + 1) / 2 : value
  const inUnit = values.map(plain)
  const centre = mean(inUnit)
  const norm = Math.sqrt(product(centred(inUnit, centre), centred(inUnit, centre)))
  return (value) => (norm > 0 ? (plain(value) - centre) / norm : 0)
}

function centred(values: Float64Array, centre: number): Float64Array {
  return values.map((value) => value - centre)
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

function publishedValue(published: Dataset, names: readonly string[], j: number, k: number): number {
  const row = published.names.indexOf(names[j])
  const value = row < 0 ? Number.NaN : numericValues(published, names[k])[row]
  if (published.rows === published.names.length && value >= -1 && value <= 1) return value
  const message = `the published correlations lack the one of ${names[j]} with ${names[k]}`
  const fix = `Give one column for each of ${names.join(', ')}, and one row for each column in the same order.`
  throw new SdcError('WRONG_INPUT', message, { column: names[j] }, fix)
}
