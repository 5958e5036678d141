import type { CoverInput } from './cover.js'
import { countsByGroup, type HelpGroups } from './help-groups.js'

/**
 * Returns a lower bound of the cost of any choice of own sets that makes all records safe.
 *
 * It is the dual of the covering program. Each gap d_jc = max(0, k − f_jc) of record j in condition c has a price y_jc.
 * If no choice closes gaps of a higher total price than its weight, Σ d·y bounds every cover from below. Here y is the
 * least share that a gap has of the weight of a choice that closes it; all gaps of a choice share its weight equally.
 *
 * @param input - The unsafe records and all their own sets.
 * @returns The bound.
 *
 * Cost: O(u·options) for u records. Source: linear programming duality for set covering.
 */
export function coverBound({ conditions, sets, starts, options, groups, same, matched }: CoverInput): number {
  const u = starts.length - 1
  const gap = (i: number, c: number): number => Math.max(0, conditions[c].k - matched[c][i])
  const lacking = (of: HelpGroups, c: number): Int32Array => countsByGroup(of, (i) => gap(i, c) > 0)
  const inGroup = groups.map((ofSet) => ofSet.map((of, c) => of && lacking(of, c)))
  const inSame = same.map((of, c) => lacking(of, c))
  const least = groups.map((ofSet) => ofSet.map((of) => of && new Float64Array(of.starts.length - 1).fill(Infinity)))
  const own = new Float64Array(u).fill(Infinity)
  for (let i = 0; i < u; i++) {
    for (let o = starts[i]; o < starts[i + 1]; o++) {
      const s = options[o]
      let load = 0
      conditions.forEach((_, c) => {
        const of = groups[s][c]
        load += gap(i, c) + (of ? (inGroup[s][c]?.[of.ids[i]] ?? 0) - inSame[c][same[c].ids[i]] : 0)
      })
      const price = sets[s].weight / load
      own[i] = Math.min(own[i], price)
      groups[s].forEach((of, c) => {
        const prices = least[s][c]
        if (of && prices) prices[of.ids[i]] = Math.min(prices[of.ids[i]], price)
      })
    }
  }
  let bound = 0
  for (let j = 0; j < u; j++) {
    conditions.forEach((_, c) => {
      if (gap(j, c) === 0) return
      let price = own[j]
      groups.forEach((ofSet, s) => {
        const [of, prices] = [ofSet[c], least[s][c]]
        if (of && prices) price = Math.min(price, prices[of.ids[j]])
      })
      bound += gap(j, c) * price
    })
  }
  return bound
}
