import {
  describeParams,
  isSdcError,
  resolveParams,
  seededRng,
  type Dataset,
  type Measurement,
  type Metric,
} from '@sdc/core'
import { artificialFile, copyFile, givenColumns, maskedColumns, noisyFile, type Kind } from '../shared/artificial.js'

/** Two files to compare, and how their records belong together. */
export interface Pair {
  readonly original: Dataset
  readonly masked: Dataset
  readonly origin: Int32Array
  readonly columns: readonly string[]
  readonly given: readonly string[]
}

/** The columns a metric can measure: found by trying, since its card does not say. */
export interface Scenario {
  readonly kind: Kind
  readonly columns: readonly string[]
  readonly given: readonly string[]
}

export interface MetricCase {
  readonly label: string
  readonly params: unknown
}

export interface MetricSubject {
  readonly metric: Metric
  readonly scenario: Scenario
  /** The defaults first, then every other value of an enumeration and every flag turned, one at a time. */
  readonly cases: readonly MetricCase[]
}

export interface MeasureOptions {
  readonly seed?: number
  readonly tick?: (fraction: number) => void
}

/** Measures copies of the files, so that a metric that writes to its input fails the check of that and no other. */
export async function measure(
  metric: Metric,
  pair: Pair,
  params: unknown,
  options: MeasureOptions = {},
): Promise<Measurement> {
  return measureOn(metric, copyPair(pair), structuredClone(params), options)
}

export function copyPair(pair: Pair): Pair {
  return { ...pair, original: copyFile(pair.original), masked: copyFile(pair.masked), origin: pair.origin.slice() }
}

/** Measures these very files. */
export async function measureOn(
  metric: Metric,
  pair: Pair,
  params: unknown,
  { seed = 1, tick = () => {} }: MeasureOptions = {},
): Promise<Measurement> {
  return await metric.measure({
    original: pair.original,
    masked: pair.masked,
    origin: pair.origin,
    columns: [...pair.columns],
    given: [...pair.given],
    params,
    rng: seededRng(seed),
    tick,
  })
}

export function metricCases(metric: Metric): MetricCase[] {
  const alternatives = describeParams(metric.params).flatMap((card) => {
    const values = card.values ?? (card.type === 'boolean' ? [true, false] : [])
    return values.filter((value) => value !== card.default).map((value) => ({ [card.name]: value }))
  })
  return [{}, ...alternatives].map((given) => ({
    label: JSON.stringify(given),
    params: resolveParams(metric.params, given),
  }))
}

/**
 * The first kind of columns, with or without columns to condition on, for which the metric gives a value; else the
 * reasons.
 */
export async function findScenario(metric: Metric, params: unknown): Promise<Scenario | readonly string[]> {
  const reasons: string[] = []
  for (const kind of ['numeric', 'categorical'] as const) {
    for (const given of [[], givenColumns]) {
      const scenario = { kind, columns: maskedColumns[kind], given }
      try {
        const { value, reason } = await measure(metric, pairOf(scenario), params)
        if (value !== null) return scenario
        reasons.push(`${kind}: ${reason ?? 'null without a reason'}`)
      } catch (error) {
        // A metric may take one kind of column only: it says so by an SdcError.
        if (!isSdcError(error)) throw error
        reasons.push(`${kind}: ${error.code}`)
      }
    }
  }
  return reasons
}

/**
 * A value of an enumeration may be refused for these columns (a linkage that needs more of them): the defaults may
 * not.
 */
export async function usableCases(
  metric: Metric,
  scenario: Scenario,
  cases: readonly MetricCase[],
): Promise<MetricCase[]> {
  const usable: MetricCase[] = []
  for (const one of cases) {
    try {
      await measure(metric, pairOf(scenario), one.params)
      usable.push(one)
    } catch (error) {
      // Any other error is for the checks to report.
      if (!isSdcError(error) || one === cases[0]) usable.push(one)
    }
  }
  return usable
}

/** The artificial file and a masked copy of it; strength 0 gives a copy bit for bit. */
export function pairOf({ columns, given }: Scenario, strength = 0.5, original: Dataset = artificialFile()): Pair {
  const masked = strength === 0 ? copyFile(original) : noisyFile(original, columns, strength)
  return { original, masked, origin: Int32Array.from({ length: original.rows }, (_, i) => i), columns, given }
}

export async function overMetricCases(
  { cases }: MetricSubject,
  pairs: readonly Pair[],
  find: (params: unknown, pair: Pair) => Promise<readonly string[]>,
): Promise<string[]> {
  const problems: string[] = []
  for (const { label, params } of cases) {
    for (const pair of pairs) {
      const found = await find(params, pair)
      problems.push(...found.map((problem) => (label === '{}' ? problem : `${problem} (parameters ${label})`)))
    }
  }
  return problems
}
