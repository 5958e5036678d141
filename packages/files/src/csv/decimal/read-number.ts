import { decimalText, numberText, type DecimalMark } from '../number-text.js'
import { productError, remainder, sumError } from './double-double.js'
import { exactPowers } from './powers.js'

/** A read number with properties of its text; the object is reused for the next one. */
export interface NumberRead {
  value: number
  /** Digits before and after the mark. */
  whole: number
  decimals: number
  hasMark: boolean
  /** True if the text is the shortest of its value (`numberText`). */
  shortest: boolean
  /** True if it has so few digits that no other text with the same decimals is as near its value. */
  short: boolean
  /** True if there is a plus, no digit before or after the mark, or an exponent. */
  unusual: boolean
}

/** Reads numbers from bytes. */
export interface NumberReader {
  readonly number: NumberRead
  /**
   * Returns true if bytes[from … to) may occur in a numeric column (see `numberProblem`); `number` is then its number.
   */
  read(bytes: Uint8Array, from: number, to: number): boolean
  /** Returns true if the last text is that of its value in a column of this number of decimals (see `decimalText`). */
  isText(decimals: number): boolean
}

const MOST_EXACT = 9007199254740992
/** Relative margin within which a rounding or a comparison is uncertain: far above the errors of double-double. */
const UNSURE = 2 ** -45
const UNSURE_HALF = 1e-6
/** x + x · this is the next double above x (Rump, Zimmermann, Boldo and Melquiond 2009). */
const NEXT = 1.1102230246251568e-16

/**
 * Returns a reader of decimal numbers. Digits up to 2^53 are an integer, which a division by an exact power of ten (to
 * 10^22) rounds once. With up to 18 digits, integer and quotient are pairs of doubles, rounded if the rounding is
 * certain. Uncertain cases and exponents are left to `Number`.
 *
 * @param mark - Decimal mark.
 * @returns The reader.
 */
