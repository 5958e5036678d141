import { groupedNumber, sentenceList } from '@sdc/inspect'

/**
 * A number as a report shows it: five significant digits, thousands apart, no exponent where it can be read without.
 *
 * @param value - A number.
 * @returns `1,234.5`; a dash where there is none.
 */
export function reportNumber(value: number): string {
  return Number.isNaN(value) ? '–' : groupedNumber(Number(value.toPrecision(5)))
}

/** A quantity of a column: three significant digits, and all digits before the decimal point; a dash where there is none. */
export function quantityText(value: number): string {
  if (Number.isNaN(value)) return '–'
  return groupedNumber(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))
}

/** `AGI, FEDTAX and 3 more`. */
export function someOf(names: readonly string[], most = 8): string {
  const left = names.length - most
  return left > 0 ? `${names.slice(0, most).join(', ')} and ${left} more` : sentenceList(names)
}
