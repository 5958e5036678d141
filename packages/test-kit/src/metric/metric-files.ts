import { dataset, numeric, sameColumn, type Column, type Dataset, type Measurement } from '@sdc/core'
import { artificialFile, RECORDS, roleColumns } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { VALUE_TOLERANCE } from './metric-value.js'
import { measure, measureOnce, overMetricCases, pairOf, type MetricSubject, type Pair } from './run-metric.js'
import { secondMeasure } from './second-measure.js'

/** Checks what a metric reads, and that neither chance nor the order of the columns changes its value. */
export async function fileChecks(subject: MetricSubject): Promise<Check[]> {
  const { metric, scenario } = subject
  const pairs = [pairOf(scenario)]
  const compare =
    (expected: string, other: (params: unknown, pair: Pair) => Promise<Measurement>) => (): Promise<string[]> =>
      overMetricCases(subject, pairs, async (params, pair) => {
        const [a, b] = [await measureOnce(subject, pair, params), await other(params, pair)]
        return sameMeasurement(a, b) ? [] : [`${expected}, got ${shown(a)} and ${shown(b)}`]
      })
  const checks = [
    await runCheck(metric.id, 'it does not change its input', () =>
      overMetricCases(subject, pairs, async (params, pair) => (await secondMeasure(subject, pair, params)).written),
    ),
    await runCheck(
      metric.id,
      'the same random source gives the same value',
      compare(
        'expected the same measurement twice',
        async (params, pair) => (await secondMeasure(subject, pair, params)).measurement,
      ),
    ),
    await runCheck(metric.id, 'it does not use Math.random', () =>
      overMetricCases(subject, pairs, async (params, pair) =>
        (await secondMeasure(subject, pair, params)).callsMathRandom
          ? ['expected every draw to come from rng, Math.random was called']
          : [],
      ),
    ),
    metric.files === 'whole'
      ? await runCheck(
          metric.id,
          'the order of the columns changes nothing',
          compare('expected the same measurement with the columns in another order', (params, pair) =>
            measure(subject, turned(pair), params),
          ),
        )
      : await runCheck(
          metric.id,
          'the other columns of the files change nothing',
          compare('expected the same measurement next to other columns', (params, pair) =>
            measure(subject, rearranged(pair), params),
          ),
        ),
    await runCheck(
      metric.id,
      metric.needsOrigin
        ? 'without an origin it is null with a reason'
        : 'the origin changes nothing, since it does not need it',
      () => overMetricCases(subject, pairs, (params, pair) => originProblems(subject, pair, params)),
    ),
  ]
  if (metric.files !== 'masked') return checks
  const other = artificialFile(RECORDS, 'other')
  return [
    ...checks,
    await runCheck(
      metric.id,
      'the original changes nothing, since it reads the masked file alone',
      compare('expected the same measurement against another original (files)', (params, pair) =>
        measure(subject, { ...pair, original: other }, params),
      ),
    ),
  ]
}

/** All columns in reverse order. */
function turned(pair: Pair): Pair {
  const turn = (file: Dataset): Dataset =>
    dataset([...file.names].reverse().map((name): readonly [string, Column] => [name, file.column(name)]))
  return { ...pair, original: turn(pair.original), masked: turn(pair.masked) }
}

function rearranged(pair: Pair): Pair {
  const rearrange = (file: Dataset): Dataset => {
    const other: Column = numeric(Float64Array.from({ length: file.rows }, (_, i) => (i * i) % 17))
    const { keys, confidential } = pair.roles
    // Any metric may use the columns of roles.
    const named = [...new Set([...pair.columns, ...pair.given, ...keys, ...confidential, ...roleColumns])]
    const kept = named.map((name): readonly [string, Column] => [name, file.column(name)])
    return dataset([['another', other], ...kept.reverse(), ['zzz', other]])
  }
  return { ...pair, original: rearrange(pair.original), masked: rearrange(pair.masked) }
}

async function originProblems(subject: MetricSubject, pair: Pair, params: unknown): Promise<string[]> {
  const { metric } = subject
  const unknown = await measure(subject, { ...pair, origin: new Int32Array(pair.origin.length).fill(-1) }, params)
  if (!metric.needsOrigin) {
    const known = await measureOnce(subject, pair, params)
    return sameMeasurement(known, unknown)
      ? []
      : [`expected the same value with and without an origin (needsOrigin), got ${shown(known)} and ${shown(unknown)}`]
  }
  if (unknown.value !== null)
    return [`expected null where no record's origin is known (needsOrigin), got ${unknown.value}`]
  return unknown.reason ? [] : ['expected a reason next to the value null, got none']
}

export function close(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b
  return Math.abs(a - b) <= VALUE_TOLERANCE * Math.max(1, Math.abs(a))
}

export function sameMeasurement(a: Measurement, b: Measurement): boolean {
  const sameRecords =
    a.records && b.records ? sameColumn(numeric(a.records), numeric(b.records)) : a.records === b.records
  const sameParts = JSON.stringify([...(a.columns ?? [])].sort()) === JSON.stringify([...(b.columns ?? [])].sort())
  return close(a.value, b.value) && a.used === b.used && sameRecords && sameParts
}

export function shown({ value, reason }: Measurement): string {
  return value === null ? `null (${reason ?? 'no reason'})` : String(value)
}