export function numberReader(mark: DecimalMark): NumberReader {
  const markByte = mark.charCodeAt(0)
  const number: NumberRead = {
    value: 0,
    whole: 0,
    decimals: 0,
    hasMark: false,
    shortest: false,
    short: false,
    unusual: false,
  }
  let source: Uint8Array = new Uint8Array(0)
  let begin = 0
  let stop = 0

  function textOf(): string {
    let text = ''
    for (let i = begin; i < stop; i++) text += String.fromCharCode(source[i])
    return text
  }

  function read(bytes: Uint8Array, from: number, to: number): boolean {
    source = bytes
    begin = from
    stop = to
    let at = from
    const sign = bytes[at]
    if (at < to && (sign === 45 || sign === 43)) at++
    const first = at
    // The first nine digits from the first non-zero one, and the next nine.
    let high = 0
    let low = 0
    let digits = 0
    let byte = 0
    for (; at < to && ((byte = bytes[at]) ^ 48) <= 9; at++) {
      if (digits < 9) high = high * 10 + (byte ^ 48)
      else if (digits < 18) low = low * 10 + (byte ^ 48)
      if (digits > 0 || byte !== 48) digits++
    }
    const whole = at - first
    const hasMark = at < to && bytes[at] === markByte
    if (hasMark) at++
    const behind = at
    for (; at < to && ((byte = bytes[at]) ^ 48) <= 9; at++) {
      if (digits < 9) high = high * 10 + (byte ^ 48)
      else if (digits < 18) low = low * 10 + (byte ^ 48)
      if (digits > 0 || byte !== 48) digits++
    }
    const decimals = at - behind
    if (whole + decimals === 0) return false
    const exponent = at < to
    if (exponent && !isExponent(bytes, at, to)) return false
    // A code with leading zeros is not a number.
    if (whole > 1 && bytes[first] === 48) return false
    number.whole = whole
    number.decimals = decimals
    number.hasMark = hasMark
    number.unusual = sign === 43 || whole === 0 || exponent || (hasMark && decimals === 0)
    number.short = digits <= 15 && decimals <= 22 && !number.unusual
    if (exponent || digits > 18 || decimals > 22) return readByText(hasMark || exponent)
    if (digits <= 15) {
      const value = (digits > 9 ? high * exactPowers[digits - 9] + low : high) / exactPowers[decimals]
      number.value = sign === 45 ? -value : value
      number.shortest = number.short && (decimals === 0 || (bytes[to - 1] !== 48 && (decimals <= 6 || value >= 1e-6)))
      return true
    }
    return readLong(high, low, exactPowers[digits - 9], decimals, sign === 45)
  }

  function readByText(notWhole: boolean): boolean {
    const text = textOf()
    const value = Number(mark === '.' ? text : text.replace(',', '.'))
    if (!Number.isFinite(value)) return false
    if (!notWhole && !heldExactly(value, text)) return false
    number.value = value
    number.shortest = numberText(value, mark) === text
    return true
  }

  /** 16 to 18 digits: high · shift + low over 10^decimals. */
  function readLong(high: number, low: number, shift: number, decimals: number, negative: boolean): boolean {
    const product = high * shift
    const digits = product + low
    const rest = productError(high, shift, product) + sumError(product, low, digits)
    if (decimals === 0) {
      // A double would round integers beyond 2^53.
      if (digits > MOST_EXACT || rest !== 0) return readByText(number.hasMark)
      number.value = negative ? -digits : digits
      number.shortest = !number.unusual
      return true
    }
    const power = exactPowers[decimals]
    const quotient = digits / power
    const error = (remainder(digits, power, quotient) + rest) / power
    const value = quotient + error
    const left = error - (value - quotient)
    const margin = Math.abs(error) * UNSURE
    if (value + (left + margin) !== value || value + (left - margin) !== value) return readByText(true)
    number.value = negative ? -value : value
    const certain = number.unusual ? -1 : isShortest(value, left * power, power, low % 10)
    number.shortest = certain < 0 ? numberText(number.value, mark) === textOf() : certain === 1
    return true
  }

  /**
   * Returns 1 if the integer n of all digits is certainly the shortest text of the value v, 0 if certainly not, −1 if
   * uncertain. It is shortest if no multiple of ten, which has a digit less, rounds to v as well, and no other integer
   * is nearer to v · 10^p.
   */
  function isShortest(value: number, away: number, power: number, digit: number): number {
    if (digit === 0 || value > MOST_EXACT || value < 1e-6) return digit === 0 ? 0 : -1
    const half = ((value + value * NEXT - value) / 2) * power
    const nearest = Math.abs(away)
    if (nearest > 0.5 - UNSURE_HALF) return nearest > 0.5 + UNSURE_HALF ? 0 : -1
    // n is v · 10^p + away.
    const below = Math.abs(away - digit)
    const above = Math.abs(away + 10 - digit)
    const nearer = Math.min(below, above)
    if (nearer > half * (1 + UNSURE_HALF)) return 1
    // Below a power of two, doubles are closer together.
    return nearer < (half / 2) * (1 - UNSURE_HALF) ? 0 : -1
  }

  return {
    number,
    read,
    isText(decimals) {
      if (decimals < 0) return number.shortest
      if (number.short) return number.decimals === decimals
      // A text with other decimals is not the text of this value.
      if (!number.unusual && number.decimals !== decimals && Math.abs(number.value) <= MOST_EXACT) return false
      return decimalText(number.value, decimals, mark) === textOf()
    },
  }
}

/** True if a double represents a whole number exactly; 2^53 + 1 is rounded to 2^53, so the digits decide there. */
function heldExactly(value: number, text: string): boolean {
  const size = Math.abs(value)
  return size < MOST_EXACT || (size === MOST_EXACT && text.endsWith('9007199254740992'))
}

function isExponent(bytes: Uint8Array, from: number, to: number): boolean {
  if ((bytes[from] | 32) !== 101) return false
  let at = from + 1
  if (at < to && (bytes[at] === 43 || bytes[at] === 45)) at++
  if (at === to) return false
  for (; at < to; at++) if ((bytes[at] ^ 48) > 9) return false
  return true
}
