import { expm1, log, log1p, median } from '@sdc/stats'

/**
 * Scale on which all protection intervals of a column are equally wide: y = asinh(x/m), m the median size of the values
 * other than 0. Far from 0 it is logarithmic, so an interval is a share of its value. Near 0 it is linear, so a 0 has
 * an interval, too.
 *
 * Equal widths are essential. An interval of, say, 20 % of its own value would disclose the value: five times the
 * width. With equal widths, the interval only says that the value lies in it.
 */
export interface ProtectionScale {
  /** Median size of the values other than 0. */
  readonly size: number
  /** Width of every interval on the scale. */
  readonly width: number
}

/**
 * Protection scale of a column.
 *
 * @param values - The column; missing values are omitted.
 * @param protect - Hundredths by which the upper end of an interval far from 0 exceeds the lower end.
 * @returns The scale; its size is NaN if no value differs from 0.
 */
export function protectionScale(values: Float64Array, protect: number): ProtectionScale {
  const sizes = values.filter((value) => value !== 0).map(Math.abs)
  return { size: median(sizes), width: log1p(protect / 100) }
}

/**
 * Computes asinh(x/m) without loss of digits near 0.
 *
 * @param x - A value.
 * @param scale - The scale.
 * @returns Position on the scale.
 */
export function toScale(x: number, { size }: ProtectionScale): number {
  const t = Math.abs(x) / size
  // Above 1e8 the root is t itself, and above 1e154 the square would be infinite.
  const y = t > 1e8 ? log(2 * t) : log1p(t + (t * t) / (1 + Math.sqrt(1 + t * t)))
  return x < 0 ? -y : y
}

/**
 * Computes m·sinh y, the value at a position on the scale.
 *
 * @param y - The position.
 * @param scale - The scale.
 * @returns The value.
 */
export function fromScale(y: number, { size }: ProtectionScale): number {
  const e = expm1(Math.abs(y))
  const x = 0.5 * size * (e + e / (e + 1))
  return y < 0 ? -x : x
}
