import type { MissingCode, NumberFacts, Shape } from '../inspection.js'
import type { LookedColumn } from '../look-at-column.js'
import { nameHint, saysPostalCode } from '../name-hints.js'

/** Meanings of names of categories that are often written as numbers. */
const numbered: ReadonlySet<string> = new Set([
  'a sex',
  'a place',
  'a marriage or a family',
  'an origin',
  'an education',
  'a work',
  'a dwelling',
  'a number of one person or unit',
])

/**
 * Returns true if numbers with many values may be codes according to their name: regions, occupations.
 *
 * @param name - Name of the column.
 * @param shape - Shape of its values.
 * @param numbers - Its numbers.
 * @returns True if they may be codes.
 */
export function mayBeCodes(name: string, shape: Shape, numbers: NumberFacts | undefined): boolean {
  if (shape !== 'numbers' || numbers?.whole !== true || numbers.least < -9) return false
  const hint = nameHint(name)
  return (hint !== undefined && numbered.has(hint.what)) || /code$/i.test(name)
}

/** Fewest digits of a postal code. */
const POSTAL_DIGITS = 3

/** Returns true for integers with a name of postal codes and equal numbers of digits: zip, 10115. */
export function arePostalCodes({ name, column, values }: LookedColumn, missing: readonly MissingCode[]): boolean {
  if (column.kind !== 'numeric' || column.time !== undefined || !saysPostalCode(name)) return false
  const own = [...values].filter((value) => !isCode(missing, value))
  const digits = String(own[0]).length
  return (
    digits >= POSTAL_DIGITS &&
    own.every((value) => Number.isSafeInteger(value) && value > 0 && String(value).length === digits)
  )
}

/** Returns true for a number among the codes for missing values. */
export function isCode(codes: readonly MissingCode[], value: number): boolean {
  return codes.some(({ text }) => Number(text) === value)
}
