import { expm1 } from './expm1.js'

/** Computes tanh x = (e²ˣ − 1)/(e²ˣ + 1), within 2 units of the last place. */
export function tanh(x: number): number {
  const size = Math.abs(x)
  if (size < 1e-9 || Number.isNaN(x)) return x
  if (size > 22) return Math.sign(x)
  const grown = expm1(size < 1 ? -2 * size : 2 * size)
  const result = size < 1 ? -grown / (grown + 2) : 1 - 2 / (grown + 2)
  return x < 0 ? -result : result
}
