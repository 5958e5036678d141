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

/** Two files to compare, and how their records belong together. */
export type Pair = Files

/** The columns of the artificial file that a metric is of, by its card, and those it conditions on. */
export interface Scenario {
  readonly columns: readonly string[]
  readonly given: readonly string[]
  /** The other file, or the rules, that it has no value without. */
  readonly needs?: Metric['needs']
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
  /** Where its parts are. */
  readonly options: CheckOptions
}

export interface MeasureOptions {
  readonly seed?: number
  readonly tick?: (fraction: number) => void
  /** What takes the place of the prepared work: undefined for a metric that is to do without. */
  readonly prepared?: { readonly value: unknown }
  /** What takes the place of the measured parts. */
  readonly parts?: ReadonlyMap<string, Measurement>
}

/** Measures copies of the files, so that a metric that writes to its input fails the check of that and no other. */
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
 * The same, measured once for all checks that look at it: whether it comes out so again is a check of its own (`secondMeasure`).
 * A pair and parameters are those of one metric: both are made for it.
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

/** What the engine hands a metric for these very files: its parts measured, its work on the original done. */
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

/** A model is of columns of the file at hand, which no default can name: this one is of the artificial file. */
const named: Readonly<Record<string, string>> = { formula: 'income ~ rent + job + sex' }

/** How often a metric does all of it anew: as often as by default only where all else is as by default, too. */
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

/** What a metric is of in the artificial file, where it has columns of some kinds only. */
export function scenarioOf(metric: Metric, kinds: readonly ColumnKind[], given: readonly string[] = []): Scenario {
  const original = artificialFile()
  const columns = columnsOf(metric, { original, columns: columnsOfKinds(kinds), roles: rolesOf(original) })
  const accepted =
    metric.of === 'masked columns' ? columns : columns.filter((name) => kinds.includes(kindOf(original.column(name))))
  return { columns: accepted, given, needs: metric.needs }
}

/**
 * The scenario of all the kinds it accepts, with columns to condition on where it has no value without; else the reason.
 * Its card does not say whether it conditions on any.
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
 * A value of an enumeration may be refused for these columns (a linkage that needs more of them): the defaults may
 * not.
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
      // Any other error is for the checks to report.
      if (!isSdcError(error) || one === cases[0]) usable.push(one)
    }
  }
  return usable
}

const held = onceFor<Pair>()

/**
 * The artificial file and a masked copy of it, the same whenever they are asked for: what a metric gets of them are copies.
 * Strength 0 gives a copy bit for bit.
 */
export function pairOf(scenario: Scenario, strength = 0.5): Pair {
  return held(scenario, [strength], () => pairWith(scenario, artificialFile(), strength))
}

/** A file and a masked copy of it. */
export function pairWith({ columns, given, needs }: Scenario, original: Dataset, strength = 0.5): Pair {
  const other = needs === undefined || needs === 'rules' ? {} : { [needs]: artificialFile(RECORDS, needs) }
  const masked = strength === 0 ? copyFile(original) : noisyFile(original, columns, strength)
  const origin = Int32Array.from({ length: original.rows }, (_, i) => i)
  // Metrics of dates take these numbers as days; metrics of amounts have others.
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
