import type { Dataset, Measurement, MeasureInput, Note } from '@sdc/core'
import { equalRecords, mean, sum, type DistanceMetric } from '@sdc/stats'
import type { Spread } from '@sdc/stats/internal'
import * as z from 'zod'
import { personsOf } from '@sdc/toolkit/internal'
import { completeRecords, gather, knownPairs, notUsed, type CompleteRecords, type Correspondence } from '@sdc/toolkit'
import { assignedRecords } from './assigned-records.js'
import { drawnRecords, percentSample, sampleNote } from './attacked-sample.js'
import { spreadsOf } from './distance-keys.js'
import { dominatedColumns } from './dominated-columns.js'
import { incompleteWarning, orderedWithMissing } from './incomplete-records.js'
import {
  creditsOf,
  nearestLinks,
  type LinkDirection,
  type NearestLinks,
  type RightRows,
  type TieCount,
} from './link.js'
import { allRecords, NO_KEYS, varyingColumns } from './linkage-keys.js'
import { MOST_ASSIGNED } from './one-to-one.js'
import { mostPartial, partialLinks } from './partial-linkage.js'
import { figures, leftOut, table, tooFewPairs, unmeasured } from '@sdc/toolkit'
import { linkageParams } from './linkage-params.js'

const tieRules = ['fractional', 'first', 'inclusive', 'strict'] as const

/** The parameters of every linkage by all columns. */
export const recordLinkageParams = {
  direction: z
    .enum(['original-to-masked', 'masked-to-original'])
    .default('original-to-masked')
    .meta({
      description:
        'Whose record is looked for: the intruder knows an original record and looks for the masked one, or holds a ' +
        'masked record and looks for the original one among those they know.',
    }),
  ties: linkageParams.ties.meta({
    description:
      'What a link is worth where several records are equally near: the chance of a random pick among them, the one ' +
      'that comes first, a hit if the right one is among them, or a hit only if it is alone.',
  }),
}

/** What every linkage by all columns leaves out. */
export const recordLinkageNotes: readonly Note[] = [
  {
    topic: 'parameters',
    text:
      'The keys are all measured columns; columns to condition on (given) are none. Measure fewer columns for an intruder ' +
      'who knows fewer.',
  },
  {
    topic: 'interpretation',
    text:
      'The table has the number of records under every rule for ties, and how many a random pick would link. Distances ' +
      'are ties where the rounding of the values leaves open which is less.',
  },
  {
    topic: 'limits',
    text:
      'It says how many records can be found, not whether the intruder can tell which links are right, nor how near they ' +
      'come to a value without finding the record.',
  },
  sampleNote,
]

/** What a linkage does that needs all keys of a record. */
export const completeCasesNote: Note = {
  topic: 'missing',
  text:
    'Complete cases: a record with a missing key is neither linked nor a candidate, and a warning has their number; risk/dbrl ' +
    'compares them. Means and standard deviations are those of all values of a column that are there. Columns that are constant ' +
    'in the original are no keys. The table counts what is left out.',
}

/** What a linkage does that compares records on the keys that both have. */
export const sharedKeysNote: Note = {
  topic: 'missing',
  text:
    'Where a record lacks a key, pairs are compared on the keys that both records have. For each other key the mean squared ' +
    'difference of unrelated records is added, so that a pair with few common keys is not nearest by chance. Each record is then compared with all candidates, a sample of the records ' +
    'above 400 million differences. A record that shares no key with its own is not linked. A warning has the number of records that ' +
    'lack a key. Columns that are constant in the original are no keys.',
}

export interface RecordLinkageOptions {
  readonly direction: LinkDirection
  readonly ties: TieCount
  /** Whether each record is linked to the nearest one, or all of them one-to-one. */
  readonly links?: 'nearest' | 'assignment'
  /** Whether records that lack a key are compared on the keys that both have; else they are not looked for. */
  readonly partial?: boolean
}

/** Of coordinates that are sums, the sums of their terms' sizes. */
export interface Terms {
  readonly original: readonly Float64Array[]
  readonly masked: readonly Float64Array[]
}

/** The keys' names, and their spread in both files, over all values that are there. */
export interface KeySpreads {
  readonly names: readonly string[]
  readonly x: readonly Spread[]
  readonly y: readonly Spread[]
}

/** Records of both files by their keys, each alone. */
export interface KeyedFiles {
  readonly original: { readonly keys: readonly Float64Array[] }
  readonly masked: { readonly keys: readonly Float64Array[] }
}

/** The complete records of both files in coordinates between which a metric is the distance of the linkage. */
export interface LinkageSpace {
  readonly original: readonly Float64Array[]
  readonly masked: readonly Float64Array[]
  readonly metric?: DistanceMetric
  /** By key the mean squared difference of unrelated records; where records are compared on some keys. */
  readonly apart?: Float64Array
  readonly sizes?: { readonly slack?: Float64Array; readonly terms?: Terms }
  readonly tables?: ReadonlyMap<string, Dataset> | undefined
}

