import type { Totals } from '@sdc/core'

/**
 * Merges totals that come one after the other, neighbours first and always two of about as many: of n tables that grow with what is
 * in them each number is copied log n times, not n. For merges that may be made in any grouping.
 *
 * @param merge - The totals of neighbours, in their order.
 * @returns What takes them, one after the other, and what they come to.
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
