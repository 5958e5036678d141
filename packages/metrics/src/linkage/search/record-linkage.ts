import type { Dataset, MeasureInput, Note } from '@sdc/core'
import { mean, sum, type DistanceMetric } from '@sdc/stats'
import type { Spread } from '@sdc/stats/internal'
import { gather, table, type Correspondence } from '@sdc/toolkit'
import { personsOf } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { sampleNote } from '../columns/attacked-sample.js'
import { creditsOf, type NearestLinks, type RightRows } from './link.js'
import { linkageParams } from './linkage-params.js'

const tieRules = ['fractional', 'first', 'inclusive', 'strict'] as const

/** Parameters of every linkage by all columns. */
export const recordLinkageParams = {
  direction: z
    .enum(['original-to-masked', 'masked-to-original'])
    .default('original-to-masked')
    .meta({
      description:
        'Direction of the attack: the intruder knows an original record and searches the masked file, or has a masked ' +
        'record and searches the original ones they know.',
    }),
  ties: linkageParams.ties.meta({
    description:
      'Credit of a link if several records are equally near. fractional: probability of a random pick; first: the ' +
      'first one; inclusive: 1 if the right one is among them; strict: 1 only if it is alone.',
  }),
}

/** Limitations of every linkage by all columns. */
export const recordLinkageNotes: readonly Note[] = [
  {
    topic: 'parameters',
    text: 'Linkage uses all measured columns, but not given columns. Measure fewer columns for an intruder who knows fewer.',
  },
  {
    topic: 'interpretation',
    text:
      'The table has the number of linked records under every rule for ties, and the number from a random pick. ' +
      'Distances are ties if the rounding of the values hides which is less.',
  },
  {
    topic: 'limits',
    text:
      'It measures how many records can be found. It does not measure whether the intruder can tell right links from ' +
      'wrong ones, nor how near they come to a value without the record.',
  },
  sampleNote,
]

/** Note on linkage of complete records. */
export const completeCasesNote: Note = {
  topic: 'missing',
  text:
    'It uses complete cases: a record with a missing value is neither linked nor a candidate, and a warning has ' +
    'their number; risk/dbrl compares them. Means and standard deviations are those of all present values of a ' +
    'column. Columns that are constant in the original are not used. The table counts omissions.',
}

/** Note on linkage by common columns. */
export const sharedKeysNote: Note = {
  topic: 'missing',
  text:
    'If a record has missing values, pairs are compared on the columns that both records have. Each other column ' +
    'adds the mean squared difference of unrelated records, so a pair with few common columns is not nearest by ' +
    'chance. Each record is then compared with all candidates, above 400 million differences for a sample of the ' +
    'records. A record without a common column with its own masked record is not linked. A warning has the number of ' +
    'incomplete records. Columns that are constant in the original are not used.',
}

/** For coordinates that are sums: sums of their terms' sizes. */
export interface Terms {
  readonly original: readonly Float64Array[]
  readonly masked: readonly Float64Array[]
}

/** Names of the linkage columns, and their spread in both files, over all present values. */
export interface KeySpreads {
  readonly names: readonly string[]
  readonly x: readonly Spread[]
  readonly y: readonly Spread[]
}

/** Records of both files by their linkage columns, each alone. */
export interface KeyedFiles {
  readonly original: { readonly keys: readonly Float64Array[] }
  readonly masked: { readonly keys: readonly Float64Array[] }
}

/** Complete records of both files in coordinates for the distance of the linkage. */
export interface LinkageSpace {
  readonly original: readonly Float64Array[]
  readonly masked: readonly Float64Array[]
  readonly metric?: DistanceMetric
  /** Mean squared difference of unrelated records for each column; used for comparisons on common columns. */
  readonly apart?: Float64Array
  readonly sizes?: { readonly slack?: Float64Array; readonly terms?: Terms }
  readonly tables?: ReadonlyMap<string, Dataset> | undefined
}

/**
 * Counts the linked records under every rule for ties.
 *
 * @param links - Links of each record.
 * @returns A row for each rule: number, and percent of the attacked records.
 */
export function linkedTable(links: NearestLinks): Dataset {
  const records = Float64Array.from(tieRules, (rule) => sum(creditsOf(links, rule)))
  return table({ ties: tieRules, records, percent: records.map((count) => (100 * count) / links.tied.length) })
}

/** Records of a file with a right one in the other, and these right ones. */
export interface RightRecords {
  readonly linked: Int32Array
  readonly right: RightRows
}

/**
 * Selects some of the records with a right one, by their numbers.
 *
 * @param records - Records with a right one.
 * @param drawn - Numbers of some of them, from 0, in the requested order.
 * @returns These records.
 */
