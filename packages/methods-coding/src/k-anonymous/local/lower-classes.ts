import type { ReleasedClasses } from './released-classes.js'

/**
 * Lowers classes, column by column, the most important columns first, while every class of the file passes.
 *
 * A class is divided by the values of its records one level below. A part is lowered if its records pass together with
 * the records that are already equal to them in the file, and if the rest of the class passes, too, or is empty. Only
 * one level is tried at a time, because a part of a failing class usually fails.
 *
 * @param classes - The classes of the file, which this changes.
 * @param importance - By column; all equal by default.
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
      // A lowered class may be lowered further: repeats with the present classes.
      for (let values = [...classes.members.keys()]; values.length > 0;) {
        values = values.flatMap((value) => lowerClass(classes, value, j))
        if (values.length > 0) changed = true
      }
    }
  }
}

/** Lowers a class in one column as far as possible, and returns the classes that it becomes. */
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
      // Tested first, because testing the rest takes a pass over the class: a class of many values has as many parts.
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
