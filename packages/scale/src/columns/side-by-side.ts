import type { Stage } from '../work/stage.js'

/**
 * Groups of the stages of independent columns, two columns at a time: while a walk, which is one task, goes through the
 * ranks of one column, another worker goes through those of the other. More at a time would take more of the store.
 *
 * @param lists - The stages of each column, as many of each.
 * @returns The groups in their order.
 */
export function sideBySide<A>(lists: readonly (readonly Stage<A>[])[]): readonly (readonly Stage<A>[])[] {
  const groups: (readonly Stage<A>[])[] = []
  for (let l = 0; l < lists.length; l += 2) {
    const [one, other] = [lists[l], lists.at(l + 1) ?? []]
    if (other.length > 0 && other.length !== one.length) throw new Error('columns with stages of their own sort')
    groups.push(...one.map((stage, s) => [stage, ...other.slice(s, s + 1)]))
  }
  return groups
}
