import type { CategoricalColumn } from '@sdc/core'
import { parentCodes } from '../../table/relations.js'

/** A difference along one dimension that keeps its sums: levels with their signs, the one it begins at first, with +. */
export interface Edge {
  readonly codes: readonly number[]
  readonly signs: readonly number[]
}

/**
 * The differences along one dimension that begin at a level and take another back: {i +, j −} for two parts of one total. What
 * a total differs by, one of its parts does, too, down to the last, and the totals above both do not; so between parts of
 * different totals the totals in between are among the levels. The last one goes up all the way: i and every total of it.
 *
 * @param dimension - Levels with their parents.
 * @returns A function of a level and of the price of each, which says through which parts a total passes the difference on.
 */
export function edgesOf(dimension: CategoricalColumn): (code: number, price: (code: number) => number) => Edge[] {
  const parents = parentCodes(dimension)
  const parts: number[][] = dimension.levels.map(() => [])
  parents.forEach((parent, code) => parent >= 0 && parts[parent].push(code))
  /** A level and the cheapest way down from it. */
  const down = (code: number, price: (code: number) => number): number[] => {
    const way = [code]
    for (let at = code; parts[at].length > 0; way.push(at)) {
      let best = parts[at][0]
      for (const part of parts[at]) if (price(part) < price(best)) best = part
      at = best
    }
    return way
  }
  return (code, price) => {
    const edges: Edge[] = []
    const same = down(code, price)
    let below = code
    for (let above = parents[code]; above >= 0; below = above, above = parents[above]) {
      for (const other of parts[above]) {
        if (other === below) continue
        const opposite = down(other, price)
        edges.push({
          codes: [...same, ...opposite],
          signs: [...same.map(() => 1), ...opposite.map(() => -1)],
        })
      }
      same.push(above)
    }
    edges.push({ codes: [...same], signs: same.map(() => 1) })
    return edges
  }
}
