import { log } from '../../mathematics/index.js'

/** From this value on the asymptotic series below has 15 digits. */
const LARGE = 12

/**
 * Computes ln x − ψ(x) for x > 0, without the cancellation of the difference. Source: Abramowitz & Stegun 1964, 6.3.5
 * and 6.3.18.
 */
export function logMinusDigamma(x: number): number {
  let shifted = x
  let total = 0
  for (; shifted < LARGE; shifted++) total += 1 / shifted
  const r = 1 / (shifted * shifted)
  const series = 1 / (2 * shifted) + r * (1 / 12 - r * (1 / 120 - r * (1 / 252 - r * (1 / 240 - r * (1 / 132)))))
  return shifted === x ? series : log(x / shifted) + total + series
}

/** Computes its derivative, 1/x − ψ′(x). Source: Abramowitz & Stegun 1964, 6.4.6 and 6.4.12. */
export function logMinusDigammaSlope(x: number): number {
  let shifted = x
  let total = 0
  for (; shifted < LARGE; shifted++) total += 1 / (shifted * shifted)
  const r = 1 / (shifted * shifted)
  const series = -r / 2 - (r / shifted) * (1 / 6 - r * (1 / 30 - r * (1 / 42 - r * (1 / 30 - r * (5 / 66)))))
  return shifted === x ? series : 1 / x - 1 / shifted - total + series
}