/**
 * Percent of the records whose nearest record of the other file, in the coordinates of `space`, is the right one; `space`
 * may say instead why there is none.
 *
 * @param input - Both files, and which record came from which.
 * @param options - Whose record is looked for, what ties are worth, and whether each is linked by itself or all one-to-one.
 * @param space - Makes the coordinates of the complete records, or a sentence that says why not.
 * @returns The measurement, with the credit of every original record.
 */
export function measureRecordLinkage(
  input: MeasureInput<unknown>,
  { direction, ties, links: kind = 'nearest', partial = false }: RecordLinkageOptions,
  space: (records: CompleteRecords, keys: KeySpreads) => LinkageSpace | string,
): Measurement {
  const known = knownPairs(input.origin)
  const why = tooFewPairs(known.masked.length, input.origin, true)
  if (why) return unmeasured(why)
  const { names, spreads } = varyingColumns(input)
  if (names.length === 0) return unmeasured(NO_KEYS)
  const complete = completeRecords(input, names, known)
  const isPartial = partial && kind === 'nearest' && complete.numbers.length < known.masked.length
  const records = isPartial ? recordsWithMissing(input, names, known) : complete
  const { original, masked, pairs } = records
  const forward = direction === 'original-to-masked'
  const right = pairsOfPersons(pairs, original.rows, input)
  const [own, other] = forward ? [right.original, right.masked] : [right.masked, right.original]
  const attacked = rightRows(own, other)
  const counts = leftOut({
    [notUsed.unmatchedOriginal]: input.original.rows - new Set(pairs.original).size,
    [notUsed.unlinkedMasked]: input.masked.rows - pairs.masked.length,
    [notUsed.constantColumns]: input.columns.length - names.length,
  })
  const without = (reason: string): Measurement =>
    unmeasured(reason, attacked.linked.length, new Map([['left-out', counts]]))
  if (pairs.masked.length < 2)
    return without(`${pairs.masked.length} masked records have all keys in both files, and 2 are needed`)
  const most = Math.max(original.rows.length, masked.rows.length)
  if (kind === 'assignment' && most > MOST_ASSIGNED) return without(tooManyToAssign(most))
  const made = space(records, { names, x: spreads, y: spreadsOf(input.masked, names) })
  if (typeof made === 'string') return without(made)
  const { metric = 'euclidean', sizes, tables, apart = new Float64Array(0), ...coordinates } = made
  const side = (file: Terms, first: boolean): readonly Float64Array[] => (first ? file.original : file.masked)
  const [all, to] = [side(coordinates, forward), side(coordinates, !forward)]
  const tick = (done: number): void => input.tick(done)
  const linkage = {
    'records to link': attacked.linked.length,
    candidates: forward ? masked.rows.length : original.rows.length,
    'expected by chance': right.masked.length / (forward ? masked.rows.length : original.rows.length),
    ...(isPartial && { 'pairs that lack a key': known.masked.length - complete.numbers.length }),
  }
  const warnings = [
    ...dominatedColumns(names, spreads),
    ...incompleteWarning(known.masked.length, complete.numbers.length, isPartial),
  ]
  const result = (
    { linked, right }: RightRecords,
    credit: Float64Array,
    found: readonly (readonly [string, Dataset])[],
  ): Measurement => ({
    value: (100 * sum(credit)) / linked.length,
    used: linked.length,
    ...percentSample(attacked.linked.length, credit),
    records: ofOriginals(
      input.original.rows,
      original.rows,
      // Of a masked record its own original comes first.
      forward ? linked : linked.map((_, l) => right.rows[right.starts[l]]),
      credit,
    ),
    tables: new Map([...found, ['linkage', figures(linkage)], ['left-out', counts], ...(tables ?? [])]),
    ...(warnings.length > 0 && { warnings }),
  })
  if (kind === 'assignment') {
    const { credit, percents, total } = assignedRecords(all, to, attacked, metric, input.rng.child('order'), tick)
    const assigned = figures({
      'random orders': percents.length,
      'percent, least of the orders': Math.min(...percents),
      'percent, greatest of the orders': Math.max(...percents),
      'total distance of the links': total,
    })
    return result(attacked, credit, [['assignment', assigned]])
  }
  const drawn = drawnRecords(
    attacked.linked.length,
    () =>
      orderedWithMissing(linkedValues(forward ? [original.keys, masked.keys] : [masked.keys, original.keys], attacked)),
    { candidates: to[0].length, keys: all.length },
    input.rng,
    isPartial ? mostPartial(to[0].length, all.length) : undefined,
  )
  const chosen = drawn.length < attacked.linked.length ? someRecords(attacked, drawn) : attacked
  const from = gather(all, chosen.linked)
  const terms = sizes?.terms && {
    from: gather(side(sizes.terms, forward), chosen.linked),
    to: side(sizes.terms, !forward),
  }
  const keySizes = { ...(sizes?.slack && { slack: sizes.slack }), ...(terms && { terms }) }
  const links = isPartial
    ? partialLinks(from, { keys: to, metric, apart, slack: sizes?.slack }, chosen.right, tick)
    : nearestLinks(from, to, equalRecords(to), chosen.right, tick, { metric, sizes: keySizes })
  return result(chosen, creditsOf(links, ties), [['linked', linkedTable(links)]])
}

