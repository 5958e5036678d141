/**
 * Bounds: number of masked records that may belong to an original one, for an intruder who knows a limit on the changes
 * of values.
 *
 * Noise of a bounded law, rounding, rank windows and coded tails leave each original in an interval around its masked
 * value. An intruder who knows a person's values keeps the masked records whose intervals contain them in every column.
 * If one record is left, it is that person's for certain.
 */
import { defineMetric, numericValues, type Dataset, type Measurement, type MeasureInput } from '@sdc/core'
import { mean, sortedValues } from '@sdc/stats'
import { figures, gather, knownPairs, table, tooFewPairs, unmeasured, type Correspondence } from '@sdc/toolkit'
import * as z from 'zod'
import { drawnRecords, percentSample } from '../linkage/columns/attacked-sample.js'
import { cellHolds, keyDomain, releasedKey } from '@sdc/toolkit/internal'
import { boundedCandidates, type ClassColumn } from './limited-candidates.js'
import { boundLaws, coveredValues, type BoundLaw } from './bound-laws.js'
import { NO_KEYS, varyingColumns } from '../linkage/columns/linkage-keys.js'
import { linkedValues, rightRows, someRecords } from '../linkage/search/record-linkage.js'
import { riskInPercent } from '../card-facts.js'

/**
 * Shares of the values of a column that an intruder assumes to be within limits, so that a few gross errors protect
 * nobody.
 */
const SHARES = [1, 0.99, 0.95]

/** Largest number of compared pairs: all of 20,000 records, a sample of larger files. */
const MOST_PAIRS = 4e8

