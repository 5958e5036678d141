/**
 * Distance-based record linkage by a growing number of keys.
 *
 * DLD-i: percent of the masked records whose nearest original record, by Euclidean distance in the first i columns in
 * standard deviations of the original, is the right one. DLD: mean of DLD-1 … DLD-min(7, d). With keys random or all,
 * DLD-i is the mean over sets of i columns, either random ones or all. Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra
 * 2002, section 2; Domingo-Ferrer & Torra 2001.
 */
import { defineMetric, type Measurement, type MeasureInput } from '@sdc/core'
import { sumOver } from '@sdc/stats'
import * as z from 'zod'
import { correspondence, gather, notUsed, leftOut, table, tooFewPairs, unmeasured, withoutOrigin } from '@sdc/toolkit'
import { drawnPairs, linkageCost, percentSample, sampleNote } from '../columns/attacked-sample.js'
import { distanceSpace } from './distance-space.js'
import { dominatedColumns } from '../columns/dominated-columns.js'
import { incompleteWarning } from '../columns/incomplete-records.js'
import { growingSets, keySets } from './key-sets.js'
import { oneRight, type RightRows } from '../search/link.js'
import { linkageKeys, MOST_KEYS, NO_KEYS } from '../columns/linkage-keys.js'
import { linkageParams } from '../search/linkage-params.js'
import { planLinkage } from '../search/linkage-plan.js'
import { creditInterval, type LinkedRecords } from '../search/linked-records.js'
import { setCredits, type SetCredits } from './set-credits.js'
import { personsOf } from '@sdc/toolkit/internal'
import { riskInPercent } from '../../card-facts.js'

const params = z.object(linkageParams)

export const dldMetric = defineMetric({
  id: 'risk/dld',
  title: 'Distance-based record linkage (DLD)',
  summary:
    'Share of masked records that an intruder who knows the first 1 to 7 columns links to the right original record.',
  brief: [
    'So many of 100 masked records are linked to the right original; compare it with independent data.',
    'The intruder has the original values themselves, which is a bad case.',
  ],
  formula: 'DLD = mean over i = 1…min(7, d) of 100 · share{nearest original record in columns 1…i is the right one}',
  honours: ['person'],
  source: [
    { key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'section 2' },
    { key: 'domingo-ferrer-torra-2001', where: 'linkage by distance' },
  ],
  notes: [
    {
      topic: 'ties',
      text:
        'Original records that share all known columns are indistinguishable. By default each of t equal ones is found ' +
        'with probability 1/t, so an unmasked file has 100 only if no two records share these columns. ties: inclusive ' +
        'gives 100 in any case.',
    },
    { topic: 'ties', text: 'Distances are ties if the rounding of the values hides which is less.' },
    {
      topic: 'missing',
      text:
        'If a record lacks a known column, pairs are compared on those of the first i columns that both have. Each other ' +
        'one adds the mean squared difference of unrelated records; a pair without a common column is not linked. With ' +
        'keys: random or all, or truth: nearest, masked records with a missing value, or with one in their original, are ' +
        'omitted, and such an original record is not a candidate. A warning has the number of incomplete records. Masked ' +
        'records without a known origin are omitted. The table counts them. Standard deviations are those of all present ' +
        'values of the original.',
    },
    { topic: 'missing', text: 'Columns that are constant in the original are not used.' },
    sampleNote,
    {
      topic: 'parameters',
      text:
        'keys: first depends on the order of the columns: a file whose first column is noise alone looks safe. random ' +
        'and all do not; their table has the worst set of each size. They take the time of a linkage for each set: at ' +
        'most 10,000 with all (14 columns have that many); more are refused with their number. The sample of a large ' +
        'file is smaller then, 700,000 searches in all, and at least 10,000 records. A record is complete if it has all ' +
        'columns.',
    },
    {
      topic: 'parameters',
      text:
        'truth: nearest is the convention of the source. It reports risk even if the masked file has no relation to the ' +
        'original.',
    },
  ],
  ...riskInPercent,
  high: { share: 0.1, meaning: 'an intruder who knows the first columns links {value} of the records' },
  cost: linkageCost,
  share: 'records',
  recordsOf: 'masked',
  params,
  needsFile: ({ params: { truth, keys } }) =>
    isSampled({ truth, keys }) ? undefined : { why: 'it samples only with truth: identity and keys: first' },
  plan: (facts) => {
    if (!isSampled(facts.params)) return { form: 'file', measure: measureBySets }
    return planLinkage(facts, {
      direction: 'masked-to-original',
      growing: MOST_KEYS,
      ties: facts.params.ties,
      partial: true,
      space: () => distanceSpace({ scale: 'original', distance: 'euclidean' }),
      measured: growingOf,
      records: recordsOf,
    })
  },
})

