/**
 * Disclosive combinations: share of people whose combination of quasi-identifiers has only one value of a confidential
 * column, the true one.
 *
 * Person i is disclosed if the release has a record with their combination, and all such records with a value of the
 * column have a right one. It is the category itself; for numbers, one with at most `withinPercent` of the original's
 * values between it and the truth. Value = 100 · share of persons disclosed, of the column that most exceeds its
 * expectation. Expected of a release of n′ records with independent columns: (1 − a + a·q)^n′ − (1 − a)^n′. a is the
 * probability of the combination with a value of the column, q the share of right values, both by the original's
 * columns. With a control file, the expectation is the share disclosed of its people. Source: Raab, Nowok & Dibben 2024
 * for combinations that are disclosive and correct; the comparisons are this project's.
 */
import { defineMetric, type Dataset, type MeasureInput, type Measurement } from '@sdc/core'
import { mean } from '@sdc/stats'
import { leftOut, table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { groupDifference } from '../inference/mean-difference.js'
import { sensitiveParams, sensitiveTargets } from '../inference/sensitive-targets.js'
import { disclosedPeople, type Disclosed } from './disclosed-people.js'
import {
  combinationRisk,
  comparedWarnings,
  notComparable,
  rareWarning,
  relationsWarning,
  sharedKeys,
} from './shared-keys.js'

const METRIC = 'risk/disclosive-categories'

/** Share of the way from independent data to 100 % from which the risk is high. */
const HIGH = 0.1

/** Smallest number of people outside for a comparison. */
const LEAST_OUTSIDE = 20

const params = z.object(sensitiveParams)

export const disclosiveCategoriesMetric = defineMetric({
  ...combinationRisk,
  id: METRIC,
  title: 'Disclosive combinations',
  summary:
    'Share of people whose combination of quasi-identifiers has only one confidential value in the masked file, the ' +
    'true one; the worst column.',
  brief: [
    'For so many of 100 people, all masked records with their quasi-identifiers have their confidential value.',
    'Compare it with independent data: some of it is true of everybody.',
  ],
  formula:
    '100 · share{i : the combination of i is in the masked file, and all values of the column there are right for i}',
  honours: ['person'],
  source: [
    { key: 'raab-nowok-dibben-2024', where: 'combinations that are disclosive in the synthetic file and correct' },
    { key: 'agresti-caffo-2000', where: 'the standard error of the difference' },
    { where: 'This project: numbers, persons, independent columns, and people of a control file' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'An intruder who finds a single value believes it. The value may be right because of a fact about everybody ' +
        '(children are not married). Compare with people outside: only the excess over them is disclosure about the people inside.',
    },
    {
      topic: 'interpretation',
      text:
        'Independent data: with a control file, the share of its people who are disclosed, if it has at least 20. Without ' +
        'one, the share expected if every column were drawn independently from the original. A ' +
        'file that keeps real relations exceeds the latter without disclosing anybody.',
    },
    {
      topic: 'parameters',
      text:
        'A control file has people of the same population who are not in the original. ' +
        'Each side counts its own people, so that its size does not matter.',
    },
    {
      topic: 'choices',
      text:
        'The worst column is the one that most exceeds its expectation, as a share of the rest. A number is right if ' +
        "no more than withinPercent of the original's values lie between it and the truth, as in " +
        'risk/attribute-inference. A quasi-identifier that is the column itself is not used.',
    },
    {
      topic: 'choices',
      text:
        'Combinations match by exact values. A quasi-identifier is not compared if most of its released values do not ' +
        'occur in the original; a warning names it. There is no least number of records: one record is believed, too.',
    },
    {
      topic: 'limits',
      text:
        'With many quasi-identifiers few combinations recur, and the value is low because of that: the table has the share ' +
        'of people whose combination is in the masked file. A combination in which 99 of 100 records agree does not count. ' +
        'risk/attribute-inference takes the nearest records and the most frequent value, and covers both.',
    },
    {
      topic: 'limits',
      text:
        'If a column has the role person, a person is disclosed if one of their records is. The expected share takes ' +
        'different combinations of a person as independent.',
    },
    {
      topic: 'missing',
      text:
        'A missing quasi-identifier is a value of its own. Masked records without a value of the confidential column are ' +
        'ignored, as an intruder would. People without one are not counted; the table left-out has their number.',
    },
  ],
  high: { share: HIGH, meaning: 'all masked records like them have the true value for {value} of the people' },
  params,
  cost: { time: 'O(n log n) a column' },
  needsFile: () => ({
    why: 'it compares the combinations of both files; risk/t-closeness and risk/l-diversity run out of core',
  }),
  plan: () => ({ form: 'file', measure }),
})

/** A confidential column with the people that it discloses. */
interface ColumnResult {
  readonly target: string
  readonly inside: Disclosed
  readonly outside: Disclosed | undefined
  /** Shares in percent. */
  readonly share: number
  readonly expected: number
}

function measure(input: MeasureInput<z.infer<typeof params>>): Measurement {
  const { original, masked, control, columns, roles } = input
  const { withinPercent } = input.params
  const asked = sensitiveTargets(METRIC, input)
  if (typeof asked === 'string') return unmeasured(asked)
  const { targets, present } = asked
  if (original.rows === 0 || masked.rows === 0)
    return unmeasured(`the original has ${original.rows} records and the masked file ${masked.rows}`)
  const files = [masked, original, ...(control ? [control] : [])]
  const results = present.flatMap((target, t): ColumnResult[] => {
    input.tick(t / present.length)
    const keys = sharedKeys(
      columns.filter((name) => name !== target),
      files,
      roles,
    )
    const people = notComparable(keys) === undefined ? disclosedPeople(keys, target, files, withinPercent) : undefined
    if (people === undefined || people[0].shares.length === 0) return []
    const [inside, outside] = people
    const isEnough = outside !== undefined && outside.shares.length >= LEAST_OUTSIDE
    return [
      {
        target,
        inside,
        outside,
        share: 100 * mean(inside.shares),
        expected: 100 * mean(isEnough ? outside.shares : inside.expected),
      },
    ]
  })
  const keys = sharedKeys(columns, files, roles)
  const counts = leftOut({
    'columns that could not be compared': targets.length - results.length,
    'people without a value': results.reduce((most, { inside }) => Math.max(most, inside.without), 0),
  })
  const why =
    notComparable(keys) ??
    `nobody has a value of ${present.join(', ')} that can be compared by another quasi-identifier`
  if (results.length === 0) return unmeasured(why, 0, new Map([['left-out', counts]]))
  const beyond = ({ share, expected }: ColumnResult): number =>
    expected >= 100 ? 0 : (share - expected) / (100 - expected)
  const worst = results.reduce((a, b) => (beyond(b) > beyond(a) ? b : a))
  const hasOutside = (worst.outside?.shares.length ?? 0) >= LEAST_OUTSIDE
  const warnings = [
    ...comparedWarnings(keys, roles),
    ...rareWarning(keys),
    ...(hasOutside ? [] : relationsWarning({ found: worst.share, expected: worst.expected }, HIGH)),
  ]
  const isPersons = keys.units[1].count < original.rows
  return {
    value: worst.share,
    used: worst.inside.shares.length,
    independent: worst.expected,
    ...(isPersons && { unit: 'persons' as const }),
    columns: new Map(targets.map((target) => [target, results.find((one) => one.target === target)?.share ?? null])),
    ...ofRecords(results, keys.names, original.rows),
    tables: new Map([
      ['columns', columnsTable(results)],
      ['left-out', counts],
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

function columnsTable(results: readonly ColumnResult[]): Dataset {
  const numbers = (of: (result: ColumnResult) => number): Float64Array => Float64Array.from(results, of)
  const difference = ({ inside, outside }: ColumnResult) =>
    outside && outside.shares.length > 0 ? groupDifference(inside.shares, outside.shares) : undefined
  const outsideShare = ({ outside }: ColumnResult): number =>
    outside && outside.shares.length > 0 ? 100 * mean(outside.shares) : Number.NaN
  return table({
    column: results.map(({ target }) => target),
    'percent disclosed': numbers(({ share }) => share),
    people: numbers(({ inside }) => inside.shares.length),
    'percent with independent columns': numbers(({ inside }) => 100 * mean(inside.expected)),
    'percent disclosed outside': numbers(outsideShare),
    'people outside': numbers(({ outside }) => outside?.shares.length ?? 0),
    difference: numbers((one) => difference(one)?.value ?? Number.NaN),
    'standard error': numbers((one) => difference(one)?.standardError ?? Number.NaN),
    'percent with their combination in the masked file': numbers(({ inside }) => 100 * mean(inside.found)),
  })
}

/** Returns 100 for each record of the original that a column discloses, else 0; no value without a value. */
function ofRecords(
  results: readonly ColumnResult[],
  names: readonly string[],
  rows: number,
): { readonly records: Float64Array; readonly recordColumns: Dataset } {
  const records = new Float64Array(rows).fill(Number.NaN)
  const why: (string | null)[] = Array.from({ length: rows }, () => null)
  for (const { target, inside } of results)
    inside.records.forEach((one, i) => {
      if (Number.isNaN(one)) return
      records[i] = Math.max(Number.isNaN(records[i]) ? 0 : records[i], 100 * one)
      if (one !== 1) return
      const before = why[i] === null ? '' : `${why[i]}; `
      const keys = names.filter((name) => name !== target).join(', ')
      why[i] =
        `${before}${target} by ${inside.matches[i]} masked record${inside.matches[i] === 1 ? '' : 's'} with its ${keys}`
    })
  return { records, recordColumns: table({ disclosed: records, why }) }
}
