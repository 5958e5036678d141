import type { Rng } from '@sdc/core'
import { linearSumAssignment, rank } from '@sdc/stats'
import type { RuleRecords } from './ways.js'
import type { SystemColumn } from './ways.js'

/** Number of records that are assigned at once. */
const LEAF = 128

/** Number of records with one pattern of missing values, below which patterns are pooled. */
const FEW = 10

/** Cost of giving a record its own original values: above every distance. */
const OWN = 1e6

/** Number of exchanges to try for a record with its original values. */
const TRIES = 200

/** Columns whose values are assigned together. */
export interface TupleColumns {
  readonly columns: readonly SystemColumn[]
  readonly masked: readonly number[]
  /** Unmasked columns of the same rules: records exchange only if they are equal in them. */
  readonly fixed: readonly number[]
  /** Random numbers that decide ties. */
  readonly rng: Rng
}

/**
 * Gives every record the values of one original record in some columns. Each original record is used once, and near
 * ones are preferred, by distances of ranks. Files are halved by the column of greatest spread until 128 records are
 * left, which are assigned at the least sum of squared distances. A record that would get its original values in all
 * masked columns exchanges them with another one if possible. Missing cells stay in their records, except in patterns
 * with fewer than 10 records.
 *
 * @param of - The columns.
 * @param records - The records; `differs` refers to all masked columns but these. Values are changed in place.
 */
export function assignTuples(
  { columns, masked, fixed, rng }: TupleColumns,
  { values, originals, differs }: RuleRecords,
): void {
  const rows = values[masked[0]].length
  const score = (c: number, of: readonly Float64Array[]): Float64Array => {
    if (columns[c].levels > 0 && !columns[c].isOrdered) return of[c]
    return rank(of[c], 'average').map((place) => place / rows)
  }
  const dimensions = masked.map((c) => ({
    isNominal: columns[c].levels > 0 && !columns[c].isOrdered,
    wanted: score(c, values),
    given: score(c, originals),
  }))
  const isEqual = (i: number, j: number): boolean => masked.every((c) => Object.is(originals[c][i], originals[c][j]))
  const tupleOf = new Int32Array(rows)
  const tie = Float64Array.from({ length: rows }, () => rng.uniform())
  const distance = (i: number, j: number): number => {
    let sum = !differs(i) && isEqual(i, j) ? OWN : 0
    for (const { isNominal, wanted, given } of dimensions) {
      const [a, b] = [wanted[i], given[j]]
      if (Number.isNaN(a) || Number.isNaN(b)) sum += Number.isNaN(a) === Number.isNaN(b) ? 0 : 1
      else sum += isNominal ? Number(a !== b) : (a - b) * (a - b)
    }
    return sum
  }
  const assign = (records: readonly number[], tuples: readonly number[]): void => {
    if (records.length <= LEAF) {
      const costs = Float64Array.from({ length: records.length * tuples.length }, (_, at) =>
        distance(records[Math.floor(at / tuples.length)], tuples[at % tuples.length]),
      )
      const { columnOf } = linearSumAssignment(costs, records.length)
      for (const [r, i] of records.entries()) tupleOf[i] = tuples[columnOf[r]]
      return
    }
    const spreads = dimensions.map(({ isNominal, given }) => (isNominal ? 0 : spreadOf(given, tuples)))
    const { wanted, given } = dimensions[spreads.indexOf(Math.max(...spreads))]
    const half = Math.floor(records.length / 2)
    const [a, b] = [sortedBy(wanted, records, tie), sortedBy(given, tuples, tie)]
    assign(a.slice(0, half), b.slice(0, half))
    assign(a.slice(half), b.slice(half))
  }
  for (const group of groupsOf({ columns, masked, fixed }, originals)) {
    const shuffled = Array.from(rng.permutation(group.length), (at) => group[at])
    assign(group, shuffled)
    for (const i of group) {
      if (differs(i) || !isEqual(i, tupleOf[i])) continue
      for (let tries = 0; tries < TRIES; tries++) {
        const j = group[rng.int(group.length)]
        if (isEqual(i, tupleOf[j]) || (!differs(j) && isEqual(j, tupleOf[i]))) continue
        ;[tupleOf[i], tupleOf[j]] = [tupleOf[j], tupleOf[i]]
        break
      }
    }
  }
  for (const c of masked) for (let i = 0; i < rows; i++) values[c][i] = originals[c][tupleOf[i]]
}

/** Variance of some values of a column. */
function spreadOf(values: Float64Array, at: readonly number[]): number {
  let [count, mean, sum] = [0, 0, 0]
  for (const i of at) {
    if (Number.isNaN(values[i])) continue
    const by = values[i] - mean
    mean += by / ++count
    sum += by * (values[i] - mean)
  }
  return count === 0 ? 0 : sum / count
}

/** Records in the order of their values, missing ones last, ties in random order. */
function sortedBy(values: Float64Array, records: readonly number[], tie: Float64Array): number[] {
  const key = (i: number): number => (Number.isNaN(values[i]) ? Number.MAX_VALUE : values[i])
  return [...records].sort((i, j) => key(i) - key(j) || tie[i] - tie[j])
}

/** Records that may exchange values: equal in the unmasked columns, and with the same or rare missing cells. */
function groupsOf(
  { columns, masked, fixed }: Pick<TupleColumns, 'columns' | 'masked' | 'fixed'>,
  originals: readonly Float64Array[],
): number[][] {
  const byFixed = new Map<string, Map<string, number[]>>()
  const rows = originals[masked[0]].length
  for (let i = 0; i < rows; i++) {
    const equal = fixed.map((c) => originals[c][i]).join()
    const holes = masked
      .map((c) => {
        const value = originals[c][i]
        if (Number.isNaN(value)) return 'missing'
        return columns[c].isCode?.(value) === true ? value : ''
      })
      .join()
    const patterns = byFixed.get(equal) ?? new Map<string, number[]>()
    byFixed.set(equal, patterns)
    const own = patterns.get(holes)
    if (own) own.push(i)
    else patterns.set(holes, [i])
  }
  return [...byFixed.values()].flatMap((patterns) => {
    const [few, many]: [number[], number[][]] = [[], []]
    for (const own of [...patterns.values()].sort((a, b) => a.length - b.length)) {
      if (own.length < FEW || (few.length > 0 && few.length < FEW)) few.push(...own)
      else many.push(own)
    }
    return few.length > 0 ? [...many, few] : many
  })
}
