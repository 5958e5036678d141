import type { Metric } from '@sdc/core'

/**
 * Formats a value with its unit: `12.3 %`.
 *
 * @param one - The value.
 * @param metric - Its metric, with the unit.
 * @returns The text, with four significant digits.
 */
export function unitText(one: number, metric: Pick<Metric, 'unit'>): string {
  return `${shortNumber(one)} ${metric.unit}`
}

/** Formats a number with four significant digits, without an exponent if it is readable without one. */
export function shortNumber(one: number): string {
  const rounded = Number(one.toPrecision(4))
  return Math.abs(rounded) >= 1e7 ? rounded.toExponential() : String(rounded)
}

/**
 * Formats a number for a table: two significant digits, and all digits before the decimal point.
 *
 * @param one - The number.
 * @returns For example `0.28`, `4.4`, `83`, `1,080`.
 */
export function briefNumber(one: number): string {
  const rounded = Math.abs(one) >= 10 ? Math.round(one) : Number(one.toPrecision(2))
  if (Math.abs(rounded) >= 1e9) return Number(rounded.toPrecision(3)).toExponential()
  const [whole, decimals] = String(rounded).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/**
 * Formats a value with its unit for a table: `4.4 %`.
 *
 * @param one - The value.
 * @param metric - Its metric, with the unit.
 * @returns The text, as by `briefNumber`.
 */
export function briefText(one: number, metric: Pick<Metric, 'unit'>): string {
  return `${briefNumber(one)} ${metric.unit}`
}

/** Title of a metric within a sentence: without a capital, unless it begins with an abbreviation. */
export function titleWithin({ title }: Pick<Metric, 'title'>): string {
  return /^[A-Z][a-z]/.test(title) ? title[0].toLowerCase() + title.slice(1) : title
}
