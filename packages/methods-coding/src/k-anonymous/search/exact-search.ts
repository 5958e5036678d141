import type { Exploration } from './exploration.js'
import { levelsOf } from './lattice.js'
import { NodeHeap } from './node-heap.js'

/** So many nodes are looked at at most: all of a lattice that is not greater, however little can be pruned. */
const LOOKS = 100_000
/** Once one in so many of the nodes that are left was closed when it was taken, those that are closed are dropped. */
const CLOSED = 16
/** So many bounds of lower nodes are kept. */
const BOUNDS = 1024

/**
 * Looks at all nodes of a lattice that may be the best, or tied with it.
 *
 * Nodes are taken by what they score at least, so that the first ones above the best end the search. From each one a way
 * leads up through nodes that may be better still, and the highest of them that fails is sought by halving: all below it
 * fail, too (predictive tagging). Where much may be suppressed hardly any node fails: there the nodes of the way are asked
 * what they suppress, which bounds all nodes below.
 *
 * @param exploration - The lattice; what is found stands in it.
 * @param isBounding - Whether so much may be suppressed that hardly any node fails.
 * @param tick - Is told how far the search is.
 * @returns Nothing where the search is exact; else, where too many nodes would have to be looked at, what none of those left
 * scores less than.
 */
export function exactSearch(
  exploration: Exploration,
  isBounding: boolean,
  tick?: (fraction: number) => void,
): number | undefined {
  const heap = new NodeHeap(exploration.bound.slice())
  const { bound } = exploration
  const use: Use = { made: 0, helped: 0 }
  let closed = 0
  for (let index = heap.take(); index >= 0; index = heap.take()) {
    tick?.(1 - heap.size / bound.length)
    if (heap.key[index] > exploration.limit) return undefined
    if (!exploration.isOpen(index)) {
      // What is closed stays so: one look at all that are left is cheaper than taking them one by one.
      if (++closed * CLOSED > heap.size) {
        heap.keep((node) => exploration.mayBeOpen(node))
        closed = 0
      }
      continue
    }
    if (exploration.nodes.length >= LOOKS && exploration.best < Infinity) return heap.key[index]
    if (isBounding) boundOrLook(exploration, index, use)
    else tagOrLook(exploration, index)
  }
  return undefined
}

/** Looks at the node, or at one above it that fails or bounds it. */
function tagOrLook(exploration: Exploration, index: number): void {
  const way = wayUp(exploration, index)
  let low = 0
  let high = way.length - 1
  let middle = high
  while (low <= high) {
    if (exploration.look(way[middle])) high = middle - 1
    else if (exploration.fails(way[middle])) low = middle + 1
    else {
      // It fails though nodes below it may not: of those nothing is known.
      if (exploration.isOpen(index)) exploration.look(index)
      return
    }
    middle = (low + high) >> 1
  }
}

/** So many bounds that did not help, and one in so many at least must. */
const TRIES = 64
const ONE_IN = 16

/** How often a bound of lower nodes spared a look at the node it was made for. */
interface Use {
  made: number
  helped: number
}

function boundOrLook(exploration: Exploration, index: number, use: Use): void {
  if (use.made < BOUNDS && (use.made < TRIES || use.helped * ONE_IN >= use.made)) {
    const way = wayUp(exploration, index)
    for (let at = way.length - 1; at > 0; at = at >> 1) {
      if (!exploration.isOpen(way[at])) continue
      exploration.look(way[at])
      exploration.boundBelow()
      use.made++
      if (exploration.isOpen(index)) continue
      use.helped++
      return
    }
  }
  exploration.look(index)
}

/** A way up from a node through nodes that may be the best, each time to that of the least bound. */
function wayUp(exploration: Exploration, from: number): number[] {
  const { heights, strides } = exploration.lattice
  const { bound } = exploration
  const way = [from]
  const levels = levelsOf(exploration.lattice, from)
  for (let at = from; ;) {
    let next = -1
    let column = -1
    for (let j = 0; j < heights.length; j++) {
      if (levels[j] === heights[j] - 1) continue
      const above = at + strides[j]
      if ((next < 0 || bound[above] < bound[next]) && exploration.isOpen(above)) {
        next = above
        column = j
      }
    }
    if (next < 0) return way
    way.push(next)
    levels[column]++
    at = next
  }
}
