import { columnLength, takeRows, type Dataset, type Measurement, type Metric } from '@sdc/core'
import { isDataset } from '../method/method-side.js'
import { artificialFile, withConstant, withMissing } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { measureOnce, overMetricCases, pairOf, pairWith, type MetricSubject, type Pair } from './run-metric.js'

/** Relative rounding error of the sums in a value; metrics of the field need no more digits. */
export const VALUE_TOLERANCE = 1e-9

/** Checks that a value is a finite number in its range, or null with the reason. */
export async function valueChecks(subject: MetricSubject): Promise<Check[]> {
  const { metric, scenario } = subject
  const base = [0, 0.02, 0.5, 3].map((strength) => pairOf(scenario, strength))
  const file = artificialFile()
  const constant = scenario.columns.map((name) => pairWith(scenario, withConstant(file, name)))
  const missing = [pairWith(scenario, withMissing(file, scenario.columns))]
  const few = [1, 2].map((rows) => pairWith(scenario, artificialFile(rows, 'few')))
  const fewer = withoutSome(base[2])
  const sound = (pairs: readonly Pair[]) => (): Promise<string[]> =>
    overMetricCases(subject, pairs, async (params, pair) =>
      measurementProblems(metric, pair, await measureOnce(subject, pair, params)),
    )
  const checks = [
    await runCheck(metric.id, 'its value is in its range, or null with a reason', sound(base)),
    await runCheck(metric.id, 'a constant column: a value in the range, or null with a reason', sound(constant)),
    await runCheck(metric.id, 'missing values: a value in the range, or null with a reason', sound(missing)),
    await runCheck(metric.id, 'one or two records: a value in the range, or null with a reason', sound(few)),
    await runCheck(metric.id, 'fewer masked records: a value in the range, or null with a reason', sound([fewer])),
    await runCheck(metric.id, `its records are those of the ${metric.recordsOf} file`, () =>
      overMetricCases(subject, [base[2], fewer], async (params, pair) =>
        recordProblems(metric, pair, await measureOnce(subject, pair, params)),
      ),
    ),
  ]
  if (metric.atIdentity === null) return checks
  const expected = metric.atIdentity
  return [
    ...checks,
    await runCheck(metric.id, 'an unmasked file gets the value that its card states', async () => {
      const { value, reason } = await measureOnce(subject, base[0], subject.cases[0].params)
      const came = value ?? `null: ${reason ?? 'without a reason'}`
      if (value !== null && Math.abs(value - expected) <= VALUE_TOLERANCE * Math.max(1, Math.abs(expected))) return []
      return [`expected ${expected} for a file that nobody masked (atIdentity), got ${came}`]
    }),
  ]
}

/** The pair without every seventh masked record. */
function withoutSome(pair: Pair): Pair {
  const rows = Int32Array.from(pair.origin.filter((_, i) => i % 7 !== 3))
  return { ...pair, masked: takeRows(pair.masked, rows), origin: rows }
}

export function measurementProblems(metric: Metric, pair: Pair, measurement: Measurement): string[] {
  const { value, reason, used, columns } = measurement
  const problems: string[] = []
  const [least, most] = metric.range
  if (value === null) {
    if (typeof reason !== 'string' || reason.trim() === '')
      problems.push('expected a reason next to the value null, got none')
  } else if (typeof value !== 'number' || !Number.isFinite(value)) {
    problems.push(`expected a finite number or null with a reason, got ${String(value)}`)
  } else if (value < least - rounding(least) || value > most + rounding(most)) {
    problems.push(`expected a value from ${least} to ${most}, got ${value}`)
  }
  if (!Number.isInteger(used) || used < 0)
    problems.push(`expected used to be a whole number, 0 or more, got ${String(used)}`)
  else if (value !== null && used === 0)
    problems.push(`expected null where nothing is used, got ${value} from used = 0`)
  if (measurement.interval && !metric.ownInterval && metric.share !== 'records')
    problems.push('expected ownInterval of a metric that gives an interval, got none')
  for (const [name, part] of columns ?? []) {
    if (!pair.original.names.includes(name)) problems.push(`expected columns of the file, got "${name}"`)
    if (part !== null && !Number.isFinite(part))
      problems.push(`expected a finite number or null for the column ${name}, got ${String(part)}`)
  }
  return problems
}

/** Problems of datasets, such as several numbers a record or tables: columns must have the stated length. */
function datasetProblems(what: string, data: Dataset, expected = data.rows): string[] {
  if (!isDataset(data)) return [`expected ${what} to be a dataset, got something else`]
  if (data.rows !== expected) return [`expected ${expected} records in ${what}, got ${data.rows}`]
  return data.names.flatMap((name) => {
    const column = data.column(name)
    if (columnLength(column) !== expected)
      return [`expected ${expected} records in ${name} of ${what}, got ${columnLength(column)}`]
    const infinite =
      column.kind === 'numeric' && column.values.some((value) => Math.abs(value) === Number.POSITIVE_INFINITY)
    return infinite ? [`expected finite numbers or NaN in ${name} of ${what}, got an infinite one`] : []
  })
}

function rounding(bound: number): number {
  return Number.isFinite(bound) ? VALUE_TOLERANCE * Math.max(1, Math.abs(bound)) : 0
}

function recordProblems(metric: Metric, pair: Pair, { records, recordColumns, tables }: Measurement): string[] {
  const expected = metric.recordsOf === 'original' ? pair.original.rows : pair.masked.rows
  const others = [
    ...(recordColumns ? datasetProblems('recordColumns', recordColumns, expected) : []),
    ...[...(tables ?? [])].flatMap(([name, table]) => datasetProblems(`the table ${name}`, table)),
  ]
  if (!records) return others
  if (records.length !== expected)
    return [`expected ${expected} numbers, one a record of the ${metric.recordsOf} file, got ${records.length}`]
  const infinite = records.findIndex((value) => Math.abs(value) === Number.POSITIVE_INFINITY)
  return infinite < 0
    ? others
    : [`expected a finite number or NaN for record ${infinite + 1}, got ${records[infinite]}`]
}
