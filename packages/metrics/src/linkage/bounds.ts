/**
 * Bounds: how many masked records an original one can have become, by an intruder who knows how far values moved at most.
 *
 * Noise of a bounded law, rounding, rank windows and coded tails leave each original in an interval around its masked value. Who
 * knows a person's values keeps the masked records whose intervals hold them in every column; where one is left it is
 * theirs, for certain.
 */
import { defineMetric, numericValues, type Measurement, type MeasureInput } from '@sdc/core'
import { mean, sortedValues } from '@sdc/stats'
import { figures, gather, knownPairs, table, tooFewPairs, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { drawnRecords, percentSample } from './attacked-sample.js'
import { boundedCandidates } from './bounded-candidates.js'
import { boundLaws, heldValues, type BoundLaw } from './bound-laws.js'
import { NO_KEYS, varyingColumns } from './linkage-keys.js'
import { linkedValues, rightRows, someRecords } from './record-linkage.js'

/** Pairs of records that are compared at most: all of 20,000 records, a sample of more. */
const MOST_PAIRS = 4e8

export const boundsMetric = defineMetric({
  id: 'risk/bounds',
  title: 'Records named by bounds',
  summary:
    'The share of original records that an intruder who knows how far values moved at most names for certain in the masked file.',
  formula:
    '100 · share{i : |C_i| = 1},  C_i = {masked t : y_tj ∈ B_j(x_ij) for every column j},  B_j(x) = x ± a, x ± (h·|x| + s/2), ' +
    'w ranks around x, or x itself between coded tails',
  source: [
    { where: 'This project: the values that a bounded law leaves' },
    { key: 'nin-herranz-torra-2008', where: 'the same of rank windows' },
  ],
  notes: [
    {
      topic: 'reading',
      text:
        'The table columns has the law that bounds each column. Laws tried: difference (additive noise, rounding), ratio ' +
        '(multiplicative noise, rounded to the step s of the column), ranks (rank swapping), coded tails. The law that ' +
        'leaves the fewest candidates is taken, with the least bound that holds for all records.',
    },
    {
      topic: 'reading',
      text:
        'The bound is measured from both files: an intruder who has the parameters of a bounded law knows as much, and a ' +
        'half width that is not published is taken as known. For laws without bounds (normal noise) nobody can know it: ' +
        'then the value is what an intruder finds who supposes it and is lucky, and none of their links is certain.',
    },
    {
      topic: 'limits',
      text:
        'One record that moved far widens the bound of its column for all. Then the value is low though most records can ' +
        'be found: compare risk/dbrl. Numbers that were recoded to classes are measured by risk/k-anonymity.',
    },
    {
      topic: 'missing',
      text: 'A value that the original lacks bounds nothing. A masked value that is missing may have been any. Constant columns bound nothing.',
    },
    {
      topic: 'limits',
      text: 'Above 400 million pairs of records (20,000 in each file) it looks for a simple random sample, and gives the standard error.',
    },
  ],
  kind: 'risk',
  high: { share: 0.1, meaning: 'an intruder who knows how far values moved at most names {value} of the records' },
  better: 'lower',
  unit: '%',
  range: [0, 100],
  cost: { time: 'O(n²) at worst', sampleAbove: Math.sqrt(MOST_PAIRS) },
  share: 'records',
  recordsOf: 'original',
  needsOrigin: true,
  atIdentity: 100,
  params: z.object({}),
  streamed: () => ({
    shape: 'whole',
    why: 'it compares records in the order of all values; risk/dbrl runs in parts, by a sample',
  }),
  measure: measureBounds,
})

function measureBounds(input: MeasureInput<unknown>): Measurement {
  const { original, masked, origin, rng } = input
  const pairs = knownPairs(origin)
  const why = tooFewPairs(pairs.masked.length, origin, true)
  if (why) return unmeasured(why)
  const { names } = varyingColumns(input)
  if (names.length === 0) return unmeasured(NO_KEYS)
  const all = rightRows(pairs.original, pairs.masked)
  const x = names.map((name) => numericValues(original, name))
  const y = names.map((name) => numericValues(masked, name))
  const most = Math.max(1, Math.floor(MOST_PAIRS / masked.rows))
  const drawn = drawnRecords(
    all.linked.length,
    () => linkedValues([x, y], all),
    { candidates: masked.rows, keys: 1 },
    rng,
    most,
  )
  const { linked, right } = drawn.length < all.linked.length ? someRecords(all, drawn) : all
  const known = gather(x, linked)
  const pairsOfX = gather(x, pairs.original)
  const pairsOfY = gather(y, pairs.masked)
  const laws = names.map((_, j) => narrowest(known[j], pairsOfX[j], pairsOfY[j], sortedValues(y[j])))
  const columns = laws.map(({ intervals }, j) => ({ released: y[j], intervals }))
  const { count, last } = boundedCandidates(columns, linked.length, (done) => input.tick(done))
  const named = Float64Array.from(linked, (_, r) =>
    count[r] === 1 && right.rows.subarray(right.starts[r], right.starts[r + 1]).includes(last[r]) ? 1 : 0,
  )
  const records = new Float64Array(original.rows).fill(Number.NaN)
  linked.forEach((row, r) => (records[row] = named[r]))
  return {
    value: 100 * mean(named),
    used: linked.length,
    ...percentSample(all.linked.length, named),
    records,
    tables: new Map([
      [
        'candidates',
        figures({
          'records looked for': linked.length,
          'masked records': masked.rows,
          'records with one candidate': count.filter((one) => one === 1).length,
          'mean of 1/candidates, percent': 100 * mean(count.map((one) => (one > 0 ? 1 / one : 0))),
          'mean of candidates': mean(count),
        }),
      ],
      [
        'columns',
        table({
          column: names,
          'bounded by': laws.map(({ law }) => law),
          bound: Float64Array.from(laws, ({ bound }) => bound),
          'candidates by this column': Float64Array.from(laws, ({ candidates }) => candidates),
        }),
      ],
    ]),
  }
}

/** The law that leaves the fewest values, and how many it leaves on average. */
function narrowest(
  known: Float64Array,
  x: Float64Array,
  y: Float64Array,
  sorted: Float64Array,
): BoundLaw & { readonly candidates: number } {
  return boundLaws(known, x, y, sorted)
    .map((law) => ({ ...law, candidates: mean(heldValues(law.intervals, sorted)) }))
    .reduce((best, law) => (law.candidates < best.candidates ? law : best))
}
