/**
 * Distance to the closest record, compared with a control: number of released records that are nearer to the original
 * than by chance.
 *
 * Each released record is nearest to a record of the original or of a control file of other people. If the release is
 * independent of membership in the original, the probabilities are proportional to the numbers of people. Value = 100 ·
 * excess, the share of released records beyond chance that are nearer to the original. It is computed for all released
 * records, or for those with the smallest distances: the set with the largest excess in standard deviations counts. A
 * permutation test gives the value from which the risk is fair; a high risk also needs at least 10 %. Source: Platzer &
 * Reutterer 2021 for the share of synthetic records nearer to the training file than to a holdout; the subsets and the
 * test by people are new here.
 */
import { defineMetric, option, takeRows, type Dataset, type MeasureInput, type Measurement } from '@sdc/core'
import { figures, leftOut, table, unmeasured } from '@sdc/toolkit'
import { sampledRows, sampleOf } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { riskInPercent } from '../card-facts.js'
import { lackingInControl, needsControl } from '../control-file.js'
import { unlikeText } from '../inference/mixed-keys.js'
import { excessTest, type ExcessTest } from './excess-test.js'
import { nearestRecords, type NearestRecords } from './nearest-records.js'
import { peopleOf } from './people-of.js'

/** Largest number of compared released records; a sample of more. */
const SAMPLE_ABOVE = 2500
/** Smallest number of people on each side: fewer allow too few random choices. */
const LEAST_PEOPLE = 20
/** Shares of the released records, those with the smallest distances, that are tested separately. */
const SMALLEST = [0.25, 0.05, 0.01]
/** Smallest number of released records of a tested subset. */
const LEAST_RECORDS = 5
/** Largest percentage of released records that equal a control record, for equal records to count as copies. */
const MOST_EQUAL = 1
/** Smallest percentage of a high excess, even if it is certain. */
const LEAST_HIGH = 10

export const distanceToClosestMetric = defineMetric({
  id: 'risk/distance-to-closest',
  title: 'Distance to closest record',
  summary:
    'Share of released records that are nearer to a record of the original than to people outside, beyond chance, ' +
    'with a test.',
  brief: [
    '0 % means that the release is as near to people outside as to people in the file.',
    `High from ${LEAST_HIGH} %, fair below, if a test finds more than chance. It finds that in 5 % of independent releases.`,
  ],
  formula:
    '100 · (A − p/q · B)/n,  A and B of n released records nearest to one of p people of the original or q of the control',
  source: [
    {
      key: 'platzer-reutterer-2021',
      where: 'the share of synthetic records nearer to the training file than to a holdout',
    },
    { key: 'westfall-young-1993', where: 'the greatest of several statistics under permutation' },
    { key: 'gower-1971', where: 'a distance of numbers and categories' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'If a release consists of copies and of records drawn independently, the value estimates the share of copies, ' +
        'also for files of different sizes. A method that fits its data too closely has a value above 0 without exact ' +
        'copies. A value below 0 is chance and is given as 0.',
    },
    {
      topic: 'interpretation',
      text:
        'The distance to the closest original record alone says nothing: common people have near neighbours in any ' +
        'release. A copy of a rare person disappears in the mean. So the metric compares with people outside, and tests ' +
        'the smallest distances by themselves. The table nearest has all subsets: all released records, the nearest ' +
        '25, 5 and 1 %, and those with distance 0. The value is that of the subset with the clearest excess.',
    },
    {
      topic: 'choices',
      text:
        'The test draws 999 times at random who of both files counts as original. It rejects from the value that 5 % ' +
        `of these draws reach in their clearest subset. The risk is high if the test rejects and the value is above ` +
        `${LEAST_HIGH} %, as for membership and attribute inference. If it rejects below, the risk is fair: large files make ` +
        'a small excess certain, too. Exact copies are high from any excess that the test finds, if fewer than ' +
        `${MOST_EQUAL} % of the released records equal one of the control. All records of a household or person move ` +
        'together. The test is exact even though released records depend on each other: one record of the ' +
        'original can be the nearest of many. The table closest has the probability p.',
    },
    {
      topic: 'choices',
      text:
        'Both files are searched at once, so a larger file is not nearer by its size alone. If several records are ' +
        'equally near, they share the released record. Distances sum the differences of positions among the values of ' +
        'both files for numbers and ordered categories, 0 or 1 for others. A missing value equals a missing value. ' +
        'Linear changes of units, names of categories and the order of columns change nothing.',
    },
    {
      topic: 'parameters',
      text:
        "It needs a control file: people from the original's population who are not in it. sdc run --halves makes " +
        'one from the file itself. If its people differ otherwise (other years, other places), the test detects the ' +
        'difference between the files instead.',
    },
    {
      topic: 'limits',
      text:
        'A low value does not prove safety. The test counts copies: one or two of them, or records close to rare ' +
        'people, stay below the level. In a file of few categories many records are equal by chance, and copies are fair ' +
        'up to the level. So look at the subset equal, and at the percentages equal to a record. In the table closest, ' +
        '"fair from" is the smallest value that the test detects in these files. The interval holds for all subsets at once.',
    },
    {
      topic: 'missing',
      text: 'A column that is numeric in one file and categorical in another is not compared, with a warning.',
    },
  ],
  ...riskInPercent,
  high: { meaning: 'the share of released records nearest to the original exceeds chance by {value}' },
  accepts: ['numeric', 'ordered', 'nominal'],
  needsOrigin: false,
  needs: 'control',
  ownInterval: true,
  cost: { time: 'O(n log n), and up to O(n) for each of 2,500 released records', sampleAbove: SAMPLE_ABOVE },
  params: z.object({}),
  needsFile: () => ({
    why: `it searches all original records, and people who are not in the file (${option('control')})`,
  }),
  plan: () => ({ form: 'file', measure }),
})

