/**
 * Expected share of people whom an intruder links to the right masked record by all their confidential numbers.
 *
 * 100 · mean over targets of |own ∩ N|/|N|, which is 1[own ∈ N]/|N| for a single own record. N are the nearest masked records.
 * Distances are Euclidean in normal scores fitted on the original, to which masked values are mapped, too.
 * Source: this project.
 */
import { defineMetric, type MeasureInput, type Measurement, type PrepareInput } from '@sdc/core'
import { unknownOrigin, unmeasured } from '@sdc/toolkit'
import { personsOf, sampledRows } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { percentSample } from '../../linkage/columns/attacked-sample.js'
import {
  decisionColumns,
  finiteValues,
  ownRecords,
  releasedColumns,
  type DecisionColumns,
} from '../columns/decision-columns.js'
import { riskOfRoles } from './key-linkage.js'
import { fittedScores } from '../columns/normal-scores.js'

/** Difference below which squared distances are equal: rounding of a few dozen squares of scores below 5. */
const EQUAL = 1e-9

const params = z.object({
  targets: z
    .int()
    .min(1)
    .default(300)
    .meta({ description: 'Number of people in the attacked sample; all if there are fewer.', unit: 'records' }),
})

export const valueLinkageMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/value-linkage',
  title: 'Linkage by confidential numbers',
  summary: 'Expected share of people whom an intruder links to the right record by all their confidential numbers.',
  brief: [
    'The number of people among 100 who are linked by their confidential numbers; compare it with independent data.',
    'It assumes an intruder who knows all confidential numbers of a person exactly.',
  ],
  formula: '100 · mean(1[own ∈ N]/|N|), N the masked records nearest in normal scores of the original',
  honours: ['person'],
  source: [{ where: 'This project: distance-based linkage in normal scores, ties shared' }],
  notes: [
    {
      topic: 'choices',
      text:
        'Masked values get the scores that the original gives them, so a shift of a whole column does not reduce the ' +
        'risk artificially.',
    },
    {
      topic: 'missing',
      text:
        'The distance omits values that the target lacks, and counts a missing masked value as 0. Masked columns recoded ' +
        'to classes are omitted.',
    },
    { topic: 'ties', text: 'The intruder picks at random among the nearest records.' },
  ],
  high: { share: 0.2, meaning: 'an intruder who knows the confidential numbers finds {value} of the people' },
  share: 'records',
  cost: { time: 'O(targets · n · columns)', sampleAbove: 300 },
  params,
  prepare,
  needsFile: () => ({
    why: 'it compares each target with all masked records; risk/dbrl runs out of core, by a sample',
  }),
  plan: () => ({ form: 'file', measure }),
})

interface PreparedScores {
  readonly scoreOf: (value: number) => number
  readonly scores: Float64Array
}

/** Returns the columns without items: nobody knows all items of a person. */
function knownColumns(input: PrepareInput<unknown>): DecisionColumns {
  const columns = decisionColumns(input)
  return { ...columns, values: columns.values.filter((name) => input.roles.items?.includes(name) !== true) }
}

function prepare(input: PrepareInput<unknown>): ReadonlyMap<string, PreparedScores> {
  return new Map(
    knownColumns(input).values.map((name) => {
      const values = finiteValues(input.original.column(name))
      const scoreOf = fittedScores(values)
      return [name, { scoreOf, scores: values.map(scoreOf) }]
    }),
  )
}

function measure(input: MeasureInput<z.infer<typeof params>>): Measurement {
  const { original, masked, origin, params, rng, tick } = input
  const prepared = (input.prepared as ReturnType<typeof prepare> | undefined) ?? prepare(input)
  const { released, warnings } = releasedColumns(knownColumns(input), masked)
  const values = released.values.filter((name) => masked.column(name).kind === 'numeric')
  if (values.length === 0) return unmeasured('no confidential column has numbers in both files')
  if (origin.every((row) => row < 0)) return unmeasured(unknownOrigin())
  const columns = values.flatMap((name) => {
    const held = prepared.get(name)
    return held ? [{ x: held.scores, y: finiteValues(masked.column(name)).map(held.scoreOf) }] : []
  })
  const all = Int32Array.from({ length: original.rows }, (_, i) => i)
  const targets = sampledRows(all, params.targets, rng.child('targets'))
  const { first, next } = ownRecords(origin, original.rows, personsOf(original, input.roles))
  const credit = Float64Array.from(targets, (target, t) => {
    tick(t / targets.length)
    const own: number[] = []
    for (let r = first[target]; r >= 0; r = next[r]) own.push(r)
    return own.length === 0 ? 0 : creditOf(target, own, columns, masked.rows)
  })
  const records = new Float64Array(original.rows).fill(Number.NaN)
  targets.forEach((row, t) => (records[row] = credit[t]))
  return {
    value: (100 * credit.reduce((sum, one) => sum + one, 0)) / credit.length,
    used: targets.length,
    records,
    ...percentSample(original.rows, credit),
    ...(warnings.length > 0 && { warnings }),
  }
}

interface ScoredColumn {
  readonly x: Float64Array
  readonly y: Float64Array
}

/** Returns the probability that a random pick among the nearest records is one of the target's own. */
function creditOf(target: number, own: readonly number[], columns: readonly ScoredColumn[], rows: number): number {
  const known = columns.filter(({ x }) => !Number.isNaN(x[target]))
  const distance = (row: number, most: number): number => {
    let sum = 0
    for (const { x, y } of known) {
      const difference = x[target] - y[row]
      if (!Number.isNaN(difference)) sum += difference * difference
      if (sum > most) break
    }
    return sum
  }
  const nearest = Math.min(...own.map((row) => distance(row, Number.POSITIVE_INFINITY)))
  let ties = 0
  for (let row = 0; row < rows; row++) {
    const d = distance(row, nearest + EQUAL)
    if (d < nearest - EQUAL) return 0
    if (d <= nearest + EQUAL) ties++
  }
  return own.filter((row) => distance(row, Number.POSITIVE_INFINITY) <= nearest + EQUAL).length / ties
}
