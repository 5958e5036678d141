import { productError } from '../decimal/double-double.js'
import { numberText } from '../number-text.js'
import { putEight } from './put-digits.js'

const ZERO = 48
const POINT = 46
/** 2⁵³: from here `numberText` writes an exponent. */
const MAX_EXACT = 2 ** 53
/** Below this, `String` writes an exponent. */
const LEAST_PLAIN = 1e-6
/** ⌊log₂ 10⁻⁶⌋. */
const LEAST_EXPONENT = -20

/** 10^0 … 10^22, all doubles. */
const powers = Float64Array.from({ length: 23 }, (_, p) => Number(`1e${p}`))
/** ⌊log₁₀ 2^k⌋ for k = −20 … 52: a double with this exponent has that many digits before its point plus one or two. */
const leadingPlaces = Int8Array.from({ length: 73 }, (_, i) => exponentOfTen(powerOfTwo(i + LEAST_EXPONENT)))
/** Half the spacing of doubles with exponent k: 2^(k−53). */
const halfSteps = Float64Array.from({ length: 73 }, (_, i) => powerOfTwo(i + LEAST_EXPONENT - 53))

const asDouble = new Float64Array(1)
const asWords = new Uint32Array(asDouble.buffer)
const highWord = new Uint8Array(Float64Array.of(1).buffer)[7] === 0x3f ? 1 : 0

/** Smaller differences are left to `String`: the sums below are exact to 1e-13. */
const DOUBTFUL = 1e-9

/**
 * Writes the shortest decimal that reads back as the same double, as `numberText` does.
 *
 * For 10^−6 ≤ v < 2⁵³ let p be such that w = v·10^p has 17 digits before its point: 10^p is a double, and w = h + l
 * exactly. The decimals that read back as v are those within half a spacing of doubles, r·10^p. The nearest one to w is
 * tried with 15, 16 and 17 digits, which depends only on h mod 100 and l. Only one decimal of 15 digits reads back as a
 * double, so its trailing zeros may be removed; one of 17 always does. Powers of two (with different spacings on both
 * sides), ties, values too near to the bounds and values with an exponent are left to `numberText`.
 *
 * @param bytes - Target with 30 bytes of room.
 * @param from - Position of the first digit.
 * @param size - A finite number of 0 or more.
 * @param mark - Byte of the decimal mark.
 * @returns The position after the last digit.
 */
export function putShortest(bytes: Uint8Array, from: number, size: number, mark: number): number {
  if (!(size >= LEAST_PLAIN && size < MAX_EXACT)) return putByText(bytes, from, size, mark)
  asDouble[0] = size
  const top = asWords[highWord]
  if ((top & 0xfffff) === 0 && asWords[1 - highWord] === 0) return putByText(bytes, from, size, mark)
  const k = (top >>> 20) - 1023 - LEAST_EXPONENT
  let place = leadingPlaces[k]
  if (place + 1 < 0 ? size * powers[-place - 1] >= 1 : size >= powers[place + 1]) place++
  const p = 16 - place

  const power = powers[p]
  const high = size * power
  const low = productError(size, power, high)
  const half = halfSteps[k] * power

  let first = (high * 1e-8) | 0
  // The product is rounded and may be off by one, which the carry below corrects.
  let rest = (high - first * 1e8) | 0
  if (rest < 0) {
    rest += 1e8
    first--
  }
  const tail = rest % 100
  const hundreds = tail + low < 50 ? 0 : 100
  const off15 = Math.abs(tail - hundreds + low)
  if (off15 < half - DOUBTFUL) rest += hundreds - tail
  else {
    if (off15 < half + DOUBTFUL) return putByText(bytes, from, size, mark)
    const last = tail % 10
    const tens = last + low < 5 ? (last + low < -5 ? -10 : 0) : last + low < 15 ? 10 : 20
    const off16 = Math.abs(last - tens + low)
    if (off16 < half - DOUBTFUL) {
      if (off16 > 5 - DOUBTFUL) return putByText(bytes, from, size, mark)
      rest += tens - last
    } else {
      const ones = Math.floor(low + 0.5)
      if (off16 < half + DOUBTFUL || Math.abs(low - ones) > 0.5 - DOUBTFUL) return putByText(bytes, from, size, mark)
      rest += ones
    }
  }
  if (rest >= 1e8) {
    rest -= 1e8
    first++
  } else if (rest < 0) {
    rest += 1e8
    first--
  }
  if (first < 1e8 || first >= 1e9) return putByText(bytes, from, size, mark)
  return putPlaced(bytes, from, first, rest, place, mark)
}

/** Writes 17 digits with the decimal mark after digit `place`, without trailing zeros. */
function putPlaced(bytes: Uint8Array, from: number, first: number, rest: number, place: number, mark: number): number {
  // One byte is reserved for the mark: the digits before it move there.
  let start = from + 1
  if (place < 0) {
    bytes[from] = ZERO
    bytes[start++] = mark
    for (let zeros = place + 1; zeros < 0; zeros++) bytes[start++] = ZERO
  }
  const lead = (first / 1e8) | 0
  bytes[start] = ZERO + lead
  putEight(bytes, start + 1, first - 1e8 * lead)
  putEight(bytes, start + 9, rest)
  let end = start + 17
  const least = start + place + 1
  while (end > least && bytes[end - 1] === ZERO) end--
  if (place < 0) return end
  for (let i = from; i < least - 1; i++) bytes[i] = bytes[i + 1]
  if (end === least) return end - 1
  bytes[least - 1] = mark
  return end
}

function putByText(bytes: Uint8Array, from: number, size: number, mark: number): number {
  const text = numberText(size, '.')
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes[from + i] = unit === POINT ? mark : unit
  }
  return from + text.length
}

function powerOfTwo(exponent: number): number {
  let power = 1
  for (let k = 0; k < Math.abs(exponent); k++) power *= 2
  return exponent < 0 ? 1 / power : power
}

function exponentOfTen(value: number): number {
  return Number(value.toExponential().split('e')[1])
}
