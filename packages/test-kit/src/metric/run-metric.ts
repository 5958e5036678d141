import {
  describeParams,
  isSdcError,
  kindOf,
  measureInput,
  resolveParams,
  seededRng,
  type ColumnKind,
  type Dataset,
  type MeasureInput,
  type Measurement,
  type Metric,
} from '@sdc/core'
import {
  artificialFile,
  columnsOfKinds,
  copyFile,
  givenColumns,
  noisyFile,
  RECORDS,
  rolesOf,
} from '../shared/artificial.js'
import { onceFor } from '../shared/once-for.js'
import { columnsOf, measureParts, type CheckOptions, type Files } from '../shared/references.js'
import { measureByPlan } from '@sdc/toolkit'

/** Two files to compare, and the links between their records. */
export type Pair = Files

/** Measured columns of the artificial file, by the metric's card, and the columns to condition on. */
export interface Scenario {
  readonly columns: readonly string[]
  readonly given: readonly string[]
  /** A further file, or rules, without which the metric has no value. */
  readonly needs?: Metric['needs']
}

export interface MetricCase {
  readonly label: string
  readonly params: unknown
}

export interface MetricSubject {
  readonly metric: Metric
  readonly scenario: Scenario
  /** The defaults first, then every other value of an enumeration and every flag inverted, one at a time. */
  readonly cases: readonly MetricCase[]
  /** Registry of its parts. */
  readonly options: CheckOptions
}

export interface MeasureOptions {
  readonly seed?: number
  readonly tick?: (fraction: number) => void
  /** Replacement of the prepared work; undefined for a metric without it. */
  readonly prepared?: { readonly value: unknown }
  /** Replacement of the measured parts. */
  readonly parts?: ReadonlyMap<string, Measurement>
}

/** Measures copies of the files, so that a metric that writes to its input fails only the check of that. */
export async function measure(
  { metric, options }: Pick<MetricSubject, 'metric' | 'options'>,
  pair: Pair,
  params: unknown,
  how: MeasureOptions = {},
): Promise<Measurement> {
  return await measureByPlan(metric, await inputOf({ metric, options }, copyPair(pair), structuredClone(params), how))
}

const measurementOf = onceFor<Promise<Measurement>>()

/**
 * The same, measured once for all checks that use it; another check tests if it is repeated (`secondMeasure`). A pair
 * and parameters belong to one metric.
 */
export function measureOnce(
  subject: Pick<MetricSubject, 'metric' | 'options'>,
  pair: Pair,
  params: unknown,
  seed = 1,
): Promise<Measurement> {
  return measurementOf(pair, [params, seed], () => measure(subject, pair, params, { seed }))
}

export function copyPair(pair: Pair): Pair {
  return { ...pair, original: copyFile(pair.original), masked: copyFile(pair.masked), origin: pair.origin.slice() }
}

/** Input that the engine passes to a metric for these files: parts measured, work on the original done. */
export async function inputOf(
  { metric, options }: Pick<MetricSubject, 'metric' | 'options'>,
  pair: Pair,
  params: unknown,
  { seed = 1, tick = () => {}, ...how }: MeasureOptions = {},
): Promise<MeasureInput<unknown>> {
  const rng = seededRng(seed)
  const parts = how.parts ?? (await measureParts(metric, params, pair, rng.child('parts'), options))
  const prepared = how.prepared ? how.prepared.value : prepare(metric, pair, params)
  return measureInput(pair.original, pair.masked, { ...pair, params, parts, prepared, rng, tick })
}

export function prepare(metric: Metric, { original, columns, given, roles }: Pair, params: unknown): unknown {
  return metric.prepare?.({ original, columns, given, roles, params, tick: () => {} })
}

/** A model needs columns of the file, which no default can name: this one is for the artificial file. */
const named: Readonly<Record<string, string>> = { formula: 'income ~ rent + job + sex' }

/**
 * Parameters that repeat the whole computation: their defaults are used only if all other parameters have their
 * defaults, too.
 */
