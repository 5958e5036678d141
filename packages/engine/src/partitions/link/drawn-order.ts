/**
 * A masked file with the original's records in a drawn order: every record has a number, and record i of the masked
 * file is the one with the i-th least number. The numbers are drawn again, put into buckets by their size, and each
 * bucket is sorted separately.
 */
import { sortOrder } from '@sdc/stats'
import { bucketOf, orderNumbers } from '../release/released.js'
import { recordsOfPart } from '../columns/records-of-parts.js'
import type { LinkBy } from '../source/source.js'
import { resultsOf, type Stage } from '../tasks/stage.js'
import { bytesOf, doublesOf, recordsOf } from '../tasks/store.js'
import { blocksOfPart } from '../columns/stored-columns.js'
import type { Links } from './link-keys.js'
import { bucketsOf, type LinkedFiles } from './linked-files.js'

type ByOrder = Extract<LinkBy, { readonly order: unknown }>

const SPLIT = 'link/split'

/** Beginning of the names of the stored numbers. */
export const ORDERED = 'link/order/'
const numbersName = (part: number): string => `${ORDERED}numbers/${part}`
const recordsName = (part: number): string => `${ORDERED}records/${part}`

/**
 * Stage that puts the records of the original into buckets: one task per partition, which returns where each bucket
 * begins.
 */
export function splitOrderStage<A extends LinkedFiles>(by: ByOrder): Stage<A> {
  return {
    name: SPLIT,
    tasks: ({ original }) => Promise.resolve(original.parts.length),
    async run(around, part) {
      const { original, store } = around
      const { first, end } = recordsOfPart(original, part)
      const drawn = new Float64Array(end - first)
      for (const block of blocksOfPart(original, part))
        orderNumbers(by.order, block.index, drawn.subarray(block.first - first, block.end - first))
      const buckets = bucketsOf(around, by)
      const starts = new Float64Array(buckets + 1)
      for (const number of drawn) starts[bucketOf(number, buckets) + 1]++
      for (let b = 0; b < buckets; b++) starts[b + 1] += starts[b]
      const next = starts.slice()
      const numbers = new Float64Array(drawn.length)
      const records = new Uint32Array(drawn.length)
      for (let i = 0; i < drawn.length; i++) {
        const at = next[bucketOf(drawn[i], buckets)]++
        numbers[at] = drawn[i]
        records[at] = first + i
      }
      await store.put(numbersName(part), [bytesOf(numbers)])
      await store.put(recordsName(part), [bytesOf(records)])
      return starts
    },
  }
}

/** Links of a bucket, in the order of the masked records: those that follow the links of all earlier buckets. */
export async function linksOfOrder(around: LinkedFiles, bucket: number): Promise<Links> {
  const { store, original } = around
  const starts = await resultsOf(around, SPLIT, original.parts.length)
  const count = starts.reduce((sum, own) => sum + own[bucket + 1] - own[bucket], 0)
  const before = starts.reduce((sum, own) => sum + own[bucket], 0)
  const numbers = new Float64Array(count)
  const records = new Uint32Array(count)
  let at = 0
  for (const [part, own] of starts.entries()) {
    const [from, end] = [own[bucket], own[bucket + 1]]
    numbers.set(doublesOf(await store.get(numbersName(part), 8 * from, 8 * end)), at)
    records.set(recordsOf(await store.get(recordsName(part), 4 * from, 4 * end)), at)
    at += end - from
  }
  // Records with equal numbers have the order of the original.
  const order = sortOrder(numbers)
  return {
    originals: Uint32Array.from(order, (place) => records[place]),
    masked: Uint32Array.from(order, (_, i) => before + i),
  }
}