type DldParams = z.infer<typeof params>
type DldInput = MeasureInput<DldParams>

const isSampled = ({ truth, keys }: Pick<DldParams, 'truth' | 'keys'>): boolean =>
  truth === 'identity' && keys === 'first'

/** Measures links by sets of columns, or to nearest records. */
function measureBySets(input: DldInput): Measurement {
  const { truth, keys: rule, subsets, ties } = input.params
  const pairs = correspondence(input, truth, 'risk/dld')
  const why = tooFewPairs(pairs.masked.length, input.origin, truth === 'identity')
  if (why) return unmeasured(why)
  const linkage = linkageKeys(input, pairs, rule === 'first' ? MOST_KEYS : Number.POSITIVE_INFINITY)
  const { names, original, masked, pairs: usable, constant } = linkage
  if (names.length === 0) return unmeasured(NO_KEYS)
  const complete = usable.masked.length
  const unlinked = truth === 'identity' ? withoutOrigin(input.origin) : 0
  const counts = leftOut({
    [notUsed.withoutOrigin]: unlinked,
    [notUsed.incomplete]: input.masked.rows - unlinked - complete,
    [notUsed.constantColumns]: constant,
  })
  if (complete < 2) {
    const reason = `${complete} masked records have all columns in both files; the metric needs 2`
    return unmeasured(reason, complete, new Map([['left-out', counts]]))
  }
  const sets =
    rule === 'first' ? growingSets(names.length) : keySets(names, rule, subsets, MOST_KEYS, input.rng.child('keys'))
  const drawn = drawnPairs(linkage, input.rng, mostAttacked(sets.reduce((sum, { length }) => sum + length, 0)))
  const right = rightOfPersons(drawn.original, usable.original, original.rows, input)
  const bySize = setCredits(
    gather(masked.keys, drawn.masked),
    original.keys,
    right,
    ties,
    sets,
    linkage.slack,
    (done) => input.tick(done),
  )
  const each = meanCredits(bySize.map(({ credit }) => credit))
  const records = new Float64Array(input.masked.rows).fill(Number.NaN)
  drawn.masked.forEach((at, r) => (records[masked.rows[at]] = each[r]))
  return {
    ...measurementOf({
      credits: bySize.map(({ credit }) => credit),
      each,
      keys: rule === 'first' ? { 'column added': names } : worstSets(names, sets, bySize),
      complete,
      candidates: original.rows.length,
      counts,
      warnings: [...linkage.warnings, ...incompleteWarning(pairs.masked.length, complete)],
    }),
    records,
  }
}

/** Returns the original rows that are right for each masked record: all of its person. */
function rightOfPersons(
  own: Int32Array,
  linked: Int32Array,
  rows: ArrayLike<number>,
  { original, roles }: Pick<DldInput, 'original' | 'roles'>,
): RightRows {
  const persons = personsOf(original, roles)
  if (!persons) return oneRight(own)
  const members = Array.from({ length: persons.count }, (): number[] => [])
  for (const place of new Set(linked)) members[persons.ofRecord[rows[place]]].push(place)
  const right = Array.from(own, (place) => members[persons.ofRecord[rows[place]]])
  const starts = new Int32Array(own.length + 1)
  right.forEach((of, r) => (starts[r + 1] = starts[r] + of.length))
  return { starts, rows: Int32Array.from(right.flat()) }
}

