import { expm1, log, log1p, median } from '@sdc/stats'

/**
 * The scale on which all protection intervals of a column are equally wide: y = asinh(x/m), m the median size of the values
 * that are not 0. Far from 0 it is the logarithm, so that an interval is a share of its value; near 0 it is linear, so that
 * a 0 has an interval, too.
 *
 * That the width is the same for every record is the point. An interval of, say, 20 % of its own value would tell the value:
 * it is five times the width. Here the interval says that the value lies in it, and nothing more.
 */
export interface ProtectionScale {
  /** The median size of the values that are not 0. */
  readonly size: number
  /** The width of every interval on the scale. */
  readonly width: number
}

/**
 * The scale of a column.
 *
 * @param values - the column; missing ones are left out
 * @param protect - by how many hundredths the upper end of the interval of a value far from 0 exceeds the lower one
 * @returns the scale; its size is NaN where no value differs from 0
 */
export function protectionScale(values: Float64Array, protect: number): ProtectionScale {
  const sizes = values.filter((value) => value !== 0).map(Math.abs)
  return { size: median(sizes), width: log1p(protect / 100) }
}

/**
 * asinh(x/m), of which no digits are lost near 0.
 *
 * @param x - a value
 * @param scale - the scale
 * @returns its place on the scale
 */
export function toScale(x: number, { size }: ProtectionScale): number {
  const t = Math.abs(x) / size
  // Beyond 1e8 the root is t itself, and the square beyond 1e154 would be infinite.
  const y = t > 1e8 ? log(2 * t) : log1p(t + (t * t) / (1 + Math.sqrt(1 + t * t)))
  return x < 0 ? -y : y
}

/**
 * m·sinh y: the value at a place of the scale.
 *
 * @param y - the place
 * @param scale - the scale
 * @returns the value
 */
export function fromScale(y: number, { size }: ProtectionScale): number {
  const e = expm1(Math.abs(y))
  const x = 0.5 * size * (e + e / (e + 1))
  return y < 0 ? -x : x
}