function measure(input: MeasureInput<unknown>): Measurement {
  const { original, masked, control, roles, rng } = input
  if (control === undefined) return unmeasured(needsControl())
  const lacking = lackingInControl(control, input.columns)
  if (lacking !== undefined) return unmeasured(lacking)
  const people = peopleOf([original, control], roles)
  const [inside, outside] = [people.first, people.count - people.first]
  if (Math.min(inside, outside) < LEAST_PEOPLE)
    return unmeasured(
      `the original has ${inside} people and the control file ${outside}; ${LEAST_PEOPLE} of each are necessary`,
    )
  if (masked.rows < LEAST_RECORDS)
    return unmeasured(`the masked file has ${masked.rows} records, fewer than the necessary ${LEAST_RECORDS}`)
  const rows = sampledRows(
    Int32Array.from({ length: masked.rows }, (_, i) => i),
    SAMPLE_ABOVE,
    rng.child('released'),
  )
  const released = takeRows(masked, rows)
  const nearest = nearestRecords(released, original, control, input.columns, (done) => input.tick(0.8 * done))
  const { keys, toOriginal, toControl } = nearest
  if (keys.names.length === 0)
    return unmeasured('no column can be compared: each is numeric in one file and categorical in another')
  const subsets = subsetsOf(nearest)
  const counts = subsets.map(({ isIn }) => {
    const byPerson = new Float64Array(people.count)
    nearest.countsOf(isIn).forEach((count, row) => (byPerson[people.ofRecord[row]] += count))
    return byPerson
  })
  const n = released.rows
  const test = excessTest({ counts, inside, released: n }, rng.child('labellings'), (done) =>
    input.tick(0.8 + 0.2 * done),
  )
  const { excesses, greatest, p, critical, width } = test
  const { value: excess, standardError } = excesses[greatest]
  const value = Math.min(100, Math.max(0, 100 * excess))
  const half = 100 * width * standardError
  const share = (of: Uint8Array): number => (100 * exactCopies(nearest, of)) / n
  // If almost no record equals one of other people, equal records are copies.
  const areCopies = subsets[greatest].farthest === 0 && share(toControl) < MOST_EQUAL
  const sample = sampleOf(masked.rows, sampledExcess(nearest, subsets[greatest].isIn, inside / outside))
  return {
    value,
    high: Math.min(100, Math.max(areCopies ? 0 : LEAST_HIGH, 100 * critical)),
    fair: Math.min(100, 100 * critical),
    used: n,
    interval: {
      low: Math.max(0, Math.min(value, 100 * excess - half)),
      high: Math.min(100, Math.max(value, 100 * excess + half)),
      by: 'jackknife',
    },
    tables: new Map([
      [
        'closest',
        figures({
          'p of the test': p,
          'fair from': 100 * critical,
          'people of the original': inside,
          'people of the control': outside,
          'released records': n,
          'percent equal to a record of the original': share(toOriginal),
          'percent equal to a record of the control': share(toControl),
        }),
      ],
      ['nearest', subsetTable(subsets, counts, test, { inside, all: people.count })],
      [
        'left-out',
        leftOut({ 'columns of another kind in one of the files': input.columns.length - keys.names.length }),
      ],
    ]),
    ...(sample && { sample }),
    ...warningsOf(keys.unlike, people.lacking),
  }
}

