import { SdcError, type ErrorPlace, type Taxonomy } from '@sdc/core'

/** More levels would be a chain, not a taxonomy. Computations on a taxonomy cost the square of its levels. */
const MOST_LEVELS = 100

/** A taxonomy as a forest over numbered nodes; node i < C is category i of a column. */
export interface TaxonomyTree {
  /** Node above each node, −1 at the top. */
  readonly parent: Int32Array
  /** Number of nodes from the top to each node, itself included: 1 at the top. */
  readonly level: Int32Array
}

/**
 * Returns the tree over a column's categories and everything above them; without a taxonomy every category is at the
 * top.
 *
 * Categories may be inner nodes. Cost: O(number of nodes).
 *
 * @param categories - The categories of the column, nodes 0, 1, … of the tree.
 * @param taxonomy - The category above each.
 * @param place - Column and metric, for error messages.
 * @throws BAD_PLAN for a category that the taxonomy lacks, for a cycle, and for more than 100 levels.
 */
export function taxonomyTree(
  categories: readonly string[],
  taxonomy: Taxonomy | undefined,
  place: ErrorPlace = {},
): TaxonomyTree {
  if (taxonomy === undefined) {
    return { parent: new Int32Array(categories.length).fill(-1), level: new Int32Array(categories.length).fill(1) }
  }
  const nodeOf = new Map(categories.map((category, i) => [category, i]))
  const above = new Set(taxonomy.values())
  for (const category of categories) {
    if (taxonomy.has(category) || above.has(category)) continue
    const message = `the taxonomy does not have the category "${category}"`
    throw new SdcError('BAD_PLAN', message, place, 'Add it with its parent, or with none for one at the top.')
  }
  const parents: number[] = []
  const names = [...categories]
  for (let node = 0; node < names.length; node++) {
    const name = taxonomy.get(names[node]) ?? null
    let parent = name === null ? -1 : nodeOf.get(name)
    if (parent === undefined && name !== null) {
      parent = names.push(name) - 1
      nodeOf.set(name, parent)
    }
    parents.push(parent ?? -1)
  }
  const parent = Int32Array.from(parents)
  const level = levelsOf(parent, names, place)
  const levels = level.reduce((most, one) => Math.max(most, one), 0)
  if (levels > MOST_LEVELS) {
    throw new SdcError('BAD_PLAN', `the taxonomy has ${levels} levels, and at most ${MOST_LEVELS} are allowed`, place)
  }
  return { parent, level }
}

function levelsOf(parent: Int32Array, names: readonly string[], place: ErrorPlace): Int32Array {
  const level = new Int32Array(parent.length)
  const path: number[] = []
  for (let start = 0; start < parent.length; start++) {
    let node = start
    while (node >= 0 && level[node] === 0) {
      // Marked while on the path: returning to a marked node is a cycle.
      level[node] = -1
      path.push(node)
      node = parent[node]
    }
    if (node >= 0 && level[node] < 0) {
      const cycle = [...path.slice(path.indexOf(node)), node].map((one) => names[one]).join(' → ')
      const fix = 'Each category has one above it, up to one at the top.'
      throw new SdcError('BAD_PLAN', `the taxonomy has a cycle: ${cycle}`, place, fix)
    }
    let depth = node < 0 ? 0 : level[node]
    for (let last = path.pop(); last !== undefined; last = path.pop()) level[last] = ++depth
  }
  return level
}
