/** The number digits · 10^exponent. */
export interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/**
 * Returns a finite number as the shortest decimal that reads back as it, i.e. the way a file writes it. 0.1 is 1 ·
 * 10⁻¹, not the value 0.1000000000000000055… of the double, so that 0.15 lies halfway between 0.1 and 0.2. Different
 * numbers have different decimals, in the same order.
 */
export function decimalOf(value: number): Decimal {
  const [mantissa, exponent] = value.toExponential().split('e')
  const point = mantissa.indexOf('.')
  const decimals = point < 0 ? 0 : mantissa.length - point - 1
  return { digits: BigInt(mantissa.replace('.', '')), exponent: Number(exponent) - decimals }
}

/** Returns the double nearest to digits · 10^exponent. */
export function fromDecimal(digits: bigint, exponent: number): number {
  return Number(`${digits}e${exponent}`)
}

/** Returns the digits of a decimal written with a smaller exponent. */
export function digitsAt({ digits, exponent }: Decimal, smaller: number): bigint {
  return digits * 10n ** BigInt(exponent - smaller)
}

/**
 * Returns the double nearest to the middle of two finite numbers taken as decimals: 0.15 for 0.1 and 0.2. Never
 * overflows.
 */
export function decimalMidpoint(a: number, b: number): number {
  const [first, second] = [decimalOf(a), decimalOf(b)]
  const exponent = Math.min(first.exponent, second.exponent)
  return fromDecimal((digitsAt(first, exponent) + digitsAt(second, exponent)) * 5n, exponent - 1)
}
