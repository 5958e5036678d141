/**
 * Test whether the records of two files have the same order, by the unmasked columns: files that are matched by
 * position must.
 */
import type { Totals } from '@sdc/core'
import { addToOrder, mergedOrders, noOrder, refuseMoved } from '../../measure/value-order.js'
import { resultsOf, type Stage } from '../tasks/stage.js'
import type { StoredPair } from './pair-files.js'

const STAGE = 'order'
const FIELDS = noOrder().length

/** Reads the unmasked columns of both files, and computes sums that do not depend on the order. */
export function orderStage<A extends StoredPair>(columns: readonly string[]): Stage<A> {
  return {
    name: STAGE,
    tasks: ({ parts }) => Promise.resolve(columns.length > 0 ? parts.length : 0),
    async run({ original, masked }, part) {
      const found = columns.map(noOrder)
      const beside = masked.source.read(masked.parts[part], columns)[Symbol.asyncIterator]()
      for await (const { data: before } of original.source.read(original.parts[part], columns)) {
        const { value, done } = await beside.next()
        if (done === true) throw new Error('the masked file has fewer blocks than the original')
        columns.forEach((name, c) => addToOrder(found[c], before.column(name), value.data.column(name)))
      }
      return Float64Array.from(found.flatMap((own) => [...own]))
    },
  }
}

/**
 * Refuses files whose unmasked columns show that the records are in another order, once the stage has ended.
 *
 * @param around - The files.
 * @param columns - The columns of the stage.
 * @throws WRONG_INPUT if no varying column is equal record by record, and one has the same values in another order.
 */
export async function refuseOtherOrder(around: StoredPair, columns: readonly string[]): Promise<void> {
  if (columns.length === 0) return
  const results = await resultsOf(around, STAGE, around.parts.length)
  const of = (totals: Totals, c: number): Totals => totals.subarray(c * FIELDS, (c + 1) * FIELDS)
  refuseMoved(columns.map((name, c) => ({ name, found: results.map((totals) => of(totals, c)).reduce(mergedOrders) })))
}
