import {
  type CategoricalColumn,
  type Column,
  type Dataset,
  type NumericColumn,
  type Totals,
  type Aggregate,
  type Plan,
} from '@sdc/core'
import { countBelow } from '@sdc/stats'
import { quantileOfPlaces, quantilePlaces } from '@sdc/stats/internal'
import { levelsOfBoth } from '@sdc/toolkit'
import { countedCodes, finiteAggregate, mergedCounts, readColumns, readPlaces } from '@sdc/toolkit/internal'

/** Smallest number of records in a class of numbers, so that shares are not only chance. */
const LEAST_IN_CLASS = 5

/** Share of each file in each class, over the classes of both files. */
export interface ClassShares {
  readonly original: Float64Array
  readonly masked: Float64Array
}

/** Class of each value of a column, from 0; −1 if missing. */
interface Classes {
  /** Number of classes without that of missing values. */
  readonly count: number
  codesOf(column: Column, file: 'original' | 'masked'): Int32Array
}

/**
 * Reads the distribution of columns of both files, as shares of the same classes, from four aggregates of the numbers,
 * and one of all.
 *
 * Categories are their own classes, by name. Numbers are classed by quantiles of the original: [least, Q_1], (Q_1,
 * Q_2], …, (Q_(K−1), greatest], with equally many records if values are not tied. Values below the least and above the
 * greatest original form one class each; a value at which two quantiles or more coincide is its own class. Missing is a
 * class.
 *
 * @param names - The columns.
 * @param files - Both files: kinds and levels.
 * @param most - Maximum K; K is at most a fifth of the number of records.
 * @returns Shares of each column, with sum 1 for each file; undefined if a file has no record, the original no value,
 *   or the kinds differ.
 * @throws NOT_NUMERIC for an infinite value.
 */
export function* readClassShares(
  names: readonly string[],
  files: { readonly original: Dataset; readonly masked: Dataset },
  most: number,
): Plan<readonly (ClassShares | undefined)[]> {
  const isNumeric =
    (file: 'original' | 'masked') =>
    (name: string): boolean =>
      files[file].column(name).kind === 'numeric'
  const ofOriginal = names.filter(isNumeric('original'))
  const ofMasked = names.filter(isNumeric('masked'))
  const numbers = ofOriginal.filter(isNumeric('masked'))
  const cutsOf = (count: number): number => Math.max(1, Math.min(most, Math.floor(count / LEAST_IN_CLASS)))
  const sharesOfCuts = (count: number): number[] =>
    Array.from({ length: cutsOf(count) + 1 }, (_, k) => k / cutsOf(count))
  const { columns: placed } = yield* readPlaces(
    'original',
    readColumns('original', numbers),
    (count) => (count === 0 ? [] : sharesOfCuts(count).flatMap((share) => [...quantilePlaces(count, share)])),
    [finiteAggregate('original', ofOriginal), finiteAggregate('masked', ofMasked)],
  )
  const classes = names.map((name): Classes | undefined => {
    const at = numbers.indexOf(name)
    if (at < 0) return categoryClasses(files.original.column(name), files.masked.column(name))
    const { count, at: valueAt } = placed[at]
    if (count === 0) return undefined
    return quantileClasses(sharesOfCuts(count).map((share) => quantileOfPlaces(count, valueAt, share)))
  })
  const known = names.flatMap((name, j) => {
    const own = classes[j]
    return own === undefined ? [] : [{ name, own }]
  })
  const counts = yield BOTH.flatMap((file) => known.map(({ name, own }) => classAggregate(file, name, own)))
  const shares = new Map(
    known.map(({ name, own }, k) => {
      const [x, y] = [counts[k], counts[known.length + k]].map((rows) => inPlaces(rows, own.count + 1))
      const [n, m] = [x, y].map(total)
      // The first class has the missing values.
      const isEmpty = m === 0 || n === x[0]
      return [name, isEmpty ? undefined : { original: x.map((one) => one / n), masked: y.map((one) => one / m) }]
    }),
  )
  return names.map((name) => shares.get(name))
}

const BOTH = ['original', 'masked'] as const

/** Returns the counts with a place for every number. */
function inPlaces(rows: Totals, size: number): Float64Array {
  const counts = new Float64Array(size)
  for (let at = 0; at < rows.length; at += 2) counts[rows[at]] = rows[at + 1]
  return counts
}

const total = (counts: Totals): number => counts.reduce((sum, one) => sum + one, 0)

/** Counts the values in each class, missing ones in the first. */
function classAggregate(file: 'original' | 'masked', name: string, { count, codesOf }: Classes): Aggregate {
  return {
    reads: file,
    of: (block) => {
      const codes = codesOf(block[file].column(name), file)
      const classes = new Float64Array(codes.length)
      for (let i = 0; i < codes.length; i++) classes[i] = codes[i] + 1
      return countedCodes(classes, count + 1)
    },
    merge: mergedCounts,
    isTable: true,
  }
}

function categoryClasses(x: Column, y: Column): Classes | undefined {
  if (x.kind !== 'categorical' || y.kind !== 'categorical') return undefined
  const { codes: masked, levels } = levelsOfBoth(x.levels, y.levels)
  return {
    count: levels.length,
    codesOf(column, file) {
      const { codes } = column as CategoricalColumn
      return file === 'original' ? codes : codes.map((code) => (code < 0 ? -1 : masked[code]))
    },
  }
}

/** Returns classes of numbers by ascending cuts, which may be equal. */
function quantileClasses(cuts: readonly number[]): Classes {
  const bounds = Float64Array.from(new Set(cuts))
  const alone = bounds.map((bound) => (cuts.filter((cut) => cut === bound).length > 1 ? 1 : 0))
  const classOf = (value: number): number => {
    if (value !== value) return -1
    const k = countBelow(bounds, value)
    if (value !== bounds[k]) return 2 * k
    return alone[k] ? 2 * k + 1 : 2 * Math.max(1, k)
  }
  return {
    count: 2 * bounds.length + 1,
    codesOf(column) {
      const { values } = column as NumericColumn
      const codes = new Int32Array(values.length)
      for (let i = 0; i < codes.length; i++) codes[i] = classOf(values[i])
      return codes
    },
  }
}
