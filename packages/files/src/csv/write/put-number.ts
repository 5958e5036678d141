import { decimalText, type DecimalMark } from '../number-text.js'
import { room, type ByteSink } from './byte-sink.js'
import { putPadded, putWhole } from './put-digits.js'
import { putShortest } from './put-shortest.js'
import { putText } from './put-text.js'

const MINUS = 45
const ZERO = 48
/** Largest number of bytes: sign, mark, 17 digits and leading zeros; or 15 digits and up to 22 decimals. */
const MOST = 64

/** Form of the numbers of a column. */
export interface NumberForm {
  /** True if all have `decimals` decimals, including trailing zeros; else each has as few as it needs. */
  readonly exactly: boolean
  /** Decimals to try, and their power of ten; NaN if there are none. */
  readonly decimals: number
  readonly scale: number
  readonly mark: DecimalMark
  /** Byte of the decimal mark. */
  readonly markByte: number
}

/** Largest number of decimals with a power of ten that is a double. */
const MOST_DECIMALS = 22
/** Number of values examined for the decimals of a column. */
const SAMPLE = 64
/** Largest number of decimals of an amount; a column with more holds arbitrary doubles. */
const MOST_SAMPLED = 9

/** Powers of ten that are exact doubles. */
const powersOfTen: Float64Array = Float64Array.from({ length: MOST_DECIMALS + 1 }, (_, d) => Number(`1e${d}`))

/**
 * Returns the form of the numbers of a column.
 *
 * @param decimals - Number of decimals of each; −1 for as few as it needs.
 * @param mark - Decimal mark.
 * @param values - The numbers; a sample of them determines the decimals to try.
 * @returns The form.
 */
export function numberForm(decimals: number, mark: DecimalMark, values: Float64Array): NumberForm {
  const exactly = decimals >= 0
  const tried = exactly ? decimals : sampledDecimals(values)
  const scale = tried < 0 || tried > MOST_DECIMALS ? Number.NaN : powersOfTen[tried]
  return { exactly, decimals: tried, scale, mark, markByte: mark.charCodeAt(0) }
}

/** Largest number of decimals of a value in a sample, ignoring those with very many; −1 if most have very many. */
function sampledDecimals(values: Float64Array): number {
  const step = Math.max(1, Math.floor(values.length / SAMPLE))
  let most = 0
  let fixed = 0
  let any = 0
  for (let i = 0; i < values.length; i += step) {
    const size = Math.abs(values[i])
    if (size !== size) continue
    any++
    let d = 0
    while (d <= MOST_SAMPLED && !isFixed(size, powersOfTen[d])) d++
    if (d > MOST_SAMPLED) continue
    fixed++
    if (d > most) most = d
  }
  return 2 * fixed < any ? -1 : most
}

/** Below this, a decimal of 15 digits is the only one of its length for its double. */
const LARGEST_UNITS = 1e15
/** Below this, `String` writes an exponent. */
const LEAST_PLAIN = 1e-6

/** True if a number is the double of a number of units of 1/scale with at most 15 digits. */
function isFixed(size: number, scale: number): boolean {
  const units = Math.round(size * scale)
  return units < LARGEST_UNITS && units / scale === size
}

/**
 * Writes a number as `decimalText` does: the shortest decimal that reads back as the same double, or with a fixed
 * number of decimals if its column has one.
 *
 * Let m = round(|v|·10^d). If m has at most 15 digits and m/10^d, correctly rounded, is |v|, these are its digits: no
 * other decimal of this length reads back as v. This is verified by the same division that reads the text. The digits
 * are then written by integer arithmetic; any other double is left to `putShortest`.
 *
 * @param sink - Target.
 * @param value - A finite number.
 * @param form - Form of the numbers of its column.
 */
export function putNumber(sink: ByteSink, value: number, form: NumberForm): void {
  const size = Math.abs(value)
  const { scale } = form
  const units = Math.round(size * scale)
  const isFixed = units < LARGEST_UNITS && units / scale === size
  if (form.exactly && !isFixed) {
    putText(sink, decimalText(value, form.decimals, form.mark))
    return
  }
  const bytes = room(sink, MOST)
  let at = sink.at
  if (value < 0 || (value === 0 && 1 / value < 0)) bytes[at++] = MINUS
  const plain = form.exactly || size >= LEAST_PLAIN || size === 0
  sink.at = isFixed && plain ? putUnits(bytes, at, size, units, form) : putShortest(bytes, at, size, form.markByte)
}

function putUnits(bytes: Uint8Array, from: number, size: number, units: number, form: NumberForm): number {
  const { decimals } = form
  // units/scale lies within 2^−53 of size, and at least 10^−d ≥ 10^−15 of it from a whole number: both round down
  // alike.
  const whole = Math.floor(size)
  let at = putWhole(bytes, from, whole)
  const fraction = units - whole * form.scale
  if (decimals === 0 || (fraction === 0 && !form.exactly)) return at
  bytes[at++] = form.markByte
  putPadded(bytes, at, fraction, decimals)
  at += decimals
  if (!form.exactly) while (bytes[at - 1] === ZERO) at--
  return at
}
