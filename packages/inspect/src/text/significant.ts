import { log10, pow } from '@sdc/stats'

/**
 * A number with the digits that its standard error leaves meaning to: up to its third one.
 *
 * @param value - The number.
 * @param standardError - Its standard error; where it is 0 or none, all digits are given.
 */
export function significant(value: number, standardError: number): string {
  if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞'
  if (!(standardError > 0)) return String(value)
  const digits = 2 - Math.floor(log10(standardError))
  return digits < 0
    ? String(Math.round(value * pow(10, digits)) / pow(10, digits))
    : value.toFixed(Math.min(digits, 20))
}
