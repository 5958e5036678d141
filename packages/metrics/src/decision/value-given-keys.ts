/**
 * Share of what the quasi-identifiers leave unknown of a confidential number that the masked record of the person tells, if found.
 *
 * 100 · max over the columns x of (R²(x|S,Y) − R²(x|S))/(1 − R²(x|S)), R² adjusted; the greater of values and normal scores. S are
 * the keys that tell of the values, with their levels; Y are all masked values of the record.
 * Source: Muralidhar & Sarathy 2007 (the share of what is left unknown); this project (adjusted, in normal scores, given keys).
 */
import { defineMetric, type MeasureInput, type Measurement, type PrepareInput } from '@sdc/core'
import { knownPairs, table, unknownOrigin, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { explainedVariance } from '../model/explained-variance.js'
import { decisionColumns, finiteValues, releasedColumns } from './decision-columns.js'
import { riskOfRoles } from './key-linkage.js'
import { keyDesign, relatedKeys } from './key-relevance.js'
import { normalScores } from './normal-scores.js'

export const valueGivenKeysMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/value-given-keys',
  title: 'Value disclosure given the quasi-identifiers',
  summary:
    'Of the variation of a confidential number that the quasi-identifiers leave unexplained, the share that the masked record of ' +
    'the person explains; the greatest of the columns.',
  formula: '100 · max_x (R²(x|S,Y) − R²(x|S))/(1 − R²(x|S)), R² adjusted, the greater of values and normal scores',
  source: [
    { key: 'muralidhar-sarathy-2007', where: 'sections 2.1 and 5' },
    { where: 'This project: in normal scores, given the related keys' },
  ],
  notes: [
    {
      topic: 'choices',
      text:
        'A key is in S where it explains more than max(1 %, 4/n) of the normal scores of a value; a category counts by indicators ' +
        'of up to 20 levels.',
    },
    {
      topic: 'reading',
      text: 'It is the risk of a person who is found; risk/key-linkage says how many are, risk/found-and-learned multiplies both.',
    },
    {
      topic: 'missing',
      text:
        'Records with a missing value in a column of numbers, or of unknown origin, are left out. A masked column that was ' +
        'recoded to classes is left out.',
    },
  ],
  recordsOf: 'masked',
  high: {
    share: 0.5,
    meaning: 'the masked record tells {value} of what was not known of some value, if the person is found',
  },
  cost: { time: 'O(n(p + q)²) for p values and q indicators of keys' },
  params: z.object({}),
  prepare,
  measure,
})

interface Prepared {
  readonly related: readonly string[]
  readonly design: readonly Float64Array[]
  readonly scores: ReadonlyMap<string, Float64Array>
}

function prepare(input: PrepareInput<unknown>): Prepared {
  const { keys, values } = decisionColumns(input)
  const scores = new Map(values.map((name) => [name, normalScores(finiteValues(input.original.column(name)))]))
  const related = relatedKeys(input.original, keys, [...scores.values()])
  return { related, design: keyDesign(input.original, related), scores }
}

function measure(input: MeasureInput<unknown>): Measurement {
  const { original, masked, origin } = input
  const { design, scores, related } = (input.prepared as Prepared | undefined) ?? prepare(input)
  const { released, warnings } = releasedColumns(decisionColumns(input), masked)
  const names = released.values.filter((name) => masked.column(name).kind === 'numeric')
  if (names.length === 0) return unmeasured('no confidential column has numbers in both files')
  const pairs = knownPairs(origin)
  if (pairs.masked.length === 0) return unmeasured(unknownOrigin)
  const x = names.map((name) => finiteValues(original.column(name)))
  const y = names.map((name) => finiteValues(masked.column(name)))
  const complete = Int32Array.from(pairs.masked.keys()).filter(
    (r) =>
      x.every((values) => !Number.isNaN(values[pairs.original[r]])) &&
      design.every((values) => !Number.isNaN(values[pairs.original[r]])) &&
      y.every((values) => !Number.isNaN(values[pairs.masked[r]])),
  )
  const n = complete.length
  const taken = (values: Float64Array, of: Int32Array): Float64Array =>
    Float64Array.from(complete, (r) => values[of[r]])
  const given = design.map((values) => taken(values, pairs.original))
  const shares = (ofX: readonly Float64Array[], ofY: readonly Float64Array[]): Float64Array =>
    adjustedShares(
      ofX.map((values) => taken(values, pairs.original)),
      ofY.map((values) => taken(values, pairs.masked)),
      given,
      n,
    )
  if (n <= given.length + names.length + 1)
    return unmeasured(
      `${n} records have all values in both files, too few for ${given.length + names.length} columns`,
      n,
    )
  const byValue = shares(x, y)
  const byScore = shares(
    names.map((name, j) => scores.get(name) ?? x[j]),
    y.map(normalScores),
  )
  const columns = new Map(
    names.map((name, j): [string, number | null] => {
      const share = Math.max(...[byValue[j], byScore[j]].filter((one) => !Number.isNaN(one)))
      return [name, Number.isFinite(share) ? 100 * share : null]
    }),
  )
  const measured = [...columns.values()].filter((value) => value !== null)
  if (measured.length === 0) return unmeasured('every column is constant or determined by the quasi-identifiers', n)
  const percents = (of: Float64Array): Float64Array => of.map((share) => 100 * share)
  return {
    value: Math.max(...measured),
    used: n,
    columns,
    tables: new Map([
      ['columns', table({ column: names, values: percents(byValue), 'normal scores': percents(byScore) })],
      ['related keys', table({ key: related })],
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/**
 * (R²(x|S,Y) − R²(x|S))/(1 − R²(x|S)) by column, R² adjusted for the number of independent columns, at least 0.
 *
 * @param x - Columns of n values each.
 * @param y - Columns of n values each.
 * @param s - Columns of n values each.
 * @param n - Number of records.
 * @returns By column of x; NaN where it is constant or S determines it.
 */
export function adjustedShares(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  s: readonly Float64Array[],
  n: number,
): Float64Array {
  const { partial, rankOfGiven, rankOfMasked } = explainedVariance(x, y, s)
  const free = n - 1 - rankOfGiven
  if (free <= rankOfMasked) return partial.map(() => Number.NaN)
  return partial.map((share) => Math.max(0, 1 - ((1 - share) * free) / (free - rankOfMasked)))
}
