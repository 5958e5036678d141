import type { CategoricalColumn, ErrorPlace } from '@sdc/core'
import { taxonomyTree } from '@sdc/toolkit/internal'
import type { SensitiveValues } from '@sdc/toolkit'

/** The categories above some values, up to one at the top. */
export interface TaxonomyForest {
  /** Value → node: a leaf of its own, of height 0. */
  readonly nodeOf: Int32Array
  /** The node above, −1 at the top. */
  readonly parent: Int32Array
  /** The most steps from a node down to a value of the taxonomy: 0 for a value. */
  readonly height: Int32Array
}

/**
 * The taxonomy of a column with a height for every category: that of the highest is H.
 *
 * Categories that no record has are there, too, so that heights are the taxonomy's and not the file's. A category that is a
 * value and has others below it hangs below itself as a value. Where several are at the top, or records have no value, one
 * more stands above: missing values hang directly below the top.
 *
 * @param column - A column with a taxonomy.
 * @param values - Its values.
 * @param place - Which column and metric an error is of.
 * @throws BAD_PLAN as `taxonomyTree` does: a category that the taxonomy has not, a circle, too many levels.
 *
 * Cost: O(categories · levels).
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
  // A value alone at the top has nothing above it that it could share with a missing one.
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
