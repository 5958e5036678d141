import { SdcError, type ErrorPlace, type Taxonomy } from '@sdc/core'

/** Distance between two categories of a hierarchy, by name; undefined if it lacks one of them. */
export type TaxonomyDistance = (one: string, other: string) => number | undefined

/**
 * Returns the distance of categories by the steps between them in their hierarchy.
 *
 * d = (steps up from x + steps up from y to their nearest common category)/(2H), H the number of levels. Categories
 * without a common one meet above the top. So d is 1 for two of the lowest level in different trees, and 1/(2H) for a
 * category and its parent.
 *
 * @param categories - Categories that the hierarchy must have: those of a column.
 * @param taxonomy - Parent of each category.
 * @param place - Column, for errors.
 * @returns Distance, from 0 to 1, of any two of its categories.
 * @throws BAD_PLAN for a category that the hierarchy lacks, and for a circle. Cost: O(categories) at first, O(H) each
 *   time. Source: Domingo-Ferrer, Sánchez & Rufian-Torrell 2013 for distances in a taxonomy; the form by steps is this
 *   project's.
 */
export function taxonomyDistance(
  categories: readonly string[],
  taxonomy: Taxonomy,
  place: ErrorPlace = {},
): TaxonomyDistance {
  const parentOf = new Map<string, string | null>()
  for (const [category, above] of taxonomy) {
    parentOf.set(category, above)
    if (above !== null && !taxonomy.has(above)) parentOf.set(above, null)
  }
  const lacking = categories.find((category) => !parentOf.has(category))
  if (lacking !== undefined) {
    const message = `the hierarchy lacks the category "${lacking}"`
    throw new SdcError('BAD_PLAN', message, place, 'Add it with its parent category, or with none at the top.')
  }
  const levels = levelsOf(parentOf, place)
  let height = 0
  for (const level of levels.values()) height = Math.max(height, level)
  const levelOf = (category: string | null): number => (category === null ? 0 : (levels.get(category) ?? 0))
  const above = (category: string | null): string | null =>
    category === null ? null : (parentOf.get(category) ?? null)
  return (one, other) => {
    if (!parentOf.has(one) || !parentOf.has(other)) return undefined
    let [a, b]: (string | null)[] = [one, other]
    let steps = 0
    for (; a !== b; steps++) {
      if (levelOf(a) >= levelOf(b)) a = above(a)
      else b = above(b)
    }
    return steps / (2 * height)
  }
}

/** Returns the number of categories from the top to each one, including itself: 1 at the top. */
function levelsOf(parentOf: ReadonlyMap<string, string | null>, place: ErrorPlace): Map<string, number> {
  const levels = new Map<string, number>()
  for (const start of parentOf.keys()) {
    const path: string[] = []
    const onPath = new Set<string>()
    let category: string | null = start
    while (category !== null && !levels.has(category)) {
      if (onPath.has(category)) {
        const circle = [...path.slice(path.indexOf(category)), category].join(' → ')
        const fix = 'Give each category one parent, up to one at the top.'
        throw new SdcError('BAD_PLAN', `the hierarchy contains a circle: ${circle}`, place, fix)
      }
      onPath.add(category)
      path.push(category)
      category = parentOf.get(category) ?? null
    }
    let level = category === null ? 0 : (levels.get(category) ?? 0)
    for (const one of path.reverse()) levels.set(one, ++level)
  }
  return levels
}