const repetitions: readonly string[] = ['replicates', 'restarts']
const FEW = 2

export function metricCases(metric: Metric): MetricCase[] {
  const model = Object.entries(named).filter(([name]) => name in metric.params.shape)
  const cards = describeParams(metric.params)
  const few = cards.flatMap(({ name, minimum = FEW }): [string, number][] =>
    repetitions.includes(name) ? [[name, Math.max(FEW, minimum)]] : [],
  )
  const alternatives = cards.flatMap((card) => {
    const values = card.values ?? (card.type === 'boolean' ? [true, false] : [])
    return values
      .filter((value) => value !== card.default)
      .map((value) => ({ ...Object.fromEntries(few), [card.name]: value }))
  })
  return [{}, ...alternatives].map((given) => ({
    label: JSON.stringify(given),
    params: resolveParams(metric.params, { ...Object.fromEntries(model), ...given }),
  }))
}

/** Returns the columns of the artificial file that a metric measures, restricted to some kinds. */
export function scenarioOf(metric: Metric, kinds: readonly ColumnKind[], given: readonly string[] = []): Scenario {
  const original = artificialFile()
  const columns = columnsOf(metric, { original, columns: columnsOfKinds(kinds), roles: rolesOf(original) })
  const accepted =
    metric.of === 'masked columns' ? columns : columns.filter((name) => kinds.includes(kindOf(original.column(name))))
  return { columns: accepted, given, needs: metric.needs }
}

/**
 * Returns the scenario of all accepted kinds, with columns to condition on if it has no value without; otherwise the
 * reason. The card does not state if a metric conditions on columns.
 */
export async function findScenario(
  subject: Pick<MetricSubject, 'metric' | 'options'>,
  params: unknown,
  kinds: readonly ColumnKind[] = subject.metric.accepts,
): Promise<Scenario | string> {
  let why = ''
  for (const given of [[], givenColumns]) {
    const scenario = scenarioOf(subject.metric, kinds, given)
    try {
      const { value, reason } = await measureOnce(subject, pairOf(scenario), params)
      if (value !== null) return scenario
      why ||= reason ?? 'null without a reason'
    } catch (error) {
      if (!isSdcError(error)) throw error
      why ||= `${error.code}: ${error.message}`
    }
  }
  return `${kinds.join(', ')}: ${why}`
}

/**
 * A value of an enumeration may be refused for these columns (a linkage that needs more of them), but not the defaults.
 */
export async function usableCases(
  subject: Pick<MetricSubject, 'metric' | 'options' | 'scenario'>,
  cases: readonly MetricCase[],
): Promise<MetricCase[]> {
  const usable: MetricCase[] = []
  for (const one of cases) {
    try {
      await measureOnce(subject, pairOf(subject.scenario), one.params)
      usable.push(one)
    } catch (error) {
      // The checks report any other error.
      if (!isSdcError(error) || one === cases[0]) usable.push(one)
    }
  }
  return usable
}

const held = onceFor<Pair>()

/**
 * The artificial file and a masked copy of it, always the same; metrics receive copies. Strength 0 gives an exact copy.
 */
export function pairOf(scenario: Scenario, strength = 0.5): Pair {
  return held(scenario, [strength], () => pairWith(scenario, artificialFile(), strength))
}

/** A file and a masked copy of it. */
export function pairWith({ columns, given, needs }: Scenario, original: Dataset, strength = 0.5): Pair {
  const other = needs === undefined || needs === 'rules' ? {} : { [needs]: artificialFile(RECORDS, needs) }
  const masked = strength === 0 ? copyFile(original) : noisyFile(original, columns, strength)
  const origin = Int32Array.from({ length: original.rows }, (_, i) => i)
  // Metrics of dates read these numbers as days; metrics of amounts use other columns.
  const times = new Map(['hours', 'visits'].map((name) => [name, 'date'] as const))
  return { original, masked, origin, columns, given, roles: { ...rolesOf(original), times }, ...other }
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