/** All records of both files, with their pairs: keys are NaN where they are missing. */
function recordsWithMissing(
  { original, masked }: MeasureInput<unknown>,
  names: readonly string[],
  pairs: Correspondence,
): CompleteRecords {
  return {
    original: allRecords(original, names),
    masked: allRecords(masked, names),
    pairs,
    numbers: Int32Array.from(pairs.masked.keys()),
    of: { original: original.rows, masked: masked.rows, pairs: pairs.masked.length },
  }
}

/**
 * How many records are linked under every rule for ties.
 *
 * @param links - What was found for each record.
 * @returns A row for each rule: records, and percent of those looked for.
 */
export function linkedTable(links: NearestLinks): Dataset {
  const records = Float64Array.from(tieRules, (rule) => sum(creditsOf(links, rule)))
  return table({ ties: tieRules, records, percent: records.map((count) => (100 * count) / links.tied.length) })
}

/** Why there is no one-to-one linkage of so many records. */
function tooManyToAssign(records: number): string {
  return (
    `a one-to-one linkage compares all pairs of records, and ${records} records have too many: ${MOST_ASSIGNED} is the ` +
    'most. Link to the nearest record, or measure groups of the file'
  )
}

/** The records of a file that have a right one in the other, and which these are. */
export interface RightRecords {
  readonly linked: Int32Array
  readonly right: RightRows
}

/**
 * Some of the records that have a right one, by their numbers.
 *
 * @param records - Those that have a right one.
 * @param drawn - The numbers of some of them, from 0, in the order in which they are wanted.
 */
export function someRecords({ linked, right: { starts, rows } }: RightRecords, drawn: Int32Array): RightRecords {
  const sums = new Int32Array(drawn.length + 1)
  drawn.forEach((l, at) => (sums[at + 1] = sums[at] + starts[l + 1] - starts[l]))
  const chosen = new Int32Array(sums[drawn.length])
  drawn.forEach((l, at) => chosen.set(rows.subarray(starts[l], starts[l + 1]), sums[at]))
  return { linked: drawn.map((l) => linked[l]), right: { starts: sums, rows: chosen } }
}

/**
 * What tells attacked records apart, whatever the order of either file: their keys, and the least ones of their right records.
 *
 * @param keys - The keys of their own file, and those of the other one.
 * @param records - The n attacked records, and the rows that are right for each.
 * @returns Columns of n: first their own keys, then those of the right records.
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
 * Pairs of records of the same person: those that are given, and after them each with the others of its person.
 *
 * @param pairs - Places among the original and among the masked records that are compared.
 * @param rows - The rows in the original that these places are.
 * @param input - Says whose the records of the original are.
 * @returns The pairs themselves where every record is a person. Cost: O(n), and the squares of the numbers of records a person.
 */
export function pairsOfPersons(
  pairs: Correspondence,
  rows: ArrayLike<number>,
  { original, roles }: Pick<MeasureInput<unknown>, 'original' | 'roles'>,
): Correspondence {
  const persons = personsOf(original, roles)
  if (!persons) return pairs
  const own = Array.from({ length: persons.count }, (): number[] => [])
  pairs.original.forEach((place, k) => own[persons.ofRecord[rows[place]]].push(k))
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
 * The records that have a right one, ascending, and for each the rows that are right: of pairs own[k], other[k]. Cost: O(n).
 *
 * @param own - By pair the row in the file whose records are looked for.
 * @param other - By pair the row in the other file.
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
 * The mean credit of every original record, NaN where it has none: credit[r] is of the record at place[r] of `rows`.
 *
 * @param count - How many records the original has.
 * @param rows - Those of them that have all keys.
 * @param place - By record that was looked for, where its original one is in `rows`.
 * @param credit - By such a record what its link is worth, in [0, 1].
 * @returns `count` numbers.
 */
export function ofOriginals(count: number, rows: Int32Array, place: Int32Array, credit: Float64Array): Float64Array {
  const records = new Float64Array(count).fill(Number.NaN)
  const { linked, right } = rightRows(place, Int32Array.from(place.keys()))
  linked.forEach((at, l) => {
    const own = right.rows.subarray(right.starts[l], right.starts[l + 1])
    records[rows[at]] = own.length === 1 ? credit[own[0]] : mean(Float64Array.from(own, (r) => credit[r]))
  })
  return records
}
