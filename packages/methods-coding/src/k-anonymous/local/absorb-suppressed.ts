import type { ReleasedClasses } from './released-classes.js'

/**
 * Puts suppressed records into existing classes. A suppressed record joins the class that it equals at the node of some
 * round: it would have been in this class in that round.
 *
 * @param classes - The classes of the file, which this changes.
 * @param nodes - The nodes of the rounds; the first one that has a class for a record is taken.
 *
 * Cost: O(suppressed · rounds), plus one test of each candidate class.
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