/** Returns the mean credit of each record over the numbers of keys. */
function meanCredits(credits: readonly Float64Array[]): Float64Array {
  return credits[0].map((_, r) => credits.reduce((sum, credit) => sum + credit[r], 0) / credits.length)
}

/** Credits of links by a growing number of keys. */
interface LinkedByKeys {
  readonly credits: readonly Float64Array[]
  readonly each: Float64Array
  readonly keys: Readonly<Record<string, readonly string[] | Float64Array>>
  readonly complete: number
  readonly candidates: number
  readonly counts: ReturnType<typeof leftOut>
  readonly warnings: readonly string[]
}

function measurementOf({ credits, each, keys, complete, candidates, counts, warnings }: LinkedByKeys): Measurement {
  const percents = credits.map((credit) => (100 * sumOver(credit.length, (i) => credit[i])) / credit.length)
  return {
    value: percents.reduce((sum, percent) => sum + percent, 0) / percents.length,
    used: each.length,
    ...percentSample(complete, each),
    tables: new Map([
      [
        'keys',
        table({
          ...keys,
          keys: Float64Array.from(percents, (_, i) => i + 1),
          percent: Float64Array.from(percents),
          'percent by chance': Float64Array.from(percents, () => 100 / candidates),
        }),
      ],
      ['left-out', counts],
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Returns the measurement of links by the first 1, 2, … columns. */
function growingOf({ rows, search, attacked, credits }: LinkedRecords): Measurement {
  const { names, x, constant, candidates, pairs, complete, isPartial } = search
  const each = meanCredits(credits)
  const counts = leftOut({
    [notUsed.withoutOrigin]: rows.masked - rows.pairs,
    [notUsed.incomplete]: rows.pairs - pairs,
    [notUsed.constantColumns]: constant,
  })
  const keys = { 'column added': names }
  const warnings = [...dominatedColumns(names, x), ...incompleteWarning(rows.pairs, complete, isPartial)]
  return {
    ...measurementOf({ credits, each, keys, complete: attacked, candidates, counts, warnings }),
    ...creditInterval(each),
  }
}

function recordsOf({ rows, credits, numbers }: LinkedRecords): Float64Array {
  const records = new Float64Array(rows.masked).fill(Number.NaN)
  meanCredits(credits).forEach((credit, r) => (records[numbers.own[r]] = credit))
  return records
}

/**
 * Returns the largest number of attacked records. With many sets of keys it is smaller: as many searches as by the
 * first seven, at least 10,000.
 */
function mostAttacked(sets: number): number {
  const most = linkageCost.sampleAbove
  return Math.min(most, Math.max(10_000, Math.floor((MOST_KEYS * most) / sets)))
}

/**
 * Returns, for each size, the set of keys that links most records, the number of sets, and the smallest and largest
 * share linked.
 */
function worstSets(
  names: readonly string[],
  sets: readonly (readonly (readonly number[])[])[],
  bySize: readonly SetCredits[],
): Readonly<Record<string, readonly string[] | Float64Array>> {
  const most = bySize.map(({ percents }) => percents.reduce((a, b) => Math.max(a, b)))
  return {
    'worst columns': sets.map((ofSize, s) => {
      const worst = ofSize[bySize[s].percents.indexOf(most[s])]
      return worst.map((j) => names[j]).join(' + ')
    }),
    sets: Float64Array.from(sets, ({ length }) => length),
    'least percent': Float64Array.from(bySize, ({ percents }) => percents.reduce((a, b) => Math.min(a, b))),
    'greatest percent': Float64Array.from(most),
  }
}