export const boundsMetric = defineMetric({
  id: 'risk/bounds',
  title: 'Records identified by bounds',
  summary:
    'Share of original records that an intruder identifies for certain from the maximum distance between masked and ' +
    'original values.',
  formula:
    '100 · max over s of share{i : C_i = {i}},  C_i = {masked t : y_tj ∈ B_j(x_ij) for every column j},  B_j(x) = x ' +
    '± a, x ± (h·|x| + s/2), w ranks around x, or x itself between coded tails, with limits that hold for s = 100, ' +
    '99, 95 % of the values',
  source: [
    { where: 'This project: the candidates under a bounded law' },
    { key: 'nin-herranz-torra-2008', where: 'the same for rank windows' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The table columns has the law that bounds each column. Laws tried: difference (additive noise, rounding), ratio ' +
        '(multiplicative noise, rounded to the step s of the column), ranks (rank swapping), coded tails. The metric ' +
        'uses the law with the fewest candidates, and the least limit that holds for all records.',
    },
    {
      topic: 'interpretation',
      text:
        'The limit comes from both files. An intruder who has the parameters of a bounded law knows as much, and an ' +
        'unpublished half width counts as known. For laws without bounds (normal noise) nobody can know the limit. The ' +
        'value then describes a lucky guess, and no link is certain.',
    },
    {
      topic: 'limits',
      text:
        'One record that moved far widens the limit of its column for all. So the intruder also tries the limits that ' +
        'hold for 99 and 95 % of the values, and sometimes errs. The value is that of the intruder who identifies most; ' +
        'the table intruders has the right and wrong identifications of each. If all masked columns are recoded, see ' +
        'risk/compatible.',
    },
    {
      topic: 'interpretation',
      text:
        'Columns recoded to classes (20-29, [20,30), levels of a hierarchy) count in addition to numbers: a released ' +
        'record fits if its class contains the known value.',
    },
    {
      topic: 'missing',
      text: 'A missing original value sets no limit. A missing masked value fits every value. Constant columns are ignored.',
    },
    {
      topic: 'limits',
      text:
        'Above 400 million pairs of records (20,000 in each file) the metric uses a simple random sample, and gives the ' +
        'standard error.',
    },
  ],
  ...riskInPercent,
  files: 'whole',
  high: { share: 0.1, meaning: 'an intruder who knows the maximum change of values identifies {value} of the records' },
  cost: { time: 'O(n²) at worst', sampleAbove: Math.sqrt(MOST_PAIRS) },
  share: 'records',
  params: z.object({}),
  needsFile: () => ({ why: 'it compares records in the order of all values; risk/dbrl runs out of core on a sample' }),
  plan: () => ({ form: 'file', measure: measureBounds }),
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
  const recoded = recodedColumns(input, linked, pairs)
  const isOwn = (r: number, row: number): boolean =>
    right.rows.subarray(right.starts[r], right.starts[r + 1]).includes(row)
  const sorted = y.map(sortedValues)
  const attacks = SHARES.map((share, at): Attack => {
    const laws = names.map((_, j) => narrowest(known[j], pairsOfX[j], pairsOfY[j], sorted[j], share))
    const columns = laws.map(({ intervals }, j) => ({ released: y[j], intervals }))
    const classes = recoded.flatMap(({ holds, column }) => (holds >= share ? [column] : []))
    const tick = (done: number): void => input.tick((at + done) / SHARES.length)
    const { count, last } = boundedCandidates({ columns, classes }, linked.length, tick)
    const named = Float64Array.from(linked, (_, r) => (count[r] === 1 && isOwn(r, last[r]) ? 1 : 0))
    return { share, laws, count, named, percent: 100 * mean(named) }
  })
  const worst = attacks.reduce((most, one) => (one.percent > most.percent ? one : most))
  const { laws, count, named } = worst
  const records = new Float64Array(original.rows).fill(Number.NaN)
  linked.forEach((row, r) => (records[row] = named[r]))
  return {
    value: worst.percent,
    used: linked.length,
    ...percentSample(all.linked.length, named),
    records,
    tables: new Map([
      ['intruders', intrudersTable(attacks)],
      [
        'candidates',
        figures({
          'attacked records': linked.length,
          'masked records': masked.rows,
          'records with one candidate': count.filter((one) => one === 1).length,
          'mean of 1/candidates, percent': 100 * mean(count.map((one) => (one > 0 ? 1 / one : 0))),
          'mean of candidates': mean(count),
        }),
      ],
      [
        'columns',
        table({
          column: [...names, ...recoded.map(({ name }) => name)],
          'bounded by': [...laws.map(({ law }) => law), ...recoded.map(() => 'classes')],
          bound: Float64Array.from([...laws.map(({ bound }) => bound), ...recoded.map(() => Number.NaN)]),
          'candidates by this column': Float64Array.from([
            ...laws.map(({ candidates }) => candidates),
            ...recoded.map(() => Number.NaN),
          ]),
        }),
      ],
    ]),
  }
}

/** Result of an intruder who assumes that a share of the values is within limits. */
interface Attack {
  readonly share: number
  readonly laws: readonly (BoundLaw & { readonly candidates: number })[]
  readonly count: Float64Array
  readonly named: Float64Array
  readonly percent: number
}

function intrudersTable(attacks: readonly Attack[]): Dataset {
  const alone = ({ count }: Attack): number => count.reduce((sum, one) => sum + (one === 1 ? 1 : 0), 0)
  const wrong = (attack: Attack): number => alone(attack) - attack.named.reduce((sum, one) => sum + one, 0)
  return table({
    'values within bounds, percent': Float64Array.from(attacks, ({ share }) => 100 * share),
    'identified, percent': Float64Array.from(attacks, ({ percent }) => percent),
    'identified wrongly, percent': Float64Array.from(attacks, (one) => (100 * wrong(one)) / one.named.length),
  })
}

/** A column that was recoded to classes, and the share of pairs whose class contains the true value. */
interface RecodedColumn {
  readonly name: string
  readonly holds: number
  readonly column: ClassColumn
}

/** Returns the columns whose released values are classes of the original's values. */
function recodedColumns(
  { original, masked, roles }: MeasureInput<unknown>,
  linked: Int32Array,
  pairs: Correspondence,
): RecodedColumn[] {
  return original.names.flatMap((name): RecodedColumn[] => {
    if (!masked.names.includes(name) || roles.identifiers.includes(name)) return []
    const [before, after] = [original.column(name), masked.column(name)]
    if (after.kind === 'numeric') return []
    const domain = keyDomain(before, roles.hierarchies?.get(name), roles.times?.get(name))
    const isNew = (code: number): boolean =>
      code >= 0 && domain.kind === 'categorical' && !domain.codeOf.has(after.levels[code])
    if (domain.kind === 'categorical' && !after.codes.some(isNew)) return []
    const { codes, cells } = releasedKey(domain, after)
    const holds = cellHolds(domain, cells)
    const held = pairs.original.reduce((sum, row, r) => sum + (holds(row, codes[pairs.masked[r]]) ? 1 : 0), 0)
    const fits = (r: number): Uint8Array =>
      Uint8Array.from({ length: cells.length }, (_, code) => (holds(linked[r], code) ? 1 : 0))
    return [{ name, holds: held / pairs.original.length, column: { codes, fits } }]
  })
}

/** Returns the law that leaves the fewest values, and the mean number that it leaves. */
function narrowest(
  known: Float64Array,
  x: Float64Array,
  y: Float64Array,
  sorted: Float64Array,
  share: number,
): BoundLaw & { readonly candidates: number } {
  return boundLaws(known, x, y, sorted, share)
    .map((law) => ({ ...law, candidates: mean(coveredValues(law.intervals, sorted)) }))
    .reduce((best, law) => (law.candidates < best.candidates ? law : best))
}
