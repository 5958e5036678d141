import type { ReleasedClasses } from './released-classes.js'

/**
 * Puts suppressed records into classes that are there already: at the node of some round a record may be what others are,
 * of which it would have been one in that round, had they been left.
 *
 * @param classes - The classes of the file, which this changes.
 * @param nodes - The nodes of the rounds; the first one that has a class for a record is taken.
 *
 * Cost: O(suppressed · rounds), and a look at each class that is asked.
 */
export function absorbSuppressed(classes: ReleasedClasses, nodes: readonly (readonly number[])[]): void {
  const { suppressed, levels } = classes.recoded
  for (let c = 0; c < suppressed.length; c++) {
    if (!suppressed[c]) continue
    for (const node of nodes) {
      const value = classes.valueAt(c, node)
      const members = classes.members.get(value)
      if (!members || !classes.pass([...members, c])) continue
      classes.set(value, [...members, c])
      suppressed[c] = 0
      node.forEach((level, j) => (levels[j][c] = level))
      break
    }
  }
}
