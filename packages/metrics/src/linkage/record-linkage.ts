import type { Dataset, Measurement, MeasureInput, Note } from '@sdc/core'
import { equalRecords, mean, sum, type DistanceMetric, type Spread } from '@sdc/stats'
import * as z from 'zod'
import { completeRecords, type CompleteRecords } from '@sdc/toolkit'
import { gather, knownPairs } from '@sdc/toolkit'
import { spreadsOf } from './distance-keys.js'
import { dominatedColumns } from './dominated-columns.js'
import { creditsOf, nearestLinks, type RightRows, type TieCount } from './link.js'
import { NO_KEYS, varyingColumns } from './linkage-keys.js'
import { figures, leftOut, table, tooFewPairs, unmeasured } from '@sdc/toolkit'
import { linkageParams } from './dld.js'

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
    topic: 'reading',
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
  {
    topic: 'missing',
    text:
      'Complete cases: a record with a missing key is neither linked nor a candidate. Means and standard deviations are those ' +
      'of all values of a column that are there. Columns that are constant in the original are no keys. The table counts what is left out.',
  },
]

export interface RecordLinkageOptions {
  readonly direction: 'original-to-masked' | 'masked-to-original'
  readonly ties: TieCount
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

/** The complete records of both files in coordinates between which a metric is the distance of the linkage. */
export interface LinkageSpace {
  readonly original: readonly Float64Array[]
  readonly masked: readonly Float64Array[]
  readonly metric?: DistanceMetric
  readonly sizes?: { readonly slack?: Float64Array; readonly terms?: Terms }
  readonly tables?: ReadonlyMap<string, Dataset>
}

/**
 * Percent of the records whose nearest record of the other file, in the coordinates of `space`, is the right one; `space`
 * may say instead why there is none.
 */
export function measureRecordLinkage(
  input: MeasureInput<unknown>,
  { direction, ties }: RecordLinkageOptions,
  space: (records: CompleteRecords, keys: KeySpreads) => LinkageSpace | string,
): Measurement {
  const known = knownPairs(input.origin)
  const why = tooFewPairs(known.masked.length, input.origin, true)
  if (why) return unmeasured(why)
  const { names, spreads } = varyingColumns(input)
  if (names.length === 0) return unmeasured(NO_KEYS)
  const records = completeRecords(input, names, known)
  const { original, masked, pairs } = records
  const forward = direction === 'original-to-masked'
  const [own, other] = forward ? [pairs.original, pairs.masked] : [pairs.masked, pairs.original]
  const { linked, right } = rightRows(own, other)
  const counts = leftOut({
    'original records without a masked one, or with a missing value':
      input.original.rows - new Set(pairs.original).size,
    'masked records without a known origin, or with a missing value': input.masked.rows - pairs.masked.length,
    'constant columns': input.columns.length - names.length,
  })
  if (pairs.masked.length < 2) {
    const reason = `${pairs.masked.length} masked records have all keys in both files, and 2 are needed`
    return unmeasured(reason, linked.length, new Map([['left-out', counts]]))
  }
  const made = space(records, { names, x: spreads, y: spreadsOf(input.masked, names) })
  if (typeof made === 'string') return unmeasured(made, linked.length, new Map([['left-out', counts]]))
  const { metric, sizes, tables, ...coordinates } = made
  const side = (file: Terms, first: boolean): readonly Float64Array[] => (first ? file.original : file.masked)
  const from = gather(side(coordinates, forward), linked)
  const to = side(coordinates, !forward)
  const terms = sizes?.terms && { from: gather(side(sizes.terms, forward), linked), to: side(sizes.terms, !forward) }
  const keySizes = { ...(sizes?.slack && { slack: sizes.slack }), ...(terms && { terms }) }
  const links = nearestLinks(from, to, equalRecords(to), right, (done) => input.tick(done), { metric, sizes: keySizes })
  const warnings = dominatedColumns(names, spreads)
  const credit = creditsOf(links, ties)
  const byRule = Float64Array.from(tieRules, (rule) => sum(creditsOf(links, rule)))
  return {
    value: (100 * sum(credit)) / linked.length,
    used: linked.length,
    records: ofOriginals(input.original.rows, original.rows, forward ? linked : right.rows, credit),
    tables: new Map([
      [
        'linked',
        table({ ties: tieRules, records: byRule, percent: byRule.map((count) => (100 * count) / linked.length) }),
      ],
      [
        'linkage',
        figures({
          'records to link': linked.length,
          candidates: forward ? masked.rows.length : original.rows.length,
          'expected by chance': pairs.masked.length / (forward ? masked.rows.length : original.rows.length),
        }),
      ],
      ['left-out', counts],
      ...(tables ?? []),
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** The records that have a right one, ascending, and for each the rows that are right: of pairs own[k], other[k]. */
export function rightRows(
  own: Int32Array,
  other: Int32Array,
): { readonly linked: Int32Array; readonly right: RightRows } {
  const order = Int32Array.from(own.keys()).sort((a, b) => own[a] - own[b] || a - b)
  const first = Int32Array.from(order.keys()).filter((at) => at === 0 || own[order[at]] !== own[order[at - 1]])
  const starts = new Int32Array(first.length + 1).fill(order.length)
  starts.set(first)
  return { linked: first.map((at) => own[order[at]]), right: { starts, rows: order.map((pair) => other[pair]) } }
}

/** The mean credit of every original record, NaN where it has none: credit[r] is of the record at place[r] of `rows`. */
export function ofOriginals(count: number, rows: Int32Array, place: Int32Array, credit: Float64Array): Float64Array {
  const records = new Float64Array(count).fill(Number.NaN)
  const { linked, right } = rightRows(place, Int32Array.from(place.keys()))
  linked.forEach((at, l) => {
    records[rows[at]] = mean(
      Float64Array.from(right.rows.subarray(right.starts[l], right.starts[l + 1]), (r) => credit[r]),
    )
  })
  return records
}
