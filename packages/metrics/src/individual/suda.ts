/**
 * SUDA: special uniques, records that are unique in the file by a few of their keys.
 *
 * A minimal sample unique of a record is a set of keys by which the record is unique, while it is not unique by any
 * smaller subset. Its score for k of d keys: Π (d − i), i = k … min(M, d − 1); the score of a record is the sum over
 * its sets of up to M keys. DIS-SUDA turns it into a probability. Value = percent of the records with such a set, or
 * unique by all their keys: their smallest set has more than M keys. With the role person, a set singles out a person,
 * and the value is the percent of persons with such a record. Source: Elliot, Manning & Ford 2002; Manning, Haglin &
 * Keane 2008; Elliot & Manning 2003 for DIS-SUDA.
 */
import { personsOf, worstOfPersons } from '@sdc/toolkit/internal'
import { dataset, defineMetric, noRoles, numeric, SdcError, type Measurement, type MeasureInput } from '@sdc/core'
import { MOST_KEYS, setsUpTo } from '@sdc/stats/internal'
import { figures, keyFrequencies, missingKeysParams, table, unmeasured, type KeyFrequencies } from '@sdc/toolkit'
import * as z from 'zod'
import { ownKeyMatches } from './own-key-matches.js'
import { sampleDesign, samplingFractionParam } from './sample-weights.js'
import { keyContributions, levelTable, type Contributions } from './suda-contributions.js'
import { sudaNotes } from './suda-notes.js'
import { DIS_KEYS, disScores, fileDis, setScores } from './suda-scores.js'
import { uniqueKeySets, whyUnique, type UniqueKeySets } from './unique-key-sets.js'
import { metricOfKeys } from '../keys/metric-of-keys.js'

const params = z.object({
  maxSize: z
    .int()
    .min(1)
    .max(MOST_KEYS)
    .default(3)
    .meta({
      description:
        'Maximum size M of a set of quasi-identifiers that makes a record unique. The number of quasi-identifiers ' +
        'searches all sets.',
      unit: 'keys',
    }),
  score: z
    .enum(['paths', 'factorial'])
    .default('paths')
    .meta({
      description:
        'Score of a set of k of d quasi-identifiers. paths: number of ways to extend it to maxSize, Π (d − i) for i = k ' +
        '… min(maxSize, d − 1); factorial: number of ways to extend it to all, (d − k)!.',
    }),
  samplingFraction: samplingFractionParam,
  ...missingKeysParams,
})

/** Largest number of searched sets of keys: all sets of 20 keys, or those of up to 6 of 30. */
const MOST_SETS = 1 << 20

export const sudaMetric = defineMetric({
  ...metricOfKeys,
  id: 'risk/suda',
  title: 'Special uniques (SUDA)',
  summary: 'Share of records that are unique in the file by their quasi-identifiers, with the few that suffice.',
  brief: [
    'So many of 100 records are unique by a few quasi-identifiers.',
    'It does not know the population: a unique record may have a double there.',
  ],
  formula:
    '100 · share of records with a minimal unique set, of at most maxSize keys or larger;  score = Σ over these sets of Π (d − i)',
  honours: ['weight', 'person'],
  source: [
    { key: 'elliot-manning-ford-2002', where: 'special uniques and their scores' },
    { key: 'manning-haglin-keane-2008', where: 'SUDA2, the search' },
    { key: 'elliot-2000', where: 'DIS, the risk of the file' },
    { key: 'elliot-manning-2003', where: 'DIS-SUDA' },
  ],
  notes: sudaNotes,
  high: { share: 0.1, meaning: '{value} of the records are unique by their quasi-identifiers' },
  share: 'records',
  cost: { time: 'O(n·s) for the s sets of at most maxSize quasi-identifiers' },
  params,
  needsFile: () => ({
    why:
      'it searches the smallest sets of quasi-identifiers that distinguish a record from all others; risk/k-anonymity ' +
      'and risk/individual-risk run out of core',
  }),
  plan: () => ({ form: 'file', measure: measureSuda }),
})

type SudaParams = z.infer<typeof params>

