import type { Stage } from '../work/stage.js'

/**
 * The stages of columns that know nothing of each other, two columns at a time: while a walk, which is one task, goes through the ranks
 * of the one, another worker goes through those of the other. More at a time would take more of the store.
 *
 * @param lists - The stages of each column, as many of each.
 * @returns All of them, in the order in which they run.
 */
export function sideBySide<A>(lists: readonly (readonly Stage<A>[])[]): readonly Stage<A>[] {
  const all: Stage<A>[] = []
  for (let l = 0; l < lists.length; l += 2) {
    const [one, other] = [lists[l], lists.at(l + 1) ?? []]
    if (other.length > 0 && other.length !== one.length) throw new Error('columns with stages of their own sort')
    for (const [s, stage] of one.entries())
      all.push(stage, ...other.slice(s, s + 1).map((own) => ({ ...own, beside: true })))
  }
  return all
}
