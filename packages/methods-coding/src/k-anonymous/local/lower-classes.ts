import type { ReleasedClasses } from './released-classes.js'

/**
 * Lowers classes, column by column, those of the greatest importance first, while every class of the file passes.
 *
 * A class is divided by what its records are one level below. Each part whose records pass, together with those that are
 * the same in the file already, is lowered, as long as what is left of the class passes, too, or nothing is. Since a part of
 * what fails fails, as a rule, no two levels are tried at once.
 *
 * @param classes - The classes of the file, which this changes.
 * @param importance - By column; all alike where it is not said.
 *
 * Cost: a few passes over the records for each level of each column.
 */
export function lowerClasses(classes: ReleasedClasses, importance?: Float64Array): void {
  const { levels } = classes.recoded
  const order = [...levels.keys()]
  if (importance) order.sort((a, b) => importance[b] - importance[a])
  for (let changed = true; changed;) {
    changed = false
    for (const j of order) {
      // What is lowered may be lowered further: the classes of the time, again and again.
      for (let values = [...classes.members.keys()]; values.length > 0;) {
        values = values.flatMap((value) => lowerClass(classes, value, j))
        if (values.length > 0) changed = true
      }
    }
  }
}

/** Lowers what can be of one class in one column, and returns the classes it goes to. */
function lowerClass(classes: ReleasedClasses, value: string, j: number): string[] {
  const level = classes.recoded.levels[j]
  const members = classes.members.get(value) ?? []
  const parts = new Map<string, number[]>()
  for (const c of members) {
    if (level[c] === 0) continue
    const below = classes.valueOf(c, j, level[c] - 1)
    const part = parts.get(below)
    if (part) part.push(c)
    else parts.set(below, [c])
  }
  const lowered: string[] = []
  let left = members
  const greatestFirst = [...parts].sort(([, a], [, b]) => classes.records(b) - classes.records(a))
  for (const [below, part] of greatestFirst) {
    if (below !== value) {
      const joined = [...(classes.members.get(below) ?? []), ...part]
      // First, since what is left takes a pass over the class: a class of many values has as many parts.
      if (!classes.pass(joined)) continue
      const own = new Set(part)
      const rest = left.filter((c) => !own.has(c))
      if (rest.length > 0 && !classes.pass(rest)) continue
      classes.set(below, joined)
      classes.set(value, rest)
      left = rest
    }
    for (const c of part) level[c]--
    lowered.push(below)
  }
  return lowered
}
