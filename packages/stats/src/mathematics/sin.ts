import { quadrantOf, restHigh, restLow } from './quadrant.js'

/**
 * Computes sin x, within 1 unit of the last place, for every finite x; NaN for others. On [−π/4, π/4] by a minimax
 * polynomial, elsewhere by reduction to that. Source: Sun Microsystems 1993, fdlibm 5.3 (k_sin.c, k_cos.c).
 */
export function sin(x: number): number {
  if (Math.abs(x) <= Math.PI / 4) return sinNearZero(x, 0)
  if (!Number.isFinite(x)) return Number.NaN
  const quadrant = quadrantOf(x)
  const size = quadrant % 2 === 0 ? sinNearZero(restHigh, restLow) : cosNearZero(restHigh, restLow)
  return quadrant < 2 ? size : -size
}

/** Computes cos x, likewise. */
export function cos(x: number): number {
  if (Math.abs(x) <= Math.PI / 4) return cosNearZero(x, 0)
  if (!Number.isFinite(x)) return Number.NaN
  const quadrant = quadrantOf(x)
  const size = quadrant % 2 === 0 ? cosNearZero(restHigh, restLow) : sinNearZero(restHigh, restLow)
  return quadrant === 0 || quadrant === 3 ? size : -size
}

/** Computes sin(x + low) for |x| ≤ π/4. */
function sinNearZero(x: number, low: number): number {
  if (Math.abs(x) < 1e-9) return x
  const z = x * x
  const cube = z * x
  const r =
    0.00833333333332249 +
    z *
      (-0.0001984126982985795 +
        z * (0.0000027557313707070068 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)))
  return x - (z * (0.5 * low - cube * r) - low - cube * -0.16666666666666632)
}

/** Computes cos(x + low) for |x| ≤ π/4. */
function cosNearZero(x: number, low: number): number {
  const z = x * x
  const r =
    z *
    (0.0416666666666666 +
      z *
        (-0.001388888888887411 +
          z *
            (0.00002480158728947673 +
              z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))))
  const half = 0.5 * z
  const w = 1 - half
  return w + (1 - w - half + (z * r - x * low))
}
