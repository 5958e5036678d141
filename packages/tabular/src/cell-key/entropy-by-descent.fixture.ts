/**
 * Finds the distribution of greatest entropy with mean 0 and a variance by an alternative to Newton's method: one
 * multiplier at a time. p is tilted by exp(−αv) until the mean is right, then by exp(−βv²) until the variance is right,
 * by nested bisection.
 *
 * @param points - Whole numbers, ascending.
 * @param variance - Strictly within its range.
 * @returns The probabilities.
 */
export function entropyByDescent(points: ArrayLike<number>, variance: number): number[] {
  const v = Array.from(points)
  const tilted = (beta: number): number[] => {
    const of = (alpha: number): number[] => {
      const exponents = v.map((x) => -alpha * x - beta * x * x)
      const top = Math.max(...exponents)
      const weights = exponents.map((e) => Math.exp(e - top))
      const z = weights.reduce((a, b) => a + b)
      return weights.map((w) => w / z)
    }
    const mean = (alpha: number): number => of(alpha).reduce((sum, p, i) => sum + p * v[i], 0)
    return of(zeroOf((alpha) => mean(alpha)))
  }
  return tilted(zeroOf((beta) => tilted(beta).reduce((sum, p, i) => sum + p * v[i] * v[i], 0) - variance))
}

/** Root of a decreasing function. */
function zeroOf(f: (x: number) => number): number {
  let [low, high] = [-1, 1]
  while (f(low) < 0) low *= 2
  while (f(high) > 0) high *= 2
  for (let i = 0; i < 100 && high - low > 1e-15 * Math.max(1, Math.abs(low)); i++) {
    const middle = (low + high) / 2
    if (f(middle) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}
