/**
 * Stages that link the records of two files. Keys, or the numbers of a drawn order, go into buckets, and each bucket is
 * linked separately. Every partition of the masked file then gets the originals of its records.
 */
import { BLOCK, SdcError } from '@sdc/core'
import { checkKey, keyOfOthers, keyText, sharedKeyIn } from '../../measure/match.js'
import { recordsOfPart } from '../columns/records-of-parts.js'
import type { LinkBy } from '../source/source.js'
import { resultsOf, type Stage, type StoredFile } from '../tasks/stage.js'
import { bytesOf, recordsOf } from '../tasks/store.js'
import { linksOfOrder, ORDERED, splitOrderStage } from './drawn-order.js'
import { linkKeys, type Links, type SharedRecords } from './link-keys.js'
import { bucketsOf, byPart, SIDES, UNLINKED, type LinkedFiles, type Side } from './linked-files.js'
import { KEYS, keysOfBucket, splitStage } from './split-keys.js'

const JOIN = 'link/join'
const NUMBER = 'link/number'

const FOUND = 'link/found/'
const foundName = (bucket: number): string => `${FOUND}${bucket}`
const originsName = (part: number): string => `link/origins/${part}`

/** Beginning of the names of the numbers of pairs. */
export const NUMBERS = 'link/numbers/'
const numbersName = (part: number): string => `${NUMBERS}${part}`

/**
 * Length of the head of a bucket's result: the file with a shared key, and the two records. It is followed by the
 * beginnings of its links in every partition.
 */
const SHARED = 3
const SHARED_BY: readonly (Side | undefined)[] = [undefined, 'original', 'masked']

/**
 * Stages that link records, to be driven in order. All names that they store begin with `link/`.
 *
 * @param by - Key or order that links the records; see `checkLink`.
 * @returns The stages.
 */
export function linkStages<A extends LinkedFiles>(by: LinkBy): readonly Stage<A>[] {
  const split = 'key' in by ? splitStage<A>(by.key) : splitOrderStage<A>(by)
  return [split, joinStage<A>(by), numberStage<A>(by)]
}

/**
 * Checks whether the records of two files can be linked, before anything is read.
 *
 * @param around - The files.
 * @param by - Key or order that links the records.
 * @throws UNKNOWN_COLUMN for a key that a file lacks; LENGTH_MISMATCH for an order of another number of records.
 */
export function checkLink({ original, masked }: Pick<LinkedFiles, Side>, by: LinkBy): void {
  const [{ source: before }, { source: after }] = [original, masked]
  if ('key' in by) return checkKey(by.key, { original: before.names, masked: after.names })
  if (before.rows === after.rows) return
  const message = `the original has ${before.rows} records, and ${after.rows} were put into the order of the masked file`
  throw new SdcError('LENGTH_MISMATCH', message, {}, 'Use the original of this masked file.')
}

/** Stage with one task per bucket: finds the links, and sorts them by the partition of the masked record. */
function joinStage<A extends LinkedFiles>(by: LinkBy): Stage<A> {
  return {
    name: JOIN,
    tasks: (around) => Promise.resolve(bucketsOf(around, by)),
    drops: ['key' in by ? KEYS : ORDERED],
    async run(around, bucket) {
      const links = await linksOfBucket(around, by, bucket)
      const { records, others, starts } = byPart(links.masked, links.originals, around.masked)
      await around.store.put(foundName(bucket), [bytesOf(records), bytesOf(others)])
      const { side, first, second } = links.shared ?? { side: undefined, first: 0, second: 0 }
      return Float64Array.from([SHARED_BY.indexOf(side), first, second, ...starts])
    },
  }
}

async function linksOfBucket(around: LinkedFiles, by: LinkBy, bucket: number): Promise<Links> {
  return 'key' in by ? linkKeys(await keysOfBucket(around, by.key, bucket)) : linksOfOrder(around, bucket)
}

/** Results of the buckets of a linkage. */
async function joinedBuckets(
  around: LinkedFiles,
  by: LinkBy,
): Promise<readonly { readonly shared: SharedRecords | undefined; readonly starts: Float64Array }[]> {
  const results = await resultsOf(around, JOIN, bucketsOf(around, by))
  return results.map((own) => {
    const [which, first, second] = own
    const side = SHARED_BY[which]
    return { shared: side && { side, first, second }, starts: own.subarray(SHARED) }
  })
}

/**
 * Stage with one task per partition of the masked file: puts the originals of its records in place, numbers the linked
 * records, and passes the numbers to the partitions of the original.
 */
