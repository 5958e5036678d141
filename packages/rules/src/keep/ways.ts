import type { ValueStep } from '@sdc/stats'
import { RULE_TOLERANCE } from '../check/judge-rule.js'

/** Records of a file or of a block. */
export interface RuleRecords {
  /** Masked values of each column of the system; computed and repaired in place. */
  readonly values: readonly Float64Array[]
  /** Original values of each column; NaN if a record has no original. */
  readonly originals: readonly Float64Array[]
  /** Tests whether the record differs from its original in a masked column outside the system, or has no original. */
  differs(record: number): boolean
  /** Numbers of the person or household of each record, by the column of their ids; needed by columns with a `unit`. */
  readonly units?: ReadonlyMap<string, Int32Array> | undefined
}

/** A linear row over the columns of a system: Σ coefficient·value ≤ bound, or = bound. */
export interface RowAtom {
  readonly kind: 'row'
  readonly terms: readonly (readonly [column: number, coefficient: number])[]
  readonly bound: number
  readonly isEquation: boolean
  /** True for <: the sum is below the bound by at least one step. */
  readonly isStrict: boolean
}

/** A category is one of these: 1 by code. Levels that the rule does not know (classes of a recoding) are included. */
export interface AmongAtom {
  readonly kind: 'among'
  readonly column: number
  readonly codes: Uint8Array
}

/** A value is missing, or is not; no repair changes that. */
export interface MissingAtom {
  readonly kind: 'missing'
  readonly column: number
  readonly isMissing: boolean
}

export type Atom = RowAtom | AmongAtom | MissingAtom

/** A rule as ways to keep it: a record keeps it if it breaks no condition of one way. */
export interface RuleWays {
  readonly text: string
  readonly ways: readonly (readonly Atom[])[]
  /** Column that it computes, if it is an equation with this column alone on one side. */
  readonly derived?: number | undefined
}

/**
 * A column of rules, as far as a repair may change it. Categories are numbers by their codes; missing values are NaN.
 */
export interface SystemColumn {
  readonly name: string
  /** True if repairs may change it. */
  readonly isMasked: boolean
  /** Number of its levels; 0 for numbers. */
  readonly levels: number
  /** Cost of a change by 1, or of any change of a category without an order: 1 over the standard deviation. */
  readonly cost: number
  /** Levels that a repair may choose: 1 by code; all by default. */
  readonly targets?: Uint8Array | undefined
  /** True if the order of its levels has a meaning. */
  readonly isOrdered: boolean
  /** Step of the written numbers; undefined if all numbers are allowed. */
  readonly step?: ValueStep | undefined
  /** True if its step only hides the last digits of drawn numbers; an equation may require finer numbers. */
  readonly isLoose?: boolean | undefined
  readonly lower: number
  readonly upper: number
  /** Column of the persons or households whose records all have one value of it. */
  readonly unit?: string | undefined
  /** Tests whether a number is a code for a missing value. */
  readonly isCode?: ((value: number) => boolean) | undefined
}

/** Columns and their rules. */
export interface RuleSystem {
  readonly columns: readonly SystemColumn[]
  readonly rules: readonly RuleWays[]
}

/** Tests whether a record keeps a rule, or its missing values leave the rule open. */
export function keepsRule({ ways }: RuleWays, record: ArrayLike<number>): boolean {
  for (const way of ways) if (way.every((atom) => !breaks(atom, record))) return true
  return false
}

/** Tests whether a record breaks a condition; a comparison with a missing value is open. */
export function breaks(atom: Atom, record: ArrayLike<number>): boolean {
  if (atom.kind === 'among') return atom.codes[record[atom.column]] === 0
  if (atom.kind === 'missing') return Number.isNaN(record[atom.column]) !== atom.isMissing
  const { terms, bound, isEquation, isStrict } = atom
  let sum = -bound
  let largest = Math.abs(bound)
  for (let t = 0; t < terms.length; t++) {
    const term = terms[t][1] * record[terms[t][0]]
    sum += term
    if (Math.abs(term) > largest) largest = Math.abs(term)
  }
  const slack = RULE_TOLERANCE * largest
  if (isEquation) return Math.abs(sum) > slack
  return isStrict ? sum >= -slack : sum > slack
}

/** Greatest step that divides all sums Σ coefficient·value; undefined if there is none. */
export function stepOfSums(
  parts: readonly (readonly [coefficient: number, step: ValueStep | undefined])[],
): ValueStep | undefined {
  let scale = 1
  for (const [, step] of parts) if (step !== undefined && step.scale > scale) scale = step.scale
  for (let tries = 0; tries < 8; tries++, scale *= 10) {
    let whole = 0
    const fits = parts.every(([coefficient, step]) => {
      if (step === undefined) return false
      const size = Math.abs((coefficient * step.whole * scale) / step.scale)
      const rounded = Math.round(size)
      if (Math.abs(size - rounded) > 1e-9 * Math.max(size, 1) || rounded > 2 ** 50) return false
      whole = greatestDivisor(whole, rounded)
      return true
    })
    if (fits) return whole === 0 ? undefined : { whole, scale }
  }
  return undefined
}

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
