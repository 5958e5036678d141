import { decimalText, type DecimalMark } from '../number-text.js'
import { room, type ByteSink } from './byte-sink.js'
import { putPadded, putWhole } from './put-digits.js'
import { putShortest } from './put-shortest.js'
import { putText } from './put-text.js'

const MINUS = 45
const ZERO = 48
/** Sign, mark, 17 digits and zeros before them; or 15 digits and up to 22 decimals. */
const MOST = 64

/** How the numbers of a column are written. */
export interface NumberForm {
  /** True if all have `decimals` decimals, their last zeros among them; else each has as few as it needs. */
  readonly exactly: boolean
  /** Decimals that are worth trying, and their power of ten; NaN where there are none. */
  readonly decimals: number
  readonly scale: number
  readonly mark: DecimalMark
  /** Its byte. */
  readonly markByte: number
}

/** Decimals whose power of ten is a double. */
const MOST_DECIMALS = 22
/** Values that are looked at to find out how many decimals a column has. */
const SAMPLE = 64
/** More decimals than amounts have: a column of such numbers is one of any doubles. */
const MOST_SAMPLED = 9

/** Powers of ten that are doubles. */
const powersOfTen: Float64Array = Float64Array.from({ length: MOST_DECIMALS + 1 }, (_, d) => Number(`1e${d}`))

/**
 * How the numbers of a column are written.
 *
 * @param decimals - How many decimals each has; −1 for as few as it needs.
 * @param mark - The decimal mark.
 * @param values - The numbers; from some of them it is found how many decimals are worth trying.
 * @returns The form.
 */
export function numberForm(decimals: number, mark: DecimalMark, values: Float64Array): NumberForm {
  const exactly = decimals >= 0
  const tried = exactly ? decimals : sampledDecimals(values)
  const scale = tried < 0 || tried > MOST_DECIMALS ? Number.NaN : powersOfTen[tried]
  return { exactly, decimals: tried, scale, mark, markByte: mark.charCodeAt(0) }
}

/** The most decimals that a value of a sample has, those with very many apart; −1 where these are the most. */
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

/** A decimal of 15 digits is the only one of as many that its double stands for. */
const LARGEST_UNITS = 1e15
/** Below it `String` writes an exponent. */
const LEAST_PLAIN = 1e-6

/** True if a number is the double of so many units of 1/scale, and these have 15 digits at most. */
function isFixed(size: number, scale: number): boolean {
  const units = Math.round(size * scale)
  return units < LARGEST_UNITS && units / scale === size
}

/**
 * Writes a number as `decimalText` does: the shortest decimal that reads back as the same double; or, where its column is
 * written so, with a number of decimals.
 *
 * Let m = round(|v|·10^d). Where m has 15 digits at most and m/10^d, correctly rounded, is |v|, these are its digits: no
 * other decimal of as many reads back as v. That it is so is tried, by the division that reading the text back is. The
 * digits are then written by whole-number arithmetic; any other double is for `putShortest`.
 *
 * @param sink - Where it goes.
 * @param value - A finite number.
 * @param form - How the numbers of its column are written.
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
  // units/scale lies within 2^−53 of size, and no nearer than 10^−d ≥ 10^−15 of it to a whole number: both round down alike.
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
