import { momentsOf, type Monomials } from './monomials.js'

/** E, the squared differences of the moments of two files, under changes of values of one of them. */
export interface MomentGaps {
  /** Present E. */
  readonly value: number
  /** Returns E if record i had `next` in column j; nothing changes. */
  propose(i: number, j: number, next: number): number
  /** Makes the last proposal the state. */
  accept(): void
  /** Computes E from the records, which removes accumulated rounding. */
  recompute(): void
}

/**
 * Returns E = Σ (moment of Z − target)² over all moments of order 1 to m, and its changes. Source: Sebé et al. 2002,
 * eq. 7, and section 5 for m above 2.
 *
 * z_ij → v changes only the monomials that have column j: mean(z_j^a·r) by (v^a − z_ij^a)·r_i/n, and E by δ(2·gap + δ)
 * for each such δ. For order 2 that is O(d), in general O(C(d + m − 1, m − 1)).
 *
 * @param kind - Moments to compare.
 * @param z - n records of d values each, record after record; `accept` writes to it.
 * @param target - Target moments, in the order of the monomials.
 * @returns E and its updates.
 */
export function momentGaps(kind: Monomials, z: Float64Array, target: Float64Array): MomentGaps {
  const { columns: d, order, withColumn } = kind
  const n = z.length / d
  const most = Math.max(...withColumn.map(({ parent }) => parent.length))
  const rests = new Float64Array(most)
  const changes = new Float64Array(order * most)
  let gaps = new Float64Array(0)
  // E, proposed E, and the proposed value: numbers of a closure would be allocated at every step.
  const state = new Float64Array(3)
  const last = { at: 0, j: 0 }
  const recompute = (): void => {
    gaps = momentsOf(kind, z).map((moment, t) => moment - target[t])
    state[0] = squares(gaps)
  }
  recompute()
  return {
    get value() {
      return state[0]
    },
    propose(i, j, next) {
      const { parent, variable, numbers } = withColumn[j]
      const record = i * d
      const before = z[record + j]
      rests[0] = 1
      for (let t = 1; t < numbers[0].length; t++) rests[t] = rests[parent[t]] * z[record + variable[t]]
      let rise = 0
      let at = 0
      let powerBefore = 1
      let powerNext = 1
      for (let a = 0; a < order; a++) {
        powerBefore *= before
        powerNext *= next
        const step = (powerNext - powerBefore) / n
        const number = numbers[a]
        for (let t = 0; t < number.length; t++) {
          const change = step * rests[t]
          changes[at++] = change
          rise += change * (2 * gaps[number[t]] + change)
        }
      }
      last.at = record + j
      last.j = j
      state[1] = state[0] + rise
      state[2] = next
      return state[1]
    },
    accept() {
      const { numbers } = withColumn[last.j]
      let at = 0
      for (const number of numbers) for (let t = 0; t < number.length; t++) gaps[number[t]] += changes[at++]
      z[last.at] = state[2]
      state[0] = state[1]
    },
    recompute,
  }
}

function squares(values: Float64Array): number {
  let total = 0
  for (let t = 0; t < values.length; t++) total += values[t] * values[t]
  return total
}
