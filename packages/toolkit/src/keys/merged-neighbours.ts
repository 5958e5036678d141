import type { Totals } from '@sdc/core'

/**
 * Merges consecutive totals, always two neighbours of about the same size. Tables grow with their content, so each
 * number is copied log n times instead of n times. For associative merges.
 *
 * @param merge - Merges the totals of neighbours, in their order.
 * @returns Functions that add the next totals, and that return the merged ones.
 */
export function neighbourMerger(merge: (total: Totals, own: Totals) => Totals): {
  add(own: Totals): void
  end(): Totals
} {
  const held: { readonly of: number; readonly totals: Totals }[] = []
  const mergeLast = (): void => {
    const [last, before] = [held.pop(), held.pop()]
    if (last && before) held.push({ of: before.of + last.of, totals: merge(before.totals, last.totals) })
  }
  return {
    add(own) {
      held.push({ of: 1, totals: own })
      while (held.length > 1 && held[held.length - 2].of === held[held.length - 1].of) mergeLast()
    },
    end() {
      while (held.length > 1) mergeLast()
      return held[0]?.totals ?? new Float64Array(0)
    },
  }
}
