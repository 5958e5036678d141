import { log10, pow } from '@sdc/stats'

/**
 * Formats a number with the digits that are significant by its standard error: down to the third digit of the error.
 *
 * @param value - The number.
 * @param standardError - Its standard error; if it is 0 or missing, all digits are given.
 * @returns The text.
 */
export function significant(value: number, standardError: number): string {
  if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞'
  if (!(standardError > 0)) return String(value)
  const digits = 2 - Math.floor(log10(standardError))
  return digits < 0
    ? String(Math.round(value * pow(10, digits)) / pow(10, digits))
    : value.toFixed(Math.min(digits, 20))
}
