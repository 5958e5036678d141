import { cardProblems, type Card } from '../base/card.js'
import type { Dataset } from '../columns/dataset.js'
import type { Work } from '../method/method.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params } from '../params/params.js'

export interface MeasureInput<P> extends Work<P> {
  /** The masked file; `origin` names the original's record of each of its records. */
  readonly masked: Dataset
}

/** A measured number: never an invented one. */
export interface Measurement {
  /** null where it cannot be computed; then `reason` says why. */
  readonly value: number | null
  readonly reason?: string
  /** How many pairs of records (or cells, as the card says) the value rests on. */
  readonly used: number
  readonly columns?: ReadonlyMap<string, number | null>
  /** One number a record, NaN where there is none. */
  readonly records?: Float64Array
  readonly tables?: ReadonlyMap<string, Dataset>
}

export interface Metric<P = unknown> extends Card {
  readonly kind: 'risk' | 'loss' | 'score' | 'permutation'
  readonly better: 'lower' | 'higher'
  /** `%` (0 to 100), or what else one unit is; printed behind every value. */
  readonly unit: string
  /** The least and the greatest value it can have. */
  readonly range: readonly [number, number]
  readonly recordsOf: 'original' | 'masked'
  /** Whether it needs to know which original record each masked record came from. */
  readonly needsOrigin: boolean
  /** Whether it takes so long that a comparison of many candidates measures it only where it is named. */
  readonly costly?: boolean
  /** Whether a fresh identity mask must give the best possible utility (loss 0) or the full risk: the value expected. */
  readonly atIdentity: number | null
  readonly params: Params<P>
  measure(input: MeasureInput<P>): Measurement | Promise<Measurement>
}

/** Checks nothing at run time (the registry does); gives `measure` the types of `params`. */
export function defineMetric<P>(metric: Metric<P>): Metric<P> {
  return metric
}

/** What is wrong with the form of a metric; an empty list where nothing is. */
export function metricProblems(metric: Partial<Metric>): string[] {
  if (typeof metric !== 'object' || metric === null) return ['a metric is not an object made by defineMetric']
  const problems = [...cardProblems(metric), ...paramProblems(metric.params)]
  if (typeof metric.measure !== 'function') problems.push('measure is not a function')
  if (!['risk', 'loss', 'score', 'permutation'].includes(metric.kind ?? ''))
    problems.push(`kind is ${String(metric.kind)}`)
  if (metric.id && metric.kind && !String(metric.id).startsWith(`${metric.kind}/`)) {
    problems.push(`its id does not begin with ${metric.kind}/`)
  }
  if (metric.better !== 'lower' && metric.better !== 'higher') problems.push('better is not lower or higher')
  if (typeof metric.unit !== 'string' || metric.unit === '')
    problems.push('unit is missing: a value without one is misread')
  const [least, most] = Array.isArray(metric.range) ? metric.range : [Number.NaN, Number.NaN]
  if (!(least < most)) problems.push('range is not [least, greatest]')
  if (typeof metric.needsOrigin !== 'boolean') problems.push('needsOrigin is not true or false')
  if (metric.costly !== undefined && typeof metric.costly !== 'boolean') problems.push('costly is not true or false')
  if (metric.recordsOf !== 'original' && metric.recordsOf !== 'masked')
    problems.push('recordsOf is not original or masked')
  if (metric.atIdentity !== null && typeof metric.atIdentity !== 'number')
    problems.push('atIdentity is not a number or null')
  return problems.map((problem) => (metric.id && !problem.startsWith(metric.id) ? `${metric.id}: ${problem}` : problem))
}