function numberStage<A extends LinkedFiles>(by: LinkBy): Stage<A> {
  return {
    name: NUMBER,
    tasks: ({ masked }) => Promise.resolve(masked.parts.length),
    drops: [FOUND],
    async run(around, part) {
      const { original, masked, store } = around
      const buckets = await joinedBuckets(around, by)
      const { first, end } = recordsOfPart(masked, part)
      const origins = new Uint32Array(end - first).fill(UNLINKED)
      let before = 0
      for (const [b, { starts }] of buckets.entries()) {
        const [from, to] = starts.subarray(part, part + 2)
        before += from
        const links = starts[starts.length - 1]
        const records = recordsOf(await store.get(foundName(b), 4 * from, 4 * to))
        const found = recordsOf(await store.get(foundName(b), 4 * (links + from), 4 * (links + to)))
        for (let i = 0; i < records.length; i++) origins[records[i] - first] = found[i]
      }
      await store.put(originsName(part), [bytesOf(origins)])
      const linked = origins.filter((origin) => origin !== UNLINKED)
      const { records, others, starts } = byPart(
        linked,
        linked.map((_, j) => before + j),
        original,
      )
      await store.put(numbersName(part), [bytesOf(records), bytesOf(others)])
      return starts
    },
  }
}

/**
 * Refuses a key that does not determine the links, once the stages have ended.
 *
 * @param around - The files.
 * @param by - Key or order; an order of all records is always valid.
 * @throws WRONG_INPUT if two records of a file share a key (the original's before the masked file's, and the first in
 *   its file), or if no key is in both files.
 */
export async function refuseLink(around: LinkedFiles, by: LinkBy): Promise<void> {
  if (!('key' in by)) return
  const { key } = by
  const buckets = await joinedBuckets(around, by)
  for (const side of SIDES) {
    const own = buckets.flatMap(({ shared }) => (shared?.side === side ? [shared] : []))
    if (own.length === 0) continue
    const shared = own.reduce((earliest, one) => (one.second < earliest.second ? one : earliest))
    throw sharedKeyIn(side, key, { ...shared, value: await keyOfRecord(around[side], key, shared.second) })
  }
  if ((await linkedRows(around)) === 0) throw keyOfOthers(key)
}

/** Key of a record, read from its file. */
async function keyOfRecord({ source }: StoredFile, key: string, record: number): Promise<string> {
  const from = Math.floor(record / BLOCK)
  for await (const { block, data } of source.read({ from, to: from + 1 }, [key])) {
    const text = keyText(data.column(key), record - block.first)
    if (text !== null) return text
  }
  throw new Error(`record ${record + 1} has no value in the link column "${key}"`)
}

/**
 * Number of masked records with an original, once the stages have ended.
 *
 * @param around - The files.
 * @returns The number of links.
 */
export async function linkedRows(around: LinkedFiles): Promise<number> {
  return (await linkedByPart(around)).reduce((sum, count) => sum + count, 0)
}

/** Number of masked records with an original in every partition of the masked file. */
export async function linkedByPart(around: LinkedFiles): Promise<readonly number[]> {
  return (await numberedParts(around)).map((starts) => starts[starts.length - 1])
}

/**
 * Originals of the records of a partition of the masked file, once the stages have ended.
 *
 * @param around - The files.
 * @param part - Number of the partition.
 * @returns Original record of each, from 0; `UNLINKED` without one.
 */
export async function originsOfPart({ store }: LinkedFiles, part: number): Promise<Uint32Array> {
  return recordsOf(await store.get(originsName(part)))
}

/** Linked records of the original, and the numbers of their pairs. */
export interface NumberedRecords {
  readonly records: Uint32Array
  /** Pair numbers, ascending: pair j is the j-th masked record with an original. */
  readonly pairs: Uint32Array
}

/** Pairs of the records of a partition of the original, once the stages have ended. */
export async function pairsOfPart(around: LinkedFiles, part: number): Promise<NumberedRecords> {
  const slices = (await numberedParts(around)).map((starts) => ({
    from: starts[part],
    to: starts[part + 1],
    count: starts[starts.length - 1],
  }))
  const total = slices.reduce((sum, { from, to }) => sum + to - from, 0)
  const joined = { records: new Uint32Array(total), pairs: new Uint32Array(total) }
  let at = 0
  for (const [p, { from, to, count }] of slices.entries()) {
    const name = numbersName(p)
    joined.records.set(recordsOf(await around.store.get(name, 4 * from, 4 * to)), at)
    joined.pairs.set(recordsOf(await around.store.get(name, 4 * (count + from), 4 * (count + to))), at)
    at += to - from
  }
  return joined
}

/**
 * Result of every partition of the masked file: beginnings of its links to every partition of the original, and their
 * number.
 */
const numberedParts = (around: LinkedFiles): Promise<readonly Float64Array[]> =>
  resultsOf(around, NUMBER, around.masked.parts.length)