function measureSuda(input: MeasureInput<SudaParams>): Measurement {
  const { masked, columns, roles, params: asked } = input
  if (columns.length === 0) return unmeasured('no column is a quasi-identifier: assign that role in a schema')
  if (masked.rows === 0) return unmeasured('the file has no records')
  const missing = settledRule(asked)
  const d = columns.length
  refuseTooMany(d, asked.maxSize)
  const persons = personsOf(masked, roles)
  const design = sampleDesign(masked, roles, asked.samplingFraction, persons)
  const counted = keyFrequencies(masked, columns, { ...noRoles, person: roles.person }, asked)
  const { codes } = counted
  if (codes.every((column) => column.every((code) => code < 0)))
    return unmeasured('every quasi-identifier of every record is missing')
  const ofSize = setScores(d, asked.maxSize, asked.score)
  const scores = new Float64Array(masked.rows)
  const bySize = new Float64Array(ofSize.length)
  const contributions = keyContributions(codes)
  const tick = (done: number): void => input.tick(done)
  const sets = uniqueKeySets(
    codes,
    { maxSize: asked.maxSize, missing, persons: persons?.ofRecord, tick },
    (row, keys, size) => {
      scores[row] += ofSize[size]
      bySize[size]++
      contributions.add(row, keys, ofSize[size])
    },
  )
  const f = missing === 'never' ? ownKeyMatches(codes, counted.classes, persons?.ofRecord) : counted.f
  const ofUnits = (values: Float64Array, worst: 'least' | 'greatest'): Float64Array =>
    persons ? worstOfPersons(persons, values, worst) : values
  const least = ofUnits(f, 'least')
  const n = least.length
  const having = (count: number): number => least.reduce((total, one) => (one === count ? total + 1 : total), 0)
  const whole = { uniques: having(1), paired: having(2), fraction: design.fraction, keys: d }
  const counts = ofUnits(Float64Array.from(sets.count), 'greatest')
  const found = counts.reduce((total, one) => (one > 0 ? total + 1 : total), 0)
  const beyondSize = least.reduce((total, one, i) => (one === 1 && counts[i] === 0 ? total + 1 : total), 0)
  const ofPerson = disOf(ofUnits(scores, 'greatest'), least, whole)
  // A record that is not unique has probability 0, regardless of the other records of its person.
  const dis = persons
    ? scores.map((score, i) => (score > 0 || f[i] === 1 ? ofPerson[persons.ofRecord[i]] : 0))
    : ofPerson
  const beyond =
    d >= DIS_KEYS ? [`dis is not available: DIS-SUDA is not defined for ${DIS_KEYS} or more quasi-identifiers`] : []
  const warnings = [
    ...design.warnings,
    ...beyond,
    ...uniqueBeyond(beyondSize, persons ? 'person' : 'record', d, asked.maxSize),
    ...(missing === 'wildcard' ? lackingAll(counted) : []),
  ]
  return {
    value: (100 * (found + beyondSize)) / n,
    used: n,
    ...(persons && { unit: 'persons' as const }),
    records: scores,
    recordColumns: dataset([
      ['score', numeric(scores)],
      ['dis', numeric(dis)],
      ['sets', numeric(Float64Array.from(sets.count))],
      ['smallest set', numeric(Float64Array.from(sets.smallest, (size) => (size === 0 ? Number.NaN : size)))],
      ['why', whyUnique(sets, columns)],
    ]),
    tables: new Map([
      ['file', fileFigures(whole, n, persons ? 'persons' : 'records', found, sets, scores, dis)],
      ['sizes', sizeTable(bySize, sets.smallest)],
      ...contributionTables(input, counted, contributions),
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/**
 * Counts records, or persons, that are unique only by sets of more than maxSize keys: they have no score, but the value
 * counts them.
 */
function uniqueBeyond(count: number, unit: 'record' | 'person', d: number, maxSize: number): string[] {
  if (count === 0) return []
  const records = count === 1 ? `1 ${unit} is` : `${count} ${unit}s are`
  return [
    `${records} unique by all ${d} quasi-identifiers but by no ${maxSize} of them; the value counts them, but they ` +
      `have no score. Use maxSize: ${d} to score them`,
  ]
}

/** Warns that no record can be unique if others match everything. */
function lackingAll({ codes, classes: { firsts, sizes } }: KeyFrequencies): string[] {
  const at = firsts.findIndex((row) => codes.every((column) => column[row] < 0))
  if (at < 0) return []
  const [they, it] =
    sizes[at] === 1
      ? ['1 record lacks every quasi-identifier and matches', 'it is']
      : [`${sizes[at]} records lack every quasi-identifier and match`, 'they are']
  return [`${they} all others, so none is unique while ${it} present. Use missing: never to ignore missing values`]
}

/** Returns the rule of missing keys; `share` has no meaning here. */
function settledRule({ missing }: SudaParams): 'wildcard' | 'own-level' | 'never' {
  if (missing !== 'share') return missing
  const message = 'missing: share counts parts of records, but a set of quasi-identifiers is either unique or not'
  const fix = 'Use wildcard, own-level or never.'
  throw new SdcError('BAD_PARAMETER', message, { metric: 'risk/suda', parameter: 'missing' }, fix)
}

/** Throws BAD_PARAMETER for more keys, or sets of keys, than the search allows. */
function refuseTooMany(d: number, maxSize: number): void {
  if (d > MOST_KEYS) {
    const message = `the file has ${d} quasi-identifiers; risk/suda accepts at most ${MOST_KEYS}`
    const fix = 'Select the quasi-identifiers that an intruder is most likely to know.'
    throw new SdcError('BAD_PARAMETER', message, { metric: 'risk/suda' }, fix)
  }
  const sets = setsUpTo(d, maxSize)
  if (sets <= MOST_SETS) return
  let fits = maxSize
  while (setsUpTo(d, fits) > MOST_SETS) fits--
  const message = `${d} quasi-identifiers have ${sets} sets of up to ${maxSize}; risk/suda searches at most ${MOST_SETS}`
  const fix = `Use maxSize: ${fits}, or select fewer quasi-identifiers.`
  throw new SdcError('BAD_PARAMETER', message, { metric: 'risk/suda', parameter: 'maxSize' }, fix)
}

/** Returns dis of every record, or person; NaN if it is unique by all keys, but by no set that was searched. */
function disOf(
  scores: Float64Array,
  f: Float64Array,
  whole: { readonly paired: number; readonly fraction: number; readonly keys: number },
): Float64Array {
  if (whole.keys >= DIS_KEYS) return new Float64Array(scores.length).fill(Number.NaN)
  return disScores(scores, whole).map((dis, i) => (scores[i] === 0 && f[i] === 1 ? Number.NaN : dis))
}

function fileFigures(
  whole: { readonly uniques: number; readonly paired: number; readonly fraction: number },
  n: number,
  unit: 'records' | 'persons',
  found: number,
  sets: UniqueKeySets,
  scores: Float64Array,
  dis: Float64Array,
): ReturnType<typeof figures> {
  const greatest = (values: Float64Array): number => values.reduce((most, one) => (one > most ? one : most), 0)
  return figures({
    [unit]: n,
    [`${unit} unique by a set of at most maxSize keys`]: found,
    [`${unit} unique by all their keys`]: whole.uniques,
    [`${unit} that match exactly one other`]: whole.paired,
    'sampling fraction': whole.fraction,
    'DIS of the file: a match with a unique record is right with this probability': fileDis(whole),
    'minimal unique sets': sets.count.reduce((total, one) => total + one, 0),
    'greatest score': greatest(scores),
    'greatest dis': greatest(dis),
  })
}

/** Counts the minimal sets of each size, and the records whose smallest set has that size. */
function sizeTable(bySize: Float64Array, smallest: Int32Array): ReturnType<typeof table> {
  const records = new Float64Array(bySize.length)
  for (const size of smallest) records[size]++
  return table({
    'keys in the set': bySize.map((_, k) => k).slice(1),
    'minimal unique sets': bySize.slice(1),
    'records without a smaller set': records.slice(1),
  })
}

function contributionTables(
  { masked, columns }: MeasureInput<SudaParams>,
  { codes }: KeyFrequencies,
  { total, ofKeys, ofLevels }: Contributions,
): (readonly [string, ReturnType<typeof table>])[] {
  if (total() === 0) return []
  const percent = ofKeys.map((sum) => (100 * sum) / total())
  return [
    ['keys', table({ key: columns, 'percent of all scores': percent })],
    ['levels', levelTable(masked, columns, codes, ofKeys, ofLevels)],
  ]
}
