import { categorical, isMissing, type Column, type Dataset, type MeasureInput } from '@sdc/core'
import { countUpTo, quantileOfSorted, sortedValues } from '@sdc/stats'
import { percentOf, spread } from '@sdc/stats/internal'
import { KEY_ROUNDING } from '../search/link-ties.js'
import { rankIntervals, type ValueIntervals } from '../rank-swap/rank-swap-candidates.js'

/** Rule for the agreement of an original and a masked number. */
export interface AgreementRule {
  readonly agree: 'tol' | 'bins' | 'ranks' | 'equal'
  /** Tolerance of the rule tol, in standard deviations of the original. */
  readonly tolerance: number
  /** Number of bins of equal frequency, for the rule bins. */
  readonly bins: number
  /** Window of the rule ranks, in percent of the masked values. */
  readonly percent: number
}

/**
 * Column in the form for probabilistic linkage: a masked value agrees with an original one if it is in its interval.
 */
export interface AgreementKey extends ValueIntervals {
  readonly name: string
  /** A number or a category's code for each masked record, NaN if missing. */
  readonly released: Float64Array
  /** The rule in words. */
  readonly rule: string
}

/** Returns the first seven measured columns that vary in the original, and the number of constant ones. */
export function agreementColumns({ original, columns }: Pick<MeasureInput<unknown>, 'original' | 'columns'>): {
  readonly names: readonly string[]
  readonly constant: number
} {
  const varying = columns.filter((name) => varies(original.column(name)))
  return { names: varying.slice(0, MOST_KEYS), constant: columns.length - varying.length }
}

const MOST_KEYS = 7

function varies(column: Column): boolean {
  if (column.kind === 'numeric') return spread(column.values).sd > 0
  const first = column.codes.find((code) => code >= 0)
  return column.codes.some((code) => code >= 0 && code !== first)
}

/** Returns the rows of a file that have all of these columns, ascending. */
export function completeCells(data: Dataset, names: readonly string[]): Int32Array {
  const columns = names.map((name) => data.column(name))
  return Int32Array.from({ length: data.rows }, (_, i) => i).filter((row) =>
    columns.every((column) => !isMissing(column, row)),
  )
}

/**
 * Returns the linkage column of both files, for every record of each.
 *
 * Categories agree if their labels are the same. Numbers agree by the rule. `tol`: |a − b| ≤ τ·s with s the standard
 * deviation of the original. `bins`: in the same bin, cut at the quantiles of the original. `ranks`: b is within a
 * number of places from those of a among the masked values. `equal`: a = b. A missing value agrees with none. Cost: O(n
 * log n).
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param name - The column.
 * @param rule - Rule for the agreement of numbers.
 * @returns The column.
 */
export function agreementKey(original: Dataset, masked: Dataset, name: string, rule: AgreementRule): AgreementKey {
  const [x, y] = [original.column(name), masked.column(name)]
  if (x.kind === 'categorical' || y.kind === 'categorical') return sameCategory(name, x, y)
  const known = x.values
  const at = (released: Float64Array, intervals: ValueIntervals, words: string): AgreementKey => ({
    name,
    released,
    ...intervals,
    rule: words,
  })
  switch (rule.agree) {
    case 'tol': {
      const { sd, whole } = spread(known)
      const reach = rule.tolerance * sd
      const isWhole = whole && spread(y.values).whole
      return at(
        y.values,
        around(known, reach, isWhole),
        `within ${rule.tolerance} standard deviations, which are ${reach}`,
      )
    }
    case 'bins': {
      const sorted = sortedValues(known)
      const cuts = Float64Array.from({ length: rule.bins - 1 }, (_, b) => quantileOfSorted(sorted, (b + 1) / rule.bins))
      const binOf = (value: number): number => (value === value ? countUpTo(cuts, value) : Number.NaN)
      return at(y.values.map(binOf), around(known.map(binOf), 0), `in the same bin (${rule.bins} bins)`)
    }
    case 'ranks': {
      const sorted = sortedValues(y.values)
      const places = percentOf(rule.percent, sorted.length)
      return at(y.values, rankIntervals(known, sorted, places), `within ${places} places among the masked values`)
    }
    case 'equal':
      return at(y.values, around(known, 0), 'equal')
  }
}

/**
 * Returns [a − reach, a + reach], extended by the possible rounding; a itself if the reach is 0. Integers are exact:
 * only their reach is rounded, at any distance from 0.
 */
function around(values: Float64Array, reach: number, isWhole = false): ValueIntervals {
  const end = (value: number, side: number): number =>
    reach === 0 ? value : value + side * (reach + KEY_ROUNDING * ((isWhole ? 0 : 2 * Math.abs(value)) + reach))
  // NaN is in no interval: comparisons with it are false.
  return { least: values.map((value) => end(value, -1)), most: values.map((value) => end(value, 1)) }
}

function sameCategory(name: string, x: Column, y: Column): AgreementKey {
  const [from, to] = [x, y].map(labelled)
  // In the order of the labels, so that files read in another order get the same numbers.
  const all = [...new Set([...from.labels, ...to.labels])].sort()
  const numberOf = new Map(all.map((label, at) => [label, at]))
  const numbers = ({ codes, labels }: Labelled): Float64Array =>
    Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : (numberOf.get(labels[code]) ?? Number.NaN)))
  const known = numbers(from)
  return { name, released: numbers(to), least: known, most: known, rule: 'the same category' }
}

interface Labelled {
  readonly codes: Int32Array
  readonly labels: readonly string[]
}

/** Returns a column by its labels; a number compared with categories has its text as label. */
function labelled(column: Column): Labelled {
  if (column.kind === 'categorical') return { codes: column.codes, labels: column.levels }
  const { codes, levels } = categorical(Array.from(column.values, (v) => (v === v ? String(v) : null)))
  return { codes, labels: levels }
}
