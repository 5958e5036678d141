/**
 * Checks of analytic validity, which compare a statistic of the masked file with that of the original, within a
 * tolerance.
 *
 * Source: Winkler 1998: means and covariances on subdomains, marginal values of some tabulations, a characteristic of
 * the distribution.
 */
import type { CategoricalColumn } from '@sdc/core'
import { covarianceMatrix, mean, quantileOfSorted, sortedValues } from '@sdc/stats'
import type { Spread } from '@sdc/stats/internal'
import { gather, levelsOfBoth } from '@sdc/toolkit'
import { kolmogorovDistance } from '../distributions/distance-walk.js'
import type { StandardisedFiles } from '../pil/standardised-files.js'
import type { Subdomain } from './subdomains.js'

export const validitySections = ['means', 'covariances', 'marginals', 'quantiles'] as const

/** Line of the list of checks. */
export interface ValidityCheck {
  readonly section: (typeof validitySections)[number]
  readonly subdomain: string
  readonly column: string
  /** Other column of a covariance or a tabulation, share of a quantile; empty for none. */
  readonly beside: string
  /** Value in the units of the columns; NaN for a check of a whole distribution. */
  readonly original: number
  readonly masked: number
  /**
   * Difference in the unit of the tolerance: standard deviations (means, covariances, quantiles) or a share of records
   * (marginals).
   */
  readonly difference: number
  readonly kept: boolean
}

/** Maximum change of a statistic. */
export interface Tolerances {
  /** In standard deviations of the subdomain. */
  readonly tolerance: number
  readonly shareTolerance: number
}

/** Columns of numbers, in standard deviations of the original. */
export type NumericColumns = Pick<StandardisedFiles, 'names' | 'x' | 'y' | 'spreads'>

/** Returns a mean or a quantile in the unit of its column. */
const valueOf = (z: number, { base, mean: centre, sd }: Spread): number => finite(base + (centre + sd * z))

/** Returns NaN for a product of two spreads that exceeds the range of numbers. */
const finite = (value: number): number => (Math.abs(value) < Infinity ? value : Number.NaN)

/** Largest change that counts as rounding. */
const ROUNDING = 1e-12

/** Returns true for a kept check; an undefined difference is not kept. */
const within = (difference: number, tolerance: number): boolean => difference <= tolerance + ROUNDING

/** Returns |change| in this unit; NaN if it exceeds the range of numbers. */
function inUnit(change: number, unit: number): number {
  if (Math.abs(change) <= ROUNDING) return 0
  return unit > 0 ? Math.abs(change) / unit : Number.NaN
}

/**
 * Means and covariances of one subdomain, in the original's standard deviations there.
 *
 * @returns p means and p(p + 1)/2 covariances, including variances, except those that the original lacks.
 *
 * Cost: O(np²).
 */
export function momentChecks(
  { names, x, y, spreads }: NumericColumns,
  { label, original, masked }: Subdomain,
  { tolerance }: Tolerances,
): ValidityCheck[] {
  const [before, after] = [gather(x, original), gather(y, masked)]
  const [v, w] = [covarianceMatrix(before), covarianceMatrix(after)]
  const sds = v.diagonal().map(Math.sqrt)
  return names.flatMap((column, j) => {
    const line = (
      beside: string,
      a: number,
      b: number,
      unit: number,
      shown: (z: number) => number,
    ): ValidityCheck[] => {
      if (a !== a) return []
      const difference = inUnit(b - a, unit)
      const kept = within(difference, tolerance)
      const section = beside === '' ? 'means' : 'covariances'
      return [{ section, subdomain: label, column, beside, original: shown(a), masked: shown(b), difference, kept }]
    }
    return [
      ...line('', mean(before[j]), mean(after[j]), sds[j], (z) => valueOf(z, spreads[j])),
      ...names.slice(0, j + 1).flatMap((other, k) => {
        const product = (z: number): number => finite(z * spreads[j].sd * spreads[k].sd)
        return line(other, v.get(j, k), w.get(j, k), sds[j] * sds[k], product)
      }),
    ]
  })
}

const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95]

/**
 * For each column: greatest distance of the distribution functions, and five quantiles.
 *
 * Cost: O(np log n).
 */
export function distributionChecks(
  { names, x, y, spreads }: NumericColumns,
  { tolerance, shareTolerance }: Tolerances,
): ValidityCheck[] {
  return names.flatMap((column, j) => {
    const [before, after] = [sortedValues(x[j]), sortedValues(y[j])]
    const distance = after.length > 0 ? kolmogorovDistance(before, after) : Number.NaN
    return [
      marginalCheck(column, '', distance, shareTolerance),
      ...SHARES.map((share): ValidityCheck => {
        const [a, b] = [quantileOfSorted(before, share), quantileOfSorted(after, share)]
        const [original, masked] = [valueOf(a, spreads[j]), valueOf(b, spreads[j])]
        const difference = inUnit(b - a, 1)
        const kept = within(difference, tolerance)
        const beside = `${Math.round(100 * share)} %`
        return { section: 'quantiles', subdomain: 'all records', column, beside, original, masked, difference, kept }
      }),
    ]
  })
}

/** Column of both files, as codes of one list of levels, the original's first. */
export interface CategoricalPair {
  readonly name: string
  readonly x: Int32Array
  readonly y: Int32Array
  /** Number of levels. */
  readonly levels: number
}

/** Codes both columns by one list of levels. */
export function categoricalPair(name: string, x: CategoricalColumn, y: CategoricalColumn): CategoricalPair {
  const { codes: codeOf, levels } = levelsOfBoth(x.levels, y.levels)
  return { name, x: x.codes, y: y.codes.map((code) => (code < 0 ? -1 : codeOf[code])), levels: levels.length }
}

/**
 * Tabulation of one column, or of two: ½ Σ |p − q| over its cells, the share of records that would have to change
 * cells.
 *
 * Missing is a level. Cells are those with records in either file. Cost: O(n).
 */
export function tabulationCheck(
  one: CategoricalPair,
  other: CategoricalPair | undefined,
  { shareTolerance }: Tolerances,
): ValidityCheck {
  const width = (other?.levels ?? 0) + 1
  const counts = (file: 'x' | 'y'): Map<number, number> => {
    const [first, second] = [one[file], other?.[file]]
    const cells = new Map<number, number>()
    for (let i = 0; i < first.length; i++) {
      const cell = (first[i] + 1) * width + (second ? second[i] + 1 : 0)
      cells.set(cell, (cells.get(cell) ?? 0) + 1)
    }
    return cells
  }
  const [before, after] = [counts('x'), counts('y')]
  const [n, m] = [one.x.length, one.y.length]
  let total = 0
  for (const [cell, count] of before) total += Math.abs(count / n - (after.get(cell) ?? 0) / m)
  for (const [cell, count] of after) if (!before.has(cell)) total += count / m
  return marginalCheck(one.name, other?.name ?? '', n > 0 && m > 0 ? total / 2 : Number.NaN, shareTolerance)
}

/** Returns the check of a whole distribution; a NaN distance fails. */
export function marginalCheck(column: string, beside: string, difference: number, tolerance: number): ValidityCheck {
  const none = Number.NaN
  const kept = within(difference, tolerance)
  return {
    section: 'marginals',
    subdomain: 'all records',
    column,
    beside,
    original: none,
    masked: none,
    difference,
    kept,
  }
}
