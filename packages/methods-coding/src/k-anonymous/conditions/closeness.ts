import { greatest, type Tests } from '../classes/class-test.js'
import { hierarchicalCloseness } from './hierarchical-closeness.js'
import { orderedCloseness } from './ordered-closeness.js'
import type { Sensitive } from '../classes/problem.js'

/**
 * t-closeness: the distribution q of a class has a distance of at most t from the distribution p of the whole file.
 *
 * Merged parts are close if the parts are, because the distance is convex. A part of N records with counts of at most c
 * has a least possible distance, which grows with N. `keeps` is the greatest N for which this distance is at most t.
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

function shares({ codes, size, pairs }: Sensitive): Float64Array {
  if (pairs !== undefined) return pairs.shares
  const p = new Float64Array(size)
  for (const code of codes) p[code]++
  return p.map((count) => count / codes.length)
}

/**
 * ½Σ|q − p| is the sum of the excess shares of the class. N records with counts of at most c can match p in Σ min(c,
 * N·p), and the rest are excess.
 */
function equalCloseness(p: Float64Array, t: number): Tests {
  return {
    holds: ({ values, counts }, from, to, total) => {
      let sum = 0
      for (let e = from; e < to; e++) sum += Math.max(0, counts[e] / total - p[values[e]])
      return sum <= t
    },
    keeps: ({ values, counts }, from, to, total) =>
      greatest(total, (n) => {
        let sum = 0
        for (let e = from; e < to; e++) sum += Math.min(counts[e], n * p[values[e]])
        return 1 - sum / n <= t
      }),
  }
}
