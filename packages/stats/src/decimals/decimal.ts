/** digits · 10^exponent. */
export interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/**
 * A finite number as the shortest decimal that reads back as it: what a file has written for it. 0.1 is 1 · 10⁻¹, not the
 * 0.1000000000000000055… that the double holds, so that 0.15 lies halfway between 0.1 and 0.2.
 * Different numbers have different decimals, in the same order.
 */
export function decimalOf(value: number): Decimal {
  const [mantissa, exponent] = value.toExponential().split('e')
  const point = mantissa.indexOf('.')
  const decimals = point < 0 ? 0 : mantissa.length - point - 1
  return { digits: BigInt(mantissa.replace('.', '')), exponent: Number(exponent) - decimals }
}

/** The double nearest to digits · 10^exponent. */
export function fromDecimal(digits: bigint, exponent: number): number {
  return Number(`${digits}e${exponent}`)
}

/** The digits of a decimal when it is written with a smaller exponent. */
export function digitsAt({ digits, exponent }: Decimal, smaller: number): bigint {
  return digits * 10n ** BigInt(exponent - smaller)
}

/** The double nearest to the middle of two finite numbers taken as decimals: of 0.1 and 0.2 it is 0.15. Never overflows. */
export function decimalMidpoint(a: number, b: number): number {
  const [first, second] = [decimalOf(a), decimalOf(b)]
  const exponent = Math.min(first.exponent, second.exponent)
  return fromDecimal((digitsAt(first, exponent) + digitsAt(second, exponent)) * 5n, exponent - 1)
}
