import { SdcError } from '@sdc/core'
import { normalCdf } from '@sdc/stats'
import { gaussHermite } from '@sdc/stats/internal'
import type { Distribution } from '@sdc/stats/distributions'

const NODES = 64
/** Width at which bisection ends: the error of the correlation is then about that of the quadrature. */
const WIDTH = 1e-10
/** Error of the quadrature of a smooth quantile function, near the ends of the range. */
const ROUNDING = 1e-9

/**
 * Returns the correlation ρ of two standard normal variables for which F⁻¹(Φ(Z1)) and G⁻¹(Φ(Z2)) have the target
 * correlation.
 *
 * It is found by bisection, because the correlation increases with ρ. Its ends, at ρ = ±1, are the least and greatest
 * that the two marginals can have. Throws BAD_PARAMETER with that range if the target is outside. Cost: 35 quadratures
 * of 64×64. Source: Cario & Nelson 1997.
 */
export function normalCorrelationFor(first: Distribution, second: Distribution, target: number): number {
  if (target === 0) return 0
  const correlation = correlationBy(first, second)
  const least = correlation(-1)
  const greatest = correlation(1)
  if (target < least - ROUNDING || target > greatest + ROUNDING) {
    const message =
      `no two variables with a ${first.name} and a ${second.name} marginal like these have the correlation ${target}: ` +
      `it lies between ${least.toFixed(4)} and ${greatest.toFixed(4)}`
    const fix = 'Take a target in this range, or Spearman correlations, which any marginals can have.'
    throw new SdcError('BAD_PARAMETER', message, { parameter: 'target' }, fix)
  }
  let low = -1
  let high = 1
  while (high - low > WIDTH) {
    const middle = (low + high) / 2
    if (correlation(middle) < target) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** ρ ↦ corr(F⁻¹(Φ(Z1)), G⁻¹(Φ(ρZ1 + √(1 − ρ²)Z2))) by Gauss–Hermite quadrature in Z1 and Z2. */
function correlationBy(first: Distribution, second: Distribution): (rho: number) => number {
  const { nodes, weights } = gaussHermite(NODES)
  const scores = nodes.map((node) => (quantileAt(first, node) - first.mean) / Math.sqrt(first.variance))
  const sd = Math.sqrt(second.variance)
  return (rho) => {
    const rest = Math.sqrt(1 - rho * rho)
    let total = 0
    for (let a = 0; a < NODES; a++) {
      let given = 0
      for (let b = 0; b < NODES; b++) {
        given += weights[b] * (quantileAt(second, rho * nodes[a] + rest * nodes[b]) - second.mean)
      }
      total += weights[a] * scores[a] * (given / sd)
    }
    return total
  }
}

/** F⁻¹(Φ(z)); Φ is limited beyond 8.3, where the weights are below 1e-15: otherwise the result could be ∞. */
function quantileAt(marginal: Distribution, z: number): number {
  return marginal.quantile(Math.min(normalCdf(z), 1 - 2 ** -53))
}
