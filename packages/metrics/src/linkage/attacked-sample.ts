import type { Measurement, Note, Rng, Sample } from '@sdc/core'
import { recordOrder } from '@sdc/stats/internal'
import { gather, type Correspondence } from '@sdc/toolkit'
import { sampledRows, sampleOf } from '@sdc/toolkit/internal'
import { orderedWithMissing } from './incomplete-records.js'
import type { LinkageKeys } from './linkage-keys.js'

/** Up to this many records are all looked for: a minute's work by seven keys among a million records. */
export const MOST_ATTACKED = 100_000

/** By this many keys or fewer a search tree looks at few records for each; by more of them at most. */
const FEW_KEYS = 7
/** Pairs of records that are compared at most where it looks at most. */
const MOST_PAIRS = 1e10

/** What a linkage costs, for its card. */
export const linkageCost = {
  time: 'O(n log n) by up to seven keys, up to O(n²p) by many',
  sampleAbove: MOST_ATTACKED,
} as const

/** What the card of a linkage says of the sample. */
export const sampleNote: Note = {
  topic: 'limits',
  text:
    'Above 100,000 records it looks for a simple random sample of them, among all candidates, and gives the standard error: for ' +
    '100,000, by more than seven keys for as many as make 10,000 million pairs with the candidates (10,000 in a million).',
}

/** The same of linkage among the candidates that a window leaves: each takes longer to look for. */
export const windowCost = {
  time: 'O(n log n) where few records are candidates, O(n²) at worst',
  sampleAbove: 50_000,
} as const

/** What its card says of the sample. */
export const windowSampleNote: Note = {
  topic: 'limits',
  text: 'Above 50,000 records it looks for a simple random sample of as many, among all candidates, and gives the standard error.',
}

/**
 * Which of the attacked records are looked for: all of them, or a simple random sample.
 *
 * The sample is drawn among the records in the order of their values: it is the same in whatever order the files come.
 *
 * @param count - How many records are attacked.
 * @param values - What tells them apart, as columns of as many values; asked for only where a sample is drawn.
 * @param size - How many candidates there are, and by how many keys.
 * @param rng - The metric's own.
 * @param above - How many are looked for at most, where the keys are few.
 * @returns Numbers of attacked records, ascending.
 */
export function drawnRecords(
  count: number,
  values: () => readonly Float64Array[],
  { candidates, keys }: { readonly candidates: number; readonly keys: number },
  rng: Rng,
  above = MOST_ATTACKED,
): Int32Array {
  const most = keys <= FEW_KEYS ? above : Math.min(above, Math.max(1, Math.floor(MOST_PAIRS / candidates)))
  if (count <= most) return Int32Array.from({ length: count }, (_, i) => i)
  return sampledRows(recordOrder(values()), most, rng.child('sample')).slice().sort()
}

/** In files in parts so many are looked for at first, by few keys: a search tree takes longer than the search. */
const FIRST_DRAWN = 12_000
/** The same by many keys, where the search takes longer. */
const FIRST_BY_MANY = 3000
/** Until the standard error of the value is no more than this, in percentage points. */
const MOST_ERROR = 0.5

/**
 * How many records of files in parts are looked for: all up to 100,000, as in memory, else as many as leave a standard error of at
 * most half a percentage point.
 *
 * @param of - How many there are.
 * @param keys - By how many keys they are linked.
 * @param before - What those gave that were looked for so far.
 * @returns How many are to be looked for; undefined where those that were are enough.
 */
export function wantedRecords(of: number, keys: number, before?: Measurement): number | undefined {
  if (before === undefined) return of <= MOST_ATTACKED ? of : keys <= FEW_KEYS ? FIRST_DRAWN : FIRST_BY_MANY
  if (before.sample === undefined || before.sample.standardError <= MOST_ERROR) return undefined
  const { drawn, standardError } = before.sample
  // A tenth more than would do, since the variance is an estimate.
  return Math.ceil(drawn * Math.max(1.25, (1.1 * standardError * standardError) / (MOST_ERROR * MOST_ERROR)))
}

/**
 * What a measurement says of its sample: `{ sample }`, or nothing where all were looked for; `credit` in [0, 1].
 *
 * A sample in which nobody is found does not say that nobody can be: its standard error is at least that of a sample that finds
 * one record, and as much where all are found.
 *
 * @param of - How many records are attacked.
 * @param credit - What the link of each is worth that was looked for.
 * @returns The sample, its standard error in percentage points.
 */
export function percentSample(of: number, credit: Float64Array): { readonly sample?: Sample } {
  const sampleIn = (values: Float64Array): Sample | undefined =>
    sampleOf(
      of,
      values.map((one) => 100 * one),
    )
  const sample = sampleIn(credit)
  if (sample === undefined) return {}
  const least = sampleIn(new Float64Array(credit.length).fill(1, 0, 1))?.standardError ?? 0
  return { sample: { ...sample, standardError: Math.max(sample.standardError, least) } }
}

/**
 * {@link drawnRecords} of the pairs of a linkage from masked records to original ones.
 *
 * @param linkage - The keys of both files, and their pairs.
 * @param rng - The metric's own.
 * @param above - How many are looked for at most, where the keys are few.
 * @returns The pairs themselves where all are looked for.
 */
export function drawnPairs({ original, masked, pairs }: LinkageKeys, rng: Rng, above = MOST_ATTACKED): Correspondence {
  const values = (): Float64Array[] =>
    orderedWithMissing([...gather(masked.keys, pairs.masked), ...gather(original.keys, pairs.original)])
  const size = { candidates: original.rows.length, keys: original.keys.length }
  const drawn = drawnRecords(pairs.masked.length, values, size, rng, above)
  if (drawn.length === pairs.masked.length) return pairs
  return { masked: drawn.map((r) => pairs.masked[r]), original: drawn.map((r) => pairs.original[r]) }
}
