import type { CategoricalColumn, ErrorPlace } from '@sdc/core'
import { taxonomyTree } from '@sdc/toolkit/internal'
import type { SensitiveValues } from '@sdc/toolkit'

/** Categories above some values, up to one at the top. */
export interface TaxonomyForest {
  /** Node of each value: its own leaf of height 0. */
  readonly nodeOf: Int32Array
  /** Parent node, −1 at the top. */
  readonly parent: Int32Array
  /** Maximum number of steps from a node down to a value of the hierarchy: 0 for a value. */
  readonly height: Int32Array
}

/**
 * Returns the hierarchy of a column with a height for every category: that of the highest is H.
 *
 * Categories without records are included, so that heights belong to the hierarchy and not to the file. A category that
 * is a value and has others below it hangs below itself as a value. If several are at the top, or records have no
 * value, a common one is added above: missing values hang directly below the top.
 *
 * @param column - A column with a hierarchy.
 * @param values - Its values.
 * @param place - Column and metric, for errors.
 * @returns The hierarchy.
 * @throws BAD_PLAN as `taxonomyTree` does: a category that the hierarchy lacks, a circle, too many levels. Cost:
 *   O(categories · levels).
 */
export function taxonomyHeights(
  column: Pick<CategoricalColumn, 'levels' | 'taxonomy'>,
  { codeOf, missing }: Pick<SensitiveValues, 'codeOf' | 'missing'>,
  place: ErrorPlace,
): TaxonomyForest {
  const { levels, taxonomy } = column
  const known = new Set(levels)
  const categories = [...levels, ...[...(taxonomy?.keys() ?? [])].filter((name) => !known.has(name))]
  const parent = [...taxonomyTree(categories, taxonomy, place).parent]
  const hasBelow = new Set(parent)
  const nodeOf = Array.from(codeOf, (code) => (hasBelow.has(code) ? parent.push(code) - 1 : code))
  const tops = parent.flatMap((above, node) => (above < 0 ? [node] : []))
  let top = tops[0]
  // A single value at the top has no category above it that it could share with a missing one.
  if (tops.length !== 1 || (missing > 0 && !hasBelow.has(top))) {
    top = parent.push(-1) - 1
    for (const node of tops) parent[node] = top
  }
  if (missing > 0) nodeOf.push(parent.push(top) - 1)
  const height = new Int32Array(parent.length)
  parent.forEach((_, leaf) => {
    let steps = 0
    for (let node = leaf; node >= 0; node = parent[node]) height[node] = Math.max(height[node], steps++)
  })
  return { nodeOf: Int32Array.from(nodeOf), parent: Int32Array.from(parent), height }
}
