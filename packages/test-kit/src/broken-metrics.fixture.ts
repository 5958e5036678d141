import type { Measurement, Metric } from '@sdc/core'
import * as z from 'zod'
import { soundLoss } from './sound-metric.fixture.js'
import { valuesOf } from './sound.fixture.js'

type Measure = Metric['measure']

/** The names of the checks, by a short one. */
export const metricCheckNames = {
  form: 'its card and parameters have the form of the contract',
  valid: 'its defaults and examples are valid parameters',
  refuses: 'it refuses parameters outside their range',
  some: 'it gives a value for numeric or for categorical columns',
  range: 'its value is in its range, or null with a reason',
  constant: 'a constant column: a value in the range, or null with a reason',
  missing: 'missing values: a value in the range, or null with a reason',
  few: 'one or two records: a value in the range, or null with a reason',
  fewer: 'fewer masked records: a value in the range, or null with a reason',
  records: 'its records are those of the masked file',
  identity: 'an unmasked file gets the value that its card states',
  input: 'it does not change its input',
  same: 'the same random source gives the same value',
  mathRandom: 'it does not use Math.random',
  beside: 'the other columns of the files change nothing',
  order: 'the order of the masked records changes nothing',
  origin: 'without an origin it is null with a reason',
  noOrigin: 'the origin changes nothing, since it does not need it',
  loss: 'much more noise does not make the loss smaller',
  risk: 'much more noise does not make the risk larger',
  progress: 'progress is a number from 0 to 1',
  stopped: 'a run that is stopped from outside ends',
} as const

export const loss = soundLoss as Metric
export const measuring = (measure: Measure): Metric => ({ ...loss, measure })

/** The loss fixture with its measurement changed once more. */
function after(change: (measurement: Measurement, input: Parameters<Measure>[0]) => Measurement): Metric {
  return measuring(async (input) => change(await loss.measure(input), input))
}

function valued(change: (value: number, input: Parameters<Measure>[0]) => number): Metric {
  return after((measurement, input) =>
    measurement.value === null ? measurement : { ...measurement, value: change(measurement.value, input) },
  )
}

function hasMissing({ original, columns }: Parameters<Measure>[0]): boolean {
  return columns.some((name) => valuesOf(original.column(name)).some(Number.isNaN))
}

function hasConstant({ original, columns }: Parameters<Measure>[0]): boolean {
  return columns.some((name) => original.rows > 5 && new Set(valuesOf(original.column(name))).size === 1)
}

/** How near the masked values are to the original's: 1 for an unmasked file, 0 for one that has nothing of it. */
export const soundRisk: Metric = {
  ...loss,
  id: 'risk/fixture',
  kind: 'risk',
  better: 'lower',
  range: [0, 1],
  atIdentity: 1,
  async measure(input) {
    const { value, ...rest } = await loss.measure(input)
    return { ...rest, value: value === null ? null : 1 / (1 + value) }
  },
}

/** A difference of sums: it needs no link between the records. */
export const soundSums: Metric = {
  ...loss,
  needsOrigin: false,
  measure({ original, masked, columns }) {
    const sums = [original, masked].map((file) =>
      columns.reduce((sum, name) => sum + valuesOf(file.column(name)).reduce((a, b) => a + b, 0), 0),
    )
    if (!sums.every(Number.isFinite)) return { value: null, reason: 'missing values have no sum', used: 0 }
    return {
      value: Math.abs(sums[1] - sums[0]),
      used: masked.rows,
      columns: new Map(columns.map((name) => [name, null])),
    }
  },
}

let runs = 0

