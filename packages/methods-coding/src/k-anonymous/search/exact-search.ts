import type { Exploration } from './exploration.js'
import { levelsOf } from './lattice.js'
import { NodeHeap } from './node-heap.js'

/** Maximum number of evaluated nodes: a smaller lattice is always searched completely. */
const LOOKS = 100_000
/** Closed nodes are dropped once one in this number of the remaining nodes was closed when it was taken. */
const CLOSED = 16
/** Maximum number of bounds of lower nodes that are kept. */
const BOUNDS = 1024

/**
 * Evaluates all nodes of a lattice that may be the best, or tied with it.
 *
 * Nodes are taken in the order of their lower bounds, so that the search ends at the first bound above the best score.
 * From each node a path leads up through nodes that may be better. Bisection finds the highest of them that fails: all
 * nodes below it fail, too (predictive tagging). If much may be suppressed, hardly any node fails. Then the suppression
 * of the path's nodes bounds all nodes below them.
 *
 * @param exploration - The lattice, which stores the results.
 * @param isBounding - True if so much may be suppressed that hardly any node fails.
 * @param tick - Receives the progress of the search.
 * @returns Undefined if the search is exact. If too many nodes remain, a lower bound of their scores.
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
      // Closed nodes stay closed: one pass over all that remain is cheaper than taking them one by one.
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

/** Evaluates the node, or one above it that fails or bounds it. */
function tagOrLook(exploration: Exploration, index: number): void {
  const way = wayUp(exploration, index)
  let low = 0
  let high = way.length - 1
  let middle = high
  while (low <= high) {
    if (exploration.look(way[middle])) high = middle - 1
    else if (exploration.fails(way[middle])) low = middle + 1
    else {
      // The node above fails, but nodes below it may pass: nothing is known of them.
      if (exploration.isOpen(index)) exploration.look(index)
      return
    }
    middle = (low + high) >> 1
  }
}

/** Bounding stops after this number of bounds, unless at least one in `ONE_IN` bounds had an effect. */
const TRIES = 64
const ONE_IN = 16

/** Number of times that a bound of lower nodes saved evaluating its node. */
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

/** A path up from a node through nodes that may be the best, each time to the node with the least bound. */
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
