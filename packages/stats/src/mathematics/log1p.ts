import { logOfProduct } from '@sdc/core'

/**
 * Computes ln(1 + x) with full accuracy near x = 0 too: u = 1 + x is rounded, and (x − (u − 1))/u corrects ln u.
 *
 * Within 1 unit of the last place. Source: Sun Microsystems 1993, fdlibm 5.3 (s_log1p.c).
 */
export function log1p(x: number): number {
  if (Math.abs(x) < 1e-8) return x - 0.5 * x * x
  const u = 1 + x
  if (!(u > 0 && u < Infinity)) return u === 0 ? -Infinity : u < 0 ? Number.NaN : u
  const lost = u > 2 ? 1 - (u - x) : x - (u - 1)
  return logOfProduct(u, lost / u)
}
