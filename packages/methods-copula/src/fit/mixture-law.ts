import { normalCdf, normalQuantile } from '@sdc/stats'

/** Law F of a score Y* over all records, on the scale on which a standard normal law is a straight line. */
export interface ScoreLaw {
  /** Returns Φ⁻¹(F(y)). */
  toNormal(y: number): number
  /** Returns F⁻¹(Φ(z)). */
  fromNormal(z: number): number
}

/** Law of Y* without given columns. */
export const standardLaw: ScoreLaw = { toNormal: (y) => y, fromNormal: (z) => z }

/** Equally spaced places low, low + step, … */
export interface Grid {
  readonly low: number
  readonly step: number
  readonly nodes: number
}

/** Number of standard deviations beyond the outermost nodes at which nothing is left. */
const REACH = 8

/**
 * Divides a weight between the two nodes next to a place on the grid, in inverse proportion to their distances.
 *
 * @param to - Weights of the nodes, two or more, which are increased.
 * @param place - Place in steps from the first node, with fractions.
 * @param weight - Weight to divide.
 */
export function addToGrid(to: Float64Array, place: number, weight: number): void {
  const at = Math.max(0, Math.min(to.length - 2, Math.floor(place)))
  to[at] += (at + 1 - place) * weight
  to[at + 1] += (place - at) * weight
}

/** Weighted sums of Φ of distances over the nodes of a grid, for one step and sigma. */
export interface NormalSums {
  /** Number of nodes in 8σ beyond the grid. */
  readonly margin: number
  /** Returns Σ_g mass_g·Φ((at − g)·step/σ). */
  below(mass: Float64Array, sums: Float64Array, at: number): number
  /** Returns Σ_g mass_g·Φ((g − at)·step/σ). */
  above(mass: Float64Array, sums: Float64Array, at: number): number
}

/**
 * Prepares the sums for a step and a sigma. Cost: 16σ/step values of Φ, and as many products per sum.
 *
 * @param step - Step of the grid.
 * @param sigma - Standard deviation, in the unit of the step.
 * @returns The two sums, for masses on any grid of this step.
 */
export function normalSums(step: number, sigma: number): NormalSums {
  const margin = Math.ceil((REACH * sigma) / step)
  const kernel = Float64Array.from({ length: 2 * margin + 1 }, (_, k) => normalCdf(((k - margin) * step) / sigma))
  const near = (mass: Float64Array, at: number, sign: number): number => {
    let total = 0
    const to = Math.min(mass.length - 1, at + margin)
    for (let g = Math.max(0, at - margin); g <= to; g++) total += mass[g] * kernel[margin + sign * (at - g)]
    return total
  }
  return {
    margin,
    below: (mass, sums, at) => near(mass, at, 1) + sums[Math.max(0, Math.min(mass.length, at - margin))],
    above: (mass, sums, at) =>
      near(mass, at, -1) + sums[mass.length] - sums[Math.max(0, Math.min(mass.length, at + margin + 1))],
  }
}

/**
 * Computes the running sums 0, m_0, m_0 + m_1, …
 *
 * @param mass - m.
 * @returns One number more than m has; the last is the total.
 */
export function runningSums(mass: Float64Array): Float64Array {
  const sums = new Float64Array(mass.length + 1)
  for (let g = 0; g < mass.length; g++) sums[g + 1] = sums[g] + mass[g]
  return sums
}

/**
 * Computes F(y) = Σ_g mass_g·Φ((y − η_g)/σ), with η_g the nodes of the grid. F is tabulated at these and 8σ beyond,
 * linear between on the normal scale (exact for a single normal law), and has the slope 1/σ beyond.
 *
 * The weights may have any sum. Cost: O(nodes·σ/step).
 *
 * @param mass - Weight of each node.
 * @param grid - Nodes of the grid.
 * @param sigma - σ, more than 0.
 * @param by - `normalSums` of the step of the grid and σ.
 * @returns F and its inverse on the normal scale.
 */
export function mixtureLaw(mass: Float64Array, { low, step }: Grid, sigma: number, by: NormalSums): ScoreLaw {
  const { margin } = by
  const sums = runningSums(mass)
  const whole = sums[mass.length]
  const size = mass.length + 2 * margin
  const z = new Float64Array(size)
  for (let m = 0; m < size; m++) {
    const [below, above] = [by.below(mass, sums, m - margin), by.above(mass, sums, m - margin)]
    z[m] = below < above ? normalQuantile(below / whole) : -normalQuantile(above / whole)
    if (m > 0) z[m] = Math.max(z[m], z[m - 1])
  }
  const first = low - margin * step
  const last = first + (size - 1) * step
  return {
    toNormal(y) {
      if (y <= first) return z[0] + (y - first) / sigma
      if (y >= last) return z[size - 1] + (y - last) / sigma
      const place = (y - first) / step
      const at = Math.min(size - 2, Math.floor(place))
      return z[at] + (place - at) * (z[at + 1] - z[at])
    },
    fromNormal(value) {
      if (value <= z[0]) return first + (value - z[0]) * sigma
      if (value >= z[size - 1]) return last + (value - z[size - 1]) * sigma
      let [under, over] = [0, size - 1]
      while (over - under > 1) {
        const middle = (under + over) >> 1
        if (z[middle] <= value) under = middle
        else over = middle
      }
      return first + (under + (value - z[under]) / (z[over] - z[under])) * step
    },
  }
}

/**
 * Returns E m(η_g + σe) at every node, for the step function m with these thresholds and levels. Thresholds are moved
 * to the grid, which is fine relative to σ. Cost: O(nodes·σ/step + thresholds).
 *
 * @param thresholds - Places of the steps of m, on the scale of η.
 * @param levels - m before the first threshold and after each: one more than these.
 * @param grid - Nodes η_g.
 * @param by - `normalSums` of the step of the grid and σ.
 * @returns One number per node.
 */
export function smoothedSteps(
  thresholds: Float64Array,
  levels: Float64Array,
  { low, step, nodes }: Grid,
  by: NormalSums,
): Float64Array {
  const { margin } = by
  // Beyond the margin a threshold is exceeded by all or by none.
  const mass = new Float64Array(nodes + 2 * margin)
  for (let s = 0; s < thresholds.length; s++) {
    const place = (thresholds[s] - low) / step + margin
    addToGrid(mass, Math.max(0, Math.min(mass.length - 1, place)), levels[s + 1] - levels[s])
  }
  const sums = runningSums(mass)
  return Float64Array.from({ length: nodes }, (_, g) => levels[0] + by.below(mass, sums, g + margin))
}
