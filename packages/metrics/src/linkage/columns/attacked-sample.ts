import type { Measurement, Note, Rng, Sample } from '@sdc/core'
import { recordOrder } from '@sdc/stats/internal'
import { gather, type Correspondence } from '@sdc/toolkit'
import { sampledRows, sampleOf } from '@sdc/toolkit/internal'
import { orderedWithMissing } from './incomplete-records.js'
import type { LinkageKeys } from './linkage-keys.js'

/** Largest number of attacked records without sampling: a minute's work by seven columns among a million records. */
export const MOST_ATTACKED = 100_000

/** Largest number of keys for which a search tree visits few records; with more it visits most of them. */
const FEW_KEYS = 7
/** Largest number of compared pairs with many keys. */
const MOST_PAIRS = 1e10

/** Cost of a linkage, for its card. */
export const linkageCost = {
  time: 'O(n log n) by up to seven keys, up to O(n²p) by many',
  sampleAbove: MOST_ATTACKED,
} as const

/** Note on the sample, for the card of a linkage by distance. */
export const sampleNote: Note = {
  topic: 'limits',
  text:
    'Above 100,000 records it attacks a random sample, among all candidates, and gives the standard error. The sample ' +
    'has about 12,000 records (3,000 with more than seven columns), or more until the standard error is at most half a ' +
    'percentage point.',
}

/** Note on a sample of fixed size. */
export const fixedSampleNote: Note = {
  topic: 'limits',
  text:
    'Above 100,000 records it attacks a simple random sample, among all candidates, and gives the standard error. ' +
    'The sample has 100,000 records. With more than seven columns it has as many as make 10,000 million pairs with ' +
    'the candidates (10,000 of a million).',
}

/** Maximum for linkage within a window, which takes longer per record. */
export const windowCost = {
  time: 'O(n log n) if few records are candidates, O(n²) at worst',
  sampleAbove: 50_000,
} as const

/** Note on that sample, for its card. */
export const windowSampleNote: Note = {
  topic: 'limits',
  text:
    'Above 50,000 records it attacks a simple random sample of that size, among all candidates, and gives the ' +
    'standard error.',
}

/**
 * Selects the attacked records: all of them, or a simple random sample.
 *
 * The sample is drawn among the records in the order of their values, missing ones last, so it does not depend on the
 * order of the files.
 *
 * @param count - Number of records that may be attacked.
 * @param values - Returns the columns that distinguish them; called only if a sample is drawn.
 * @param size - Number of candidates, and of linkage columns.
 * @param rng - Random stream of the metric.
 * @param above - Largest number of attacked records with few columns.
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
  return sampledRows(recordOrder(orderedWithMissing(values())), most, rng.child('sample'))
    .slice()
    .sort()
}

/** Size of the first sample with few columns: building a search tree takes longer than the search. */
const FIRST_DRAWN = 12_000
/** The same with many columns: the search takes longer. */
const FIRST_BY_MANY = 3000
/** Largest sufficient standard error of the value, in percentage points. */
const MOST_ERROR = 0.5

/**
 * Returns the number of records to attack: all up to 100,000, else as many as give a standard error of at most half a
 * percentage point.
 *
 * @param of - Number of records.
 * @param keys - Number of linkage columns.
 * @param before - Results of the records attacked so far.
 * @returns The number; undefined if the attacked ones are enough.
 */
export function wantedRecords(of: number, keys: number, before?: Measurement): number | undefined {
  if (before === undefined) return of <= MOST_ATTACKED ? of : keys <= FEW_KEYS ? FIRST_DRAWN : FIRST_BY_MANY
  if (before.sample === undefined || before.sample.standardError <= MOST_ERROR) return undefined
  const { drawn, standardError } = before.sample
  // A tenth more than needed, because the variance is an estimate.
  return Math.ceil(drawn * Math.max(1.25, (1.1 * standardError * standardError) / (MOST_ERROR * MOST_ERROR)))
}

/**
 * Returns the sample of a measurement: `{ sample }`, or nothing if all were attacked; `credit` in [0, 1].
 *
 * A sample without a right link does not prove that there is none. Its standard error is at least that of a sample with
 * one right link, and the same applies if all are right.
 *
 * @param of - Number of records that may be attacked.
 * @param credit - Credit of the link of each attacked record.
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
 * Selects the attacked pairs by {@link drawnRecords}, for a linkage from masked records to original ones.
 *
 * @param linkage - Linkage columns of both files, and their pairs.
 * @param rng - Random stream of the metric.
 * @param above - Largest number of attacked records with few columns.
 * @returns The pairs themselves if all are attacked.
 */
export function drawnPairs({ original, masked, pairs }: LinkageKeys, rng: Rng, above = MOST_ATTACKED): Correspondence {
  const values = (): Float64Array[] => [...gather(masked.keys, pairs.masked), ...gather(original.keys, pairs.original)]
  const size = { candidates: original.rows.length, keys: original.keys.length }
  const drawn = drawnRecords(pairs.masked.length, values, size, rng, above)
  if (drawn.length === pairs.masked.length) return pairs
  return { masked: drawn.map((r) => pairs.masked[r]), original: drawn.map((r) => pairs.original[r]) }
}
