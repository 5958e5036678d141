import type { Taxonomy } from '@sdc/core'

/**
 * Returns the taxonomy of coarser categories. A class that is itself a category of the taxonomy keeps the categories
 * above it. Any other class gets the nearest category that is above all its members, and those above that.
 *
 * @param levels - The finer categories.
 * @param taxonomy - Parents of the finer categories.
 * @param labels - Labels of the classes.
 * @param classOf - Class of each finer category; −1 if it has none.
 * @returns The parents of each class and of each category above a class. Cost: O(levels × depth).
 */
export function coarserTaxonomy(
  levels: readonly string[],
  taxonomy: Taxonomy,
  labels: readonly string[],
  classOf: Int32Array = new Int32Array(levels.length).fill(-1),
): Taxonomy {
  const inTaxonomy = new Set([...taxonomy.keys(), ...taxonomy.values()])
  const coarser = new Map<string, string | null>()
  const addAbove = (category: string): void => {
    for (let at: string | null = category; at !== null && !coarser.has(at);) {
      const above: string | null = taxonomy.get(at) ?? null
      coarser.set(at, above)
      at = above
    }
  }
  const shared = sharedAbove(levels, taxonomy, labels.length, classOf)
  for (const [c, label] of labels.entries()) {
    if (inTaxonomy.has(label)) {
      addAbove(label)
      continue
    }
    const above = shared[c]?.[0] ?? null
    coarser.set(label, above)
    if (above !== null) addAbove(above)
  }
  return coarser
}

/** Categories above all members of each class, the nearest first. */
function sharedAbove(
  levels: readonly string[],
  taxonomy: Taxonomy,
  classes: number,
  classOf: Int32Array,
): (readonly string[] | undefined)[] {
  const shared: (readonly string[] | undefined)[] = Array.from({ length: classes })
  for (const [code, level] of levels.entries()) {
    const own = classOf[code]
    if (own < 0) continue
    const above = pathAbove(level, taxonomy)
    const common = shared[own]
    shared[own] = common === undefined ? above : common.filter((category) => above.includes(category))
  }
  return shared
}

/** Categories above a category, the nearest first; a cycle ends at the first category that is repeated. */
function pathAbove(level: string, taxonomy: Taxonomy): string[] {
  const path: string[] = []
  for (let at = taxonomy.get(level) ?? null; at !== null && !path.includes(at); at = taxonomy.get(at) ?? null)
    path.push(at)
  return path
}
