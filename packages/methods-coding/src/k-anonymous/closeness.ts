import type { Tests } from './class-test.js'
import { hierarchicalCloseness } from './hierarchical-closeness.js'
import { orderedCloseness } from './ordered-closeness.js'
import type { Sensitive } from './problem.js'

/**
 * t-closeness: the distribution q of a class is at most t from that of the whole file, p.
 *
 * The condition that stays true under merging: the mass of every value that a class lacks must come from a value it has,
 * so that Σ over absent values of p·(distance to the nearest present one) ≤ t; more values present make it less.
 *
 * @param model - The distance between values.
 * @param t - The greatest distance allowed, tolerance included.
 * @param sensitive - The column, whose shares in the whole file are p.
 * @returns Both tests.
 */
export function closeness(model: 'equal' | 'ordered' | 'hierarchical', t: number, sensitive: Sensitive): Tests {
  const p = shares(sensitive)
  if (model === 'equal') return equalCloseness(p, t)
  if (model === 'ordered' || sensitive.hierarchy === undefined) return orderedCloseness(p, t)
  return hierarchicalCloseness(p, sensitive.hierarchy.levels, t)
}

function shares({ codes, size }: Sensitive): Float64Array {
  const p = new Float64Array(size)
  for (const code of codes) p[code]++
  return p.map((count) => count / codes.length)
}

/** ½Σ|q − p| is the sum of what the class has too much of. */
function equalCloseness(p: Float64Array, t: number): Tests {
  return {
    holds: ({ values, counts }, from, to, total) => {
      let sum = 0
      for (let e = from; e < to; e++) sum += Math.max(0, counts[e] / total - p[values[e]])
      return sum <= t
    },
    necessary: ({ values }, from, to) => {
      let present = 0
      for (let e = from; e < to; e++) present += p[values[e]]
      return 1 - present <= t
    },
  }
}
