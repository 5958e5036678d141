/**
 * First stage of a linkage: every partition of both files puts its keys into buckets, so that equal ones are in the
 * same bucket.
 */
import type { Totals } from '@sdc/core'
import { resultsOf, type Stage } from '../tasks/stage.js'
import { bytesOf, recordsOf } from '../tasks/store.js'
import { joinedKeys, keyReader, NUMBER_WORDS, numberStarts, spreadOf, type Keys } from './key-words.js'
import { areNumbers, bucketsOf, SIDES, type LinkedFiles, type Side } from './linked-files.js'

const SPLIT = 'link/split'

/** Beginning of the names of stored keys. */
export const KEYS = 'link/keys/'

const keysName = (side: Side, part: number): string => `${KEYS}${side}/${part}`

/** Stage that splits the keys: one task per partition of the original, then one per partition of the masked file. */
export function splitStage<A extends LinkedFiles>(key: string): Stage<A> {
  return {
    name: SPLIT,
    tasks: ({ original, masked }) => Promise.resolve(original.parts.length + masked.parts.length),
    async run(around, task) {
      const isOriginal = task < around.original.parts.length
      const side = isOriginal ? 'original' : 'masked'
      const part = isOriginal ? task : task - around.original.parts.length
      const { source, parts } = around[side]
      const asNumbers = areNumbers(around, key)
      const keysOf = keyReader(asNumbers)
      const held = Array.from({ length: bucketsOf(around, { key }) }, (): Keys[] => [])
      for await (const { block, data } of source.read(parts[part], [key])) {
        const split = splitKeys(keysOf(data.column(key), block.first), held.length)
        for (const [b, own] of split.entries()) held[b].push(own)
      }
      const sizes = new Float64Array(2 * held.length)
      await around.store.put(keysName(side, part), packed(held, asNumbers, sizes))
      return sizes
    },
  }
}

/** Keys by bucket. */
function splitKeys(keys: Keys, buckets: number): readonly Keys[] {
  const { words, starts, records } = keys
  const places = new Uint32Array(records.length)
  const counts = new Uint32Array(buckets)
  const lengths = new Uint32Array(buckets)
  for (let k = 0; k < places.length; k++) {
    // The upper bits: the lower ones later determine the place of a key in its bucket.
    const bucket = Math.floor((spreadOf(keys, k) * buckets) / 2 ** 32)
    places[k] = bucket
    counts[bucket]++
    lengths[bucket] += starts[k + 1] - starts[k]
  }
  const split = Array.from(counts, (count, b) => ({
    words: new Uint32Array(lengths[b]),
    starts: new Uint32Array(count + 1),
    records: new Uint32Array(count),
  }))
  const next = new Uint32Array(buckets)
  for (let k = 0; k < places.length; k++) {
    const own = split[places[k]]
    const to = next[places[k]]++
    let at = own.starts[to]
    for (let w = starts[k]; w < starts[k + 1]; w++) own.words[at++] = words[w]
    own.records[to] = records[k]
    own.starts[to + 1] = at
  }
  return split
}

/** Keys of one bucket after the other as bytes; `sizes` receives the numbers of keys and words of each. */
function* packed(held: readonly (readonly Keys[])[], asNumbers: boolean, sizes: Float64Array): Generator<Uint8Array> {
  for (const [b, pieces] of held.entries()) {
    const { words, starts, records } = joinedKeys(pieces)
    sizes[2 * b] = records.length
    sizes[2 * b + 1] = words.length
    yield bytesOf(records)
    if (!asNumbers) yield bytesOf(starts)
    yield bytesOf(words)
  }
}

/** Keys of a bucket: those of the original first, those of each file in the order of its records. */
export interface BucketKeys {
  readonly keys: Keys
  /** Number of keys of the original. */
  readonly originals: number
}

/** Reads the keys of a bucket from all partitions of both files, once they are split. */
export async function keysOfBucket(around: LinkedFiles, key: string, bucket: number): Promise<BucketKeys> {
  const asNumbers = areNumbers(around, key)
  const results = await resultsOf(around, SPLIT, around.original.parts.length + around.masked.parts.length)
  const pieces: Keys[] = []
  let originals = 0
  for (const side of SIDES) {
    for (const part of around[side].parts.keys()) {
      const sizes = results[pieces.length]
      const place = placeOf(sizes, bucket, asNumbers)
      const bytes = await around.store.get(keysName(side, part), place.from, place.end)
      const piece = unpacked(recordsOf(bytes), sizes[2 * bucket], asNumbers)
      pieces.push(piece)
      if (side === 'original') originals += piece.records.length
    }
  }
  return { keys: joinedKeys(pieces), originals }
}

/** Byte range of a bucket in a partition. */
function placeOf(sizes: Totals, bucket: number, asNumbers: boolean): { readonly from: number; readonly end: number } {
  const bytesIn = (b: number): number => {
    const [count, words] = [sizes[2 * b], sizes[2 * b + 1]]
    return 4 * (count + words + (asNumbers ? 0 : count + 1))
  }
  let from = 0
  for (let b = 0; b < bucket; b++) from += bytesIn(b)
  return { from, end: from + bytesIn(bucket) }
}

function unpacked(numbers: Uint32Array, count: number, asNumbers: boolean): Keys {
  const records = numbers.subarray(0, count)
  if (asNumbers) {
    const words = numbers.subarray(count, count + NUMBER_WORDS * count)
    return { records, starts: numberStarts(count), words }
  }
  return { records, starts: numbers.subarray(count, 2 * count + 1), words: numbers.subarray(2 * count + 1) }
}
