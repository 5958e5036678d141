import type { Dataset } from '@sdc/core'
import { addToOrder, noOrder, refuseMoved, type ValueOrder } from '@sdc/engine'
import { differs } from './differing-columns.js'

/** Collector of differences between two files that are read in blocks of the same records. */
export interface DifferingInBlocks {
  add(before: Dataset, after: Dataset): void
  /** Returns the columns; throws WRONG_INPUT if the records of one file are those of the other in another order. */
  columns(): string[]
}

/** Findings about one column. */
interface Compared {
  readonly name: string
  differs: boolean
  readonly found: ValueOrder
}

/**
 * Collects what `differingColumns` finds by position, and refuses what `refuseShuffled` refuses.
 *
 * @param names - The columns of both files, in the order of the original.
 * @returns Collector of the blocks.
 */
export function differingInBlocks(names: readonly string[]): DifferingInBlocks {
  const all = names.map((name): Compared => ({ name, differs: false, found: noOrder() }))
  return {
    add(before, after) {
      const origin = Int32Array.from({ length: before.rows }, (_, i) => i)
      for (const one of all) {
        const [was, is] = [before.column(one.name), after.column(one.name)]
        one.differs ||= differs(was, is, origin)
        addToOrder(one.found, was, is)
      }
    },
    columns() {
      refuseMoved(all)
      return all.flatMap((one) => (one.differs ? [one.name] : []))
    },
  }
}
