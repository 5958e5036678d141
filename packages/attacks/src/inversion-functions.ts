import { SdcError } from '@sdc/core'
import { multiplesOf, type Halves } from '@sdc/stats'

/** y = a·x + b. */
export interface LinearFunction {
  readonly kind: 'linear'
  readonly a: number
  readonly b: number
}

/** The nearest multiple of the base, as decimals; a value halfway goes up, to the even multiple, or away from 0. */
export interface RoundingFunction {
  readonly kind: 'rounding'
  readonly base: number
  readonly halves?: Halves | undefined
}

/** Every value that may occur with what it becomes: bands, recodings, anything that has no formula. */
export interface TableFunction {
  readonly kind: 'table'
  readonly pairs: readonly (readonly [from: number, to: number])[]
}

/** A masking without randomness, as data: a plan or a command line can hold it. */
export type PublishedFunction = LinearFunction | RoundingFunction | TableFunction

/**
 * The published functions as one function of a value, the first applied first: x ↦ f_m(… f_1(x)).
 *
 * Throws BAD_PARAMETER for a base that is not > 0, coefficients that are not finite, and a table that gives one value
 * two images; the function itself throws it for a value that a table does not have.
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
      `a rounding base is a number > 0, not ${base}`,
      { parameter: 'base' },
      'Give the base that was published.',
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
        `the table makes both ${other} and ${to} of ${from}`,
        {},
        'A function has one value.',
      )
    }
    images.set(from, to)
  }
  return (value) => {
    const to = images.get(value)
    if (to !== undefined) return to
    const fix = 'The table must have every value that occurs: add it, or take another table.'
    throw new SdcError('BAD_PARAMETER', `the table says nothing of ${value}`, {}, fix)
  }
}
