import { SdcError } from '@sdc/core'
import { multiplesOf, type Halves } from '@sdc/stats'

/** y = a·x + b. */
export interface LinearFunction {
  readonly kind: 'linear'
  readonly a: number
  readonly b: number
}

/** Nearest multiple of the base, as decimals; a value halfway goes up, to the even multiple, or away from 0. */
export interface RoundingFunction {
  readonly kind: 'rounding'
  readonly base: number
  readonly halves?: Halves | undefined
}

/** Table of the image of every possible value: bands, recodings, any masking without a formula. */
export interface TableFunction {
  readonly kind: 'table'
  readonly pairs: readonly (readonly [from: number, to: number])[]
}

/** Masking without randomness, as data for a plan or a command line. */
export type PublishedFunction = LinearFunction | RoundingFunction | TableFunction

/**
 * Combines the published functions into one, the first applied first: x ↦ f_m(… f_1(x)).
 *
 * Throws BAD_PARAMETER for a base that is not > 0, coefficients that are not finite, and a table that gives one value
 * two images; the function itself throws it for a value that the table lacks.
 */
export function publishedFunction(functions: readonly PublishedFunction[]): (value: number) => number {
  const steps = functions.map(compiled)
  return (value) => steps.reduce((masked, step) => step(masked), value)
}

function compiled(published: PublishedFunction): (value: number) => number {
  switch (published.kind) {
    case 'linear':
      return linear(published)
    case 'rounding':
      return rounding(published)
    case 'table':
      return table(published)
  }
}

function linear({ a, b }: LinearFunction): (value: number) => number {
  if (Number.isFinite(a) && Number.isFinite(b)) return (value) => a * value + b
  throw new SdcError('BAD_PARAMETER', `a linear function needs two finite numbers, not a = ${a} and b = ${b}`)
}

function rounding({ base, halves = 'up' }: RoundingFunction): (value: number) => number {
  if (!(base > 0 && base < Infinity)) {
    throw new SdcError(
      'BAD_PARAMETER',
      `a rounding base must be a number > 0, not ${base}`,
      { parameter: 'base' },
      'Give the published base.',
    )
  }
  const multiples = multiplesOf(base)
  return (value) => multiples.nearest(value, halves)
}

function table({ pairs }: TableFunction): (value: number) => number {
  const images = new Map<number, number>()
  for (const [from, to] of pairs) {
    const other = images.get(from)
    if (other !== undefined && other !== to) {
      throw new SdcError(
        'BAD_PARAMETER',
        `the table maps ${from} to both ${other} and ${to}`,
        {},
        'Keep one pair per value.',
      )
    }
    images.set(from, to)
  }
  return (value) => {
    const to = images.get(value)
    if (to !== undefined) return to
    const fix = 'Add the value to the table, or use another table.'
    throw new SdcError('BAD_PARAMETER', `the table lacks the value ${value}`, {}, fix)
  }
}
