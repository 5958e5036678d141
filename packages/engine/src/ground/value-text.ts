import type { Metric } from '@sdc/core'

/** A value with its unit: `12.3 %`. */
export function unitText(one: number, metric: Pick<Metric, 'unit'>): string {
  return `${shortNumber(one)} ${metric.unit}`
}

/** Four significant digits, without an exponent where it can be read without. */
export function shortNumber(one: number): string {
  const rounded = Number(one.toPrecision(4))
  return Math.abs(rounded) >= 1e7 ? rounded.toExponential() : String(rounded)
}