/** What is wrong with it; the metric; the checks that must fail, and no other. */
export const brokenMetrics: readonly (readonly [string, Metric, readonly (keyof typeof metricCheckNames)[]])[] = [
  ['has no unit', { ...loss, unit: '' }, ['form']],
  ['is not a metric', {} as Metric, ['form']],
  [
    'needs a parameter that has no default',
    { ...loss, params: z.object({ k: z.int().min(1).meta({ description: 'A number.' }) }) },
    ['valid'],
  ],
  [
    'accepts what its card excludes',
    { ...loss, params: z.object({ k: z.number().min(0).default(1).meta({ description: 'A number.', minimum: 1 }) }) },
    ['refuses'],
  ],
  ['never gives a value', measuring(() => ({ value: null, reason: 'no reason in particular', used: 0 })), ['some']],
  ['leaves its range', { ...loss, range: [0, 2] }, ['range']],
  ['gives NaN for much noise', valued((value) => (value > 2 ? Number.NaN : value)), ['range', 'loss']],
  [
    'gives an infinite value for much noise',
    valued((value) => (value > 2 ? Number.POSITIVE_INFINITY : value)),
    ['range'],
  ],
  [
    'gives NaN for a column',
    after((measurement, input) => ({
      ...measurement,
      columns: new Map([[input.columns[0], hasConstant(input) ? Number.NaN : 0]]),
    })),
    ['constant'],
  ],
  ['gives NaN for a constant', valued((value, input) => (hasConstant(input) ? Number.NaN : value)), ['constant']],
  ['gives NaN for missing values', valued((value, input) => (hasMissing(input) ? Number.NaN : value)), ['missing']],
  ['crashes on missing values', measuring((input) => (hasMissing(input) ? crash() : loss.measure(input))), ['missing']],
  ['crashes on one record', measuring((input) => (input.masked.rows === 1 ? crash() : loss.measure(input))), ['few']],
  [
    'invents a value for one record',
    measuring((input) => (input.masked.rows === 1 ? { value: 0, used: 0 } : loss.measure(input))),
    ['few'],
  ],
  [
    'gives no reason',
    after((measurement) => (measurement.value === null ? { value: null, used: 0 } : measurement)),
    ['few', 'origin'],
  ],
  [
    'crashes where records are missing',
    measuring((input) => (input.masked.rows < input.original.rows ? crash() : loss.measure(input))),
    ['fewer', 'records'],
  ],
  [
    'does not say how many pairs it used',
    after((measurement, input) =>
      input.masked.rows < input.original.rows ? { ...measurement, used: Number.NaN } : measurement,
    ),
    ['fewer'],
  ],
  [
    'has records of the other file',
    after((measurement, input) => ({ ...measurement, records: new Float64Array(input.original.rows) })),
    ['records'],
  ],
  [
    'has an infinite number for a record',
    after((measurement) => ({
      ...measurement,
      records: measurement.records?.map(() => Number.POSITIVE_INFINITY) ?? new Float64Array(),
    })),
    ['records'],
  ],
  ['states a wrong value for an unmasked file', { ...loss, atIdentity: 1 }, ['identity']],
  [
    'writes to the masked file',
    after((measurement, input) => (valuesOf(input.masked.column(input.columns[0])).fill(1), measurement)),
    ['input'],
  ],
  ['writes to the origin', after((measurement, input) => (input.origin.fill(0), measurement)), ['input']],
  [
    'counts its own runs',
    after((measurement) => ({ ...measurement, used: measurement.used + runs++ })),
    ['same', 'beside'],
  ],
  ['calls Math.random', valued((value) => value + (Math.random() < 2 ? 0 : 1)), ['mathRandom']],
  ['looks at other columns', valued((value, input) => value * input.original.names.length), ['beside']],
  [
    'pairs the records by position',
    measuring((input) => loss.measure({ ...input, origin: input.origin.map((row, i) => (row < 0 ? -1 : i)) })),
    ['order'],
  ],
  [
    'measures without an origin by position',
    measuring((input) => loss.measure({ ...input, origin: input.origin.map((row, i) => (row < 0 ? i : row)) })),
    ['origin'],
  ],
  ['uses an origin that it says it does not need', { ...loss, needsOrigin: false }, ['noOrigin']],
  ['is smaller for more noise', valued((value) => value * Math.exp(-value)), ['loss']],
  [
    'is a risk that rises with noise',
    { ...soundRisk, atIdentity: 0, range: [0, 1000], measure: (input) => loss.measure(input) },
    ['risk'],
  ],
  ['reports progress beyond 1', measuring((input) => (input.tick(1.5), loss.measure(input))), ['progress']],
  [
    'cannot be stopped',
    measuring((input) =>
      loss.measure({
        ...input,
        tick: (fraction) => {
          try {
            input.tick(fraction)
          } catch {
            return
          }
        },
      }),
    ),
    ['stopped'],
  ],
]

function crash(): never {
  throw new TypeError('cannot read properties of undefined')
}
