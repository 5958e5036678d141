import type { Part } from '../../compare/part.js'

/**
 * Keeps one of the parts that differ only in the values of their parameters: the one in the middle of the list. Parts with both
 * conditions (`given`) and groups (`by`) are left out.
 *
 * @param parts - The usual parts.
 * @returns About half of them, in their order.
 */
export function oneVariantEach(parts: readonly Part[]): Part[] {
  const sorts = new Map<string, Part[]>()
  for (const part of parts) {
    const sort = sortOf(part)
    sorts.set(sort, [...(sorts.get(sort) ?? []), part])
  }
  const kept = new Set([...sorts.values()].map((all) => all[Math.floor((all.length - 1) / 2)]))
  return parts.filter(
    (part) => kept.has(part) && !part.steps.some(({ given = [], by }) => given.length > 0 && by.length > 0),
  )
}

function sortOf({ side, steps }: Part): string {
  const ofSteps = steps.map(({ use, params, given = [], by }) => [
    use,
    Object.keys(params),
    given.length > 0,
    by.length > 0,
  ])
  return JSON.stringify([side, ofSteps])
}

/**
 * Sorts parts into the order in which they are tried: one variant of each method before the others, the sides in turn. Then a
 * comparison that ends early has tried some of everything.
 *
 * @param parts - All parts.
 * @returns The same parts in this order.
 */
export function tryingOrder(parts: readonly Part[]): Part[] {
  const first = new Set(oneVariantEach(parts))
  const of = (side: Part['side']): Part[] => {
    const own = parts.filter((part) => part.side === side)
    return [...own.filter((part) => first.has(part)), ...own.filter((part) => !first.has(part))]
  }
  const [keys, values] = [of('keys'), of('values')]
  const most = Math.max(keys.length, values.length)
  return Array.from({ length: most }, (_, i) => [...keys.slice(i, i + 1), ...values.slice(i, i + 1)]).flat()
}