export function someRecords({ linked, right: { starts, rows } }: RightRecords, drawn: Int32Array): RightRecords {
  const sums = new Int32Array(drawn.length + 1)
  drawn.forEach((l, at) => (sums[at + 1] = sums[at] + starts[l + 1] - starts[l]))
  const chosen = new Int32Array(sums[drawn.length])
  drawn.forEach((l, at) => chosen.set(rows.subarray(starts[l], starts[l + 1]), sums[at]))
  return { linked: drawn.map((l) => linked[l]), right: { starts: sums, rows: chosen } }
}

/**
 * Returns values that distinguish attacked records for any order of either file: their columns, and the smallest ones
 * of their right records.
 *
 * @param keys - Columns of their own file, and of the other one.
 * @param records - The n attacked records, and the right rows for each.
 * @returns Columns of n: first their own, then those of the right records.
 */
export function linkedValues(
  [from, to]: readonly [readonly Float64Array[], readonly Float64Array[]],
  { linked, right: { starts, rows } }: RightRecords,
): Float64Array[] {
  const least = (key: Float64Array, l: number): number => {
    let found = Infinity
    for (let at = starts[l]; at < starts[l + 1]; at++) found = Math.min(found, key[rows[at]])
    return found
  }
  return [...gather(from, linked), ...to.map((key) => Float64Array.from(linked, (_, l) => least(key, l)))]
}

/**
 * Returns pairs of records of the same person: the given ones, and after them each with the others of its person.
 *
 * @param pairs - Compared indices among the original and among the masked records.
 * @param input - Input with persons.
 * @param rows - Rows in the original of these indices; by default the indices are rows.
 * @returns The pairs themselves if every record is a person. Cost: O(n), and the squares of the numbers of records a
 *   person.
 */
export function pairsOfPersons(
  pairs: Correspondence,
  { original, roles }: Pick<MeasureInput<unknown>, 'original' | 'roles'>,
  rows?: ArrayLike<number>,
): Correspondence {
  const persons = personsOf(original, roles)
  if (!persons) return pairs
  const own = Array.from({ length: persons.count }, (): number[] => [])
  pairs.original.forEach((place, k) => own[persons.ofRecord[rows ? rows[place] : place]].push(k))
  const [known, found] = [Array.from(pairs.original), Array.from(pairs.masked)]
  for (const members of own)
    for (const k of members)
      for (const other of members)
        if (other !== k) {
          known.push(pairs.original[k])
          found.push(pairs.masked[other])
        }
  return { original: Int32Array.from(known), masked: Int32Array.from(found) }
}

/**
 * Returns the records with a right one, ascending, and the right rows for each: of pairs own[k], other[k]. Cost: O(n).
 *
 * @param own - Row of each pair in the file of the attacked records.
 * @param other - Row of each pair in the other file.
 * @returns The records and their right ones.
 */
export function rightRows(own: Int32Array, other: Int32Array): RightRecords {
  const places = own.reduce((most, at) => Math.max(most, at), -1) + 1
  const ends = new Int32Array(places + 1)
  for (const at of own) ends[at + 1]++
  const linked = new Int32Array(ends.reduce((count, pairs) => count + (pairs > 0 ? 1 : 0), 0))
  const starts = new Int32Array(linked.length + 1)
  let found = 0
  for (let at = 0; at < places; at++) {
    if (ends[at + 1] > 0) {
      linked[found] = at
      starts[++found] = ends[at] + ends[at + 1]
    }
    ends[at + 1] += ends[at]
  }
  const rows = new Int32Array(own.length)
  own.forEach((at, pair) => (rows[ends[at]++] = other[pair]))
  return { linked, right: { starts, rows } }
}

/**
 * Returns the mean credit of every original record, NaN without one.
 *
 * @param count - Number of records of the original.
 * @param rows - Original record of each attacked one.
 * @param credit - Credit of the link of each attacked record, in [0, 1].
 * @returns `count` numbers.
 */
export function ofOriginals(count: number, rows: Int32Array, credit: Float64Array): Float64Array {
  const records = new Float64Array(count).fill(Number.NaN)
  const { linked, right } = rightRows(rows, Int32Array.from(rows.keys()))
  linked.forEach((row, l) => {
    const own = right.rows.subarray(right.starts[l], right.starts[l + 1])
    records[row] = own.length === 1 ? credit[own[0]] : mean(Float64Array.from(own, (r) => credit[r]))
  })
  return records
}

/** Note on equal records of an unmasked file. */
export const unmaskedNote: Note = {
  topic: 'ties',
  text: 'An unmasked file has 100 only if no two records share all values; ties: inclusive gives 100 in any case.',
}