/** Released records that are tested together. */
interface Subset {
  readonly name: string
  readonly isIn: Uint8Array
  readonly records: number
  /** Greatest distance of one of them. */
  readonly farthest: number
}

/** Returns a row for each tested subset: nearest people, and excess over chance. */
function subsetTable(
  subsets: readonly Subset[],
  counts: readonly Float64Array[],
  { excesses }: ExcessTest,
  people: { readonly inside: number; readonly all: number },
): Dataset {
  const numbers = (of: (subset: number) => number): Float64Array => Float64Array.from(subsets.keys(), of)
  return table({
    'released records': subsets.map(({ name }) => name),
    records: numbers((s) => subsets[s].records),
    'difference of a column': numbers((s) => subsets[s].farthest),
    'percent nearest to the original': numbers((s) => (100 * insideOf(counts[s], people.inside)) / subsets[s].records),
    'percent by chance': numbers(() => (100 * people.inside) / people.all),
    excess: numbers((s) => 100 * excesses[s].value),
    'standard error': numbers((s) => 100 * excesses[s].standardError),
    'in standard deviations': numbers((s) => excesses[s].value / excesses[s].spread),
  })
}

/**
 * Returns all released records, those with the smallest distances, and those with distance 0; each set of records once.
 */
function subsetsOf({ distances }: NearestRecords): Subset[] {
  const sorted = distances.slice().sort()
  const limits = [
    { name: 'all', farthest: sorted[sorted.length - 1] },
    ...SMALLEST.map((share) => ({
      name: `nearest ${100 * share} %`,
      farthest: sorted[Math.ceil(share * sorted.length) - 1],
    })),
    { name: 'equal', farthest: 0 },
  ]
  const subsets = limits.map(({ name, farthest }) => {
    const isIn = Uint8Array.from(distances, (distance) => Number(distance <= farthest))
    return { name, farthest, isIn, records: isIn.reduce((a, b) => a + b, 0) }
  })
  return subsets.filter(
    ({ records }, s) => records >= LEAST_RECORDS && subsets.findIndex((other) => other.records === records) === s,
  )
}

const insideOf = (counts: Float64Array, inside: number): number => counts.subarray(0, inside).reduce((a, b) => a + b, 0)

function exactCopies({ distances }: NearestRecords, of: Uint8Array): number {
  return of.reduce((total, is, i) => total + (distances[i] === 0 ? is : 0), 0)
}

/** Returns the part of the value for each released record, in percent; equally near records count by files. */
function sampledExcess({ toOriginal, toControl }: NearestRecords, isIn: Uint8Array, odds: number): Float64Array {
  return Float64Array.from(isIn, (is, i) => {
    const original = toOriginal[i] / (toOriginal[i] + toControl[i])
    return 100 * is * (original - odds * (1 - original))
  })
}

function warningsOf(unlike: readonly string[], lacking: string | undefined): Pick<Measurement, 'warnings'> {
  const warnings = [
    ...unlike.map(unlikeText),
    ...(lacking === undefined
      ? []
      : [`the control file lacks the ids "${lacking}": its records count as people, and the test is too sure`]),
  ]
  return warnings.length > 0 ? { warnings } : {}
}
