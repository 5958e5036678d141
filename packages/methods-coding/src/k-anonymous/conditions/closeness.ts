import { greatest, type Tests } from '../classes/class-test.js'
import { hierarchicalCloseness } from './hierarchical-closeness.js'
import { orderedCloseness } from './ordered-closeness.js'
import type { Sensitive } from '../classes/problem.js'

/**
 * t-closeness: the distribution q of a class is at most t from that of the whole file, p.
 *
 * Parts of a class that are close are close when they are merged, since the distance is convex. A part of N records with
 * counts of at most c can be no closer than its cheapest cells allow, which is worse the more records it has: `keeps` is the
 * greatest N of which that is at most t.
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
 * ½Σ|q − p| is the sum of what the class has too much of. Of N records with counts of at most c, Σ min(c, N·p) can be where
 * they belong, and the rest are too much.
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
