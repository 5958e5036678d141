import { defineMetric, numericValues, type Measurement, type MeasureInput } from '@sdc/core'
import { oneGroup, refineGroups, standardise } from '@sdc/stats'
import * as z from 'zod'
import { completeRows, correspondence, gather, truthParam, type Correspondence, type Truth } from '../correspondence.js'
import { linkCredit, type TieCount } from '../link.js'
import { leftOut, table, tooFewPairs, unmeasured, withoutOrigin } from '../measurement.js'

/** The parameters of the linkage, which the scores share. */
export const linkageParams = {
  truth: truthParam,
  keys: z.enum(['first']).default('first').meta({
    description: 'The columns the intruder knows in DLD-i: the first i of the file.',
  }),
  ties: z
    .enum(['fractional', 'first', 'inclusive', 'strict'])
    .default('fractional')
    .meta({
      description:
        'What a link is worth where several original records are equally near: the chance of a random pick among them, ' +
        'the one that comes first, a hit if the right one is among them, or a hit only if it is alone.',
    }),
}

const MOST_KEYS = 7

/**
 * Distance-based record linkage by a growing number of keys.
 *
 * DLD-i: percent of the masked records whose nearest original record, by Euclidean distance in the first i columns
 * standardised by the original's means and standard deviations, is the right one. DLD: mean of DLD-1 … DLD-min(7, d).
 * Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, section 2; Domingo-Ferrer & Torra 2001.
 */
export const dld = defineMetric({
  id: 'risk/dld',
  title: 'Distance-based record linkage (DLD)',
  summary:
    'The share of masked records that an intruder who knows the first 1 to 7 columns links to the right original ' +
    'record.',
  formula: 'DLD = mean over i = 1…min(7, d) of 100 · share{nearest original record in columns 1…i is the right one}',
  source: 'Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, section 2; Domingo-Ferrer & Torra 2001',
  notes: [
    'Original records that share all keys cannot be told apart: by default each of t equals is found with chance ' +
      '1/t, so an unmasked file has 100 only where no two records share the keys. ties: inclusive gives 100 in any ' +
      'case.',
    'Distances within 1e-9 standard deviations of each other are ties.',
    'Complete cases: a masked record with a missing key, or whose original has one, is left out, and an original ' +
      'record with a missing key is no candidate. Masked records without a known origin are left out. The table ' +
      'counts them.',
    'Columns that are constant in the original are no keys.',
    'truth: nearest is the convention of the source; it reports risk even where the masked file has no link to the ' +
      'original.',
  ],
  kind: 'risk',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 100,
  params: z.object(linkageParams),
  measure: (input) => measureDld(input, correspondence(input, input.params.truth, 'risk/dld'), input.params),
})

export interface LinkageOptions {
  readonly truth: Truth
  readonly ties: TieCount
}

/** DLD of given pairs of records; the scores call it too. */
export function measureDld(
  input: MeasureInput<unknown>,
  pairs: Correspondence,
  { truth, ties }: LinkageOptions,
): Measurement {
  const why = tooFewPairs(pairs.masked.length, input.origin, truth === 'identity')
  if (why) return unmeasured(why)
  const x = input.columns.map((name) => numericValues(input.original, name))
  const y = input.columns.map((name) => numericValues(input.masked, name))
  const { constant } = standardise(x)
  const varying = input.columns.flatMap((_, j) => (constant[j] ? [] : [j]))
  const keys = varying.slice(0, MOST_KEYS)
  if (keys.length === 0) return unmeasured('every column is constant in the original: there is nothing to link by')
  const keysOf = (columns: readonly Float64Array[]): Float64Array[] =>
    standardise(
      keys.map((j) => columns[j]),
      keys.map((j) => x[j]),
    ).columns

  const zx = keysOf(x)
  const zy = keysOf(y)
  const candidates = completeRows(zx, input.original.rows)
  const rowOf = new Int32Array(input.original.rows).fill(-1)
  candidates.forEach((row, at) => (rowOf[row] = at))
  const complete = new Uint8Array(input.masked.rows)
  for (const row of completeRows(zy, input.masked.rows)) complete[row] = 1
  const usable = Int32Array.from(pairs.masked.keys()).filter(
    (r) => complete[pairs.masked[r]] === 1 && rowOf[pairs.original[r]] >= 0,
  )
  const masked = usable.map((r) => pairs.masked[r])
  const unlinked = truth === 'identity' ? withoutOrigin(input.origin) : 0
  const counts = leftOut({
    'records without origin': unlinked,
    'records with a missing value': input.masked.rows - unlinked - masked.length,
    'constant columns': input.columns.length - varying.length,
  })
  if (usable.length < 2) {
    const reason = `${usable.length} masked records have all keys in both files, and 2 are needed`
    return unmeasured(reason, usable.length, new Map([['left-out', counts]]))
  }
  const right = usable.map((r) => rowOf[pairs.original[r]])
  const credits = linkageCredits(gather(zy, masked), gather(zx, candidates), right, ties, (done) => input.tick(done))
  const percents = credits.map((credit) => (100 * credit.reduce((sum, one) => sum + one, 0)) / credit.length)
  const records = new Float64Array(input.masked.rows).fill(Number.NaN)
  masked.forEach((row, r) => (records[row] = credits.reduce((sum, credit) => sum + credit[r], 0) / credits.length))
  return {
    value: percents.reduce((sum, percent) => sum + percent, 0) / percents.length,
    used: masked.length,
    records,
    tables: new Map([
      [
        'keys',
        table({
          'key added': keys.map((j) => input.columns[j]),
          keys: Float64Array.from(keys, (_, i) => i + 1),
          percent: Float64Array.from(percents),
          'percent by chance': Float64Array.from(keys, () => 100 / candidates.length),
        }),
      ],
      ['left-out', counts],
    ]),
  }
}

/** {@link linkCredit} for the first 1, 2, … of the keys; every array of `from` and `to` is one standardised key. */
export function linkageCredits(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  truth: Int32Array,
  ties: TieCount,
  tick: (fraction: number) => void,
): Float64Array[] {
  let groups = oneGroup(to[0].length)
  return to.map((key, i) => {
    groups = refineGroups(groups, key)
    const known = i + 1
    const progress = (done: number): void => tick((i + done) / to.length)
    return linkCredit(from.slice(0, known), to.slice(0, known), groups, truth, ties, progress)
  })
}
