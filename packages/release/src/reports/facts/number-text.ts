import { groupedNumber, sentenceList } from '@sdc/inspect'

/**
 * Formats a number for a report: five significant digits, thousands separated, no exponent if it is readable without.
 *
 * @param value - A number.
 * @returns `1,234.5`; a dash for NaN.
 */
export function reportNumber(value: number): string {
  return Number.isNaN(value) ? '–' : groupedNumber(Number(value.toPrecision(5)))
}

/**
 * Formats a quantity of a column: three significant digits, and all digits before the decimal point; a dash if it is
 * missing.
 */
export function quantityText(value: number): string {
  if (Number.isNaN(value)) return '–'
  return groupedNumber(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))
}

/** Returns `AGI, FEDTAX and 3 more`. */
export function someOf(names: readonly string[], most = 8): string {
  const left = names.length - most
  return left > 0 ? `${names.slice(0, most).join(', ')} and ${left} more` : sentenceList(names)
}
