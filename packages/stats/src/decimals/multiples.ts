import { decimalOf, digitsAt, fromDecimal } from './decimal.js'

/** Rounding of a value halfway between two multiples: to the larger one, the even one, or the one farther from 0. */
export type Halves = 'up' | 'even' | 'away'

/** Multiples of one base. */
export interface Multiples {
  /** Returns the multiple nearest to a value. */
  nearest(value: number, halves?: Halves): number
  /** Returns the largest multiple that is not above a value. */
  below(value: number): number
  /** Returns the smallest multiple that is not below a value. */
  above(value: number): number
}

/**
 * Returns the multiples m·b of a base b > 0, m = …, −1, 0, 1, …, with functions that round values to them; b and the
 * values are decimals.
 *
 * Examples with base 0.1: 0.3 is a multiple and is returned unchanged (3·0.1 is 0.30000000000000004 in doubles); 0.15
 * lies halfway between 0.1 and 0.2; −0.04 and −0 are nearest to 0, never to −0. A multiple is the double nearest to the
 * decimal m·b.
 *
 * `nearest` is monotone, returns multiples unchanged, and moves no value by more than b/2, apart from the rounding of
 * the result. A value of 2⁵³ bases or more is returned unchanged: the doubles there are farther apart than the
 * multiples. A multiple beyond the largest double is replaced by the outermost finite one. Missing (NaN) stays missing.
 * Cost per value: a few divisions; exact arithmetic, about a microsecond, if their rounding could decide.
 *
 * @throws RangeError for a base that is not finite and > 0
 */
export function multiplesOf(base: number): Multiples {
  if (!(base > 0 && base < Infinity)) throw new RangeError(`a rounding base is a number > 0, not ${base}`)
  const decimal = decimalOf(base)
  const { whole, scale } = wholeUnits(base)
  // Quotient, sum and the decimals of both numbers have errors of at most half a unit in the 53rd bit each; subnormal
  // numbers have fewer bits.
  const relativeSlack = base < 1e-300 ? 1 : 2 ** -50

  /** ⌊value/b + shift⌋ for a shift of 0 or ½. */
  const index = (value: number, shift: 0 | 0.5): number => {
    const units = Math.round(value * scale)
    // Equal to a decimal of at most 15 digits, which is then the shortest: quotients of such whole numbers are exact enough.
    if (Math.abs(units) < 1e15 && units / scale === value) return Math.floor((units + shift * whole) / whole)
    const quotient = value / base + shift
    const floor = Math.floor(quotient)
    const rest = quotient - floor
    const slack = relativeSlack * (Math.abs(quotient) + 1)
    if (rest > slack && 1 - rest > slack) return floor
    return exactIndex(value, shift)
  }

  const exactIndex = (value: number, shift: 0 | 0.5): number => {
    const of = decimalOf(value)
    const exponent = Math.min(of.exponent, decimal.exponent)
    const divisor = 2n * digitsAt(decimal, exponent)
    const dividend = 2n * digitsAt(of, exponent) + (shift === 0 ? 0n : divisor / 2n)
    const quotient = dividend / divisor
    return Number(dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient)
  }

  /** m·b; never −0, never infinite. */
  const multiple = (m: number): number => {
    if (m === 0) return 0
    const product = m * whole
    if (Math.abs(product) <= Number.MAX_SAFE_INTEGER) return product / scale
    const exact = fromDecimal(BigInt(m) * decimal.digits, decimal.exponent)
    return Number.isFinite(exact) ? exact : multiple(m - Math.sign(m))
  }

  const nearestIndex = (value: number, halves: Halves): number => {
    if (halves === 'away' && value < 0) return -index(-value, 0.5)
    const up = index(value, 0.5)
    return halves === 'even' && up % 2 !== 0 ? -index(-value, 0.5) : up
  }

  const isBeyondPrecision = (value: number): boolean => !(Math.abs(value / base) < 2 ** 53)

  const below = (value: number): number => {
    if (isBeyondPrecision(value)) return value
    const m = index(value, 0)
    const next = multiple(m + 1)
    return next === value ? next : multiple(m)
  }

  return {
    nearest(value, halves = 'up') {
      if (isBeyondPrecision(value)) return value
      const m = nearestIndex(value, halves)
      const near = multiple(m)
      // With few digits left, the next multiple may equal this double although another of its decimals is nearer.
      const isNext = Math.abs(m) > 2 ** 49 && (multiple(m - 1) === value || multiple(m + 1) === value)
      return isNext ? value : near
    },
    below,
    above: (value) => 0 - below(-value),
  }
}

/** Returns b = whole/scale with both exact in doubles and a digit to spare for halves; NaN if there are none such. */
function wholeUnits(base: number): { readonly whole: number; readonly scale: number } {
  const { digits, exponent } = decimalOf(base)
  const decimals = Math.max(0, -exponent)
  const whole = fromDecimal(digits, exponent + decimals + 1)
  // 10²² is the largest power of ten that is a double.
  if (decimals >= 22 || whole >= 1e15) return { whole: Number.NaN, scale: Number.NaN }
  return { whole, scale: Number(`1e${decimals + 1}`) }
}
