import { cardProblems, problemsNamed, type Card } from '../card/card.js'
import { columnKinds, type ColumnKind } from '../columns/kind.js'
import type { Dataset } from '../columns/dataset.js'
import type { Work } from '../work/work.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params, ParamsInput } from '../params/params.js'
import type { Ref } from '../reference/ref.js'
import type { Measurement } from './measurement.js'
import { metricKinds, type MetricKind } from '../reference/metric-kind.js'
import type { StreamedMetric } from './streamed-metric.js'

export interface MeasureInput<P> extends Work<P> {
  /** The masked file; `origin` names the original's record of each of its records. */
  readonly masked: Dataset
  /** What `parts` asked for, by the names it gave: measured once for all metrics that ask for it. */
  readonly parts: ReadonlyMap<string, Measurement>
  /** What `prepare` made of the original; undefined where there is no `prepare`. */
  readonly prepared: unknown
  /** The population that the original is a sample of, or a register of it that an intruder has; where one was given. */
  readonly population?: Dataset | undefined
  /** Records of people like those of the original who are not in it: what can be learnt of them needs no release. */
  readonly control?: Dataset | undefined
}

/** A measured file that changes a little at a time. */
export interface MetricSession {
  readonly value: number
  /**
   * Whether a proposal costs no more than what it changes, and is answered at once: a search may then ask at every step. The
   * session of a metric that has none of its own measures the whole file at every proposal.
   */
  readonly stepwise?: boolean
  /**
   * The value if these records (masked rows, ascending) of this column became `values` (numbers, or codes of its
   * levels); nothing changes until `accept`.
   */
  propose(column: string, records: Int32Array, values: Float64Array | Int32Array): number | Promise<number>
  /** Makes the last proposal the state. */
  accept(): void
}

/** From where on a risk is called high, and what its value says. */
export interface HighRisk {
  /**
   * The part of the way from independent data (or from the better end of the range) to the worse end of the range: from
   * there on the risk is high.
   */
  readonly share: number
  /** What a value means, as a clause in which `{value}` stands for it with its unit. */
  readonly meaning: string
}
const filesRead = ['masked', 'both', 'whole'] as const

/** What a metric costs. */
export interface Cost {
  /** The time in n records and p columns, `O(n log n)`. */
  readonly time: string
  /** The number of records above which it looks at a random sample of that many; without it all are looked at. */
  readonly sampleAbove?: number
}

const otherFiles = ['population', 'control'] as const

const sharesOf = ['records', 'cells'] as const

const ofColumns = ['masked columns', 'keys', 'confidential', 'keys and confidential'] as const

export interface Metric<P = unknown, I = ParamsInput<P>> extends Card {
  readonly kind: MetricKind
  /** The kinds of columns it measures: it is handed no others. */
  readonly accepts: readonly ColumnKind[]
  /**
   * Which columns it is of: those that are masked, or those with the role of keys, of confidential columns, or of either. `keys and
   * confidential` also takes columns that were recoded to another kind; where no column has either role, the masked columns.
   */
  readonly of: (typeof ofColumns)[number]
  /**
   * What it reads: the masked columns of the masked file alone, those of both files, or both files whole, with the columns
   * that go out as they are.
   */
  readonly files: (typeof filesRead)[number]
  readonly better: 'lower' | 'higher'
  /** `%` (0 to 100), or what else one unit is; printed behind every value. */
  readonly unit: string
  /** The least and the greatest value it can have. */
  readonly range: readonly [number, number]
  readonly recordsOf: 'original' | 'masked'
  /** Whether it needs to know which original record each masked record came from. */
  readonly needsOrigin: boolean
  /** Another file without which it has no value: it is measured where that is given, and a comparison does without it. */
  readonly needs?: (typeof otherFiles)[number]
  /**
   * Whether it takes so long that a comparison measures it of every candidate only where it is named; a costly risk is
   * measured of those that may be chosen. `named`: a comparison measures it only where it is named, since it takes longer
   * still, or says nothing without parameters of the user's.
   */
  readonly costly?: boolean | 'named'
  /** Whether a fresh identity mask must give the best possible utility (loss 0) or the full risk: the value expected. */
  readonly atIdentity: number | null
  readonly params: Params<P, I>
  readonly cost?: Cost
  /**
   * Where the value is 100 times a mean over records, or over cells, of numbers from 0 to 1: then it has an interval. Of
   * cells it rests on no more than the records, whose cells are not independent.
   */
  readonly share?: (typeof sharesOf)[number]
  /** Of a risk: from where on it is high. What does not say so is high from half of its way on. */
  readonly high?: HighRisk
  /** Other metrics whose values this one combines, by the names it knows them by. */
  parts?(params: P): Readonly<Record<string, Ref>>
  /** How it combines its parts, as what it is: `the greater of its parts`; a verdict says so. */
  readonly weighs?: string
  /** Work on the original alone, done once for all masked files of a comparison. */
  prepare?(input: PrepareInput<P>): unknown
  measure(input: MeasureInput<P>): Measurement | Promise<Measurement>
  /**
   * How it measures, with these parameters, files of which a part at a time is in memory. A metric that says nothing needs
   * both files whole.
   */
  streamed?(params: P): StreamedMetric<P>
  /** The value under small changes, for a search; it is the one that `measure` gives, to rounding. */
  session?(input: MeasureInput<P>): MetricSession
}

/** What `prepare` may use: nothing of a masked file. */
export type PrepareInput<P> = Pick<Work<P>, 'original' | 'columns' | 'given' | 'roles' | 'params' | 'tick'>

/** What a metric is taken to be where it says nothing else. */
const plainMetric = { accepts: ['numeric'], of: 'masked columns', files: 'both' } as const

type Defaults = keyof typeof plainMetric

/** Gives `measure` the types of `params`; a metric of numbers in the masked columns of both files need not say so. */
export function defineMetric<P, I = ParamsInput<P>>(
  metric: Omit<Metric<P, I>, Defaults> & Partial<Pick<Metric<P, I>, Defaults>>,
): Metric<P, I> {
  return { ...plainMetric, ...metric }
}

function highProblems({ high, kind }: Partial<Metric>): string[] {
  const { share, meaning } = high ?? {}
  return [
    ...(kind === 'risk' ? [] : ['only a risk is high']),
    ...(typeof share === 'number' && share > 0 && share < 1 ? [] : ['high.share is not between 0 and 1']),
    ...(typeof meaning === 'string' && meaning.includes('{value}') ? [] : ['high.meaning has no {value}']),
  ]
}

/** What is wrong with the form of a metric; an empty list where nothing is. */
export function metricProblems(metric: Partial<Metric>): string[] {
  if (typeof metric !== 'object' || metric === null) return ['a metric is not an object made by defineMetric']
  const problems = [...cardProblems(metric), ...paramProblems(metric.params)]
  if (typeof metric.measure !== 'function') problems.push('measure is not a function')
  for (const name of ['parts', 'prepare', 'session', 'streamed'] as const)
    if (metric[name] !== undefined && typeof metric[name] !== 'function') problems.push(`${name} is not a function`)
  if (!(metricKinds as readonly unknown[]).includes(metric.kind)) problems.push(`kind is ${String(metric.kind)}`)
  const { accepts } = metric
  if (!Array.isArray(accepts) || accepts.length === 0 || accepts.some((kind) => !columnKinds.includes(kind)))
    problems.push(`accepts is not a list of ${columnKinds.join(', ')} (a metric is made by defineMetric)`)
  if (!(ofColumns as readonly unknown[]).includes(metric.of)) problems.push(`of is not one of ${ofColumns.join(', ')}`)
  if (!(filesRead as readonly unknown[]).includes(metric.files))
    problems.push(`files is not one of ${filesRead.join(', ')}`)
  if (metric.files === 'masked' && metric.needsOrigin === true)
    problems.push('it needs the origin of records, but does not read the original (files)')
  if (metric.better !== 'lower' && metric.better !== 'higher') problems.push('better is not lower or higher')
  if (typeof metric.unit !== 'string' || metric.unit === '')
    problems.push('unit is missing: a value without one is misread')
  const [least, most] = Array.isArray(metric.range) ? metric.range : [Number.NaN, Number.NaN]
  if (!(least < most)) problems.push('range is not [least, greatest]')
  if (typeof metric.needsOrigin !== 'boolean') problems.push('needsOrigin is not true or false')
  if (![undefined, true, false, 'named'].includes(metric.costly)) problems.push('costly is not true, false or named')
  if (metric.share !== undefined && !(sharesOf as readonly unknown[]).includes(metric.share))
    problems.push(`share is not one of ${sharesOf.join(', ')}`)
  if (metric.share !== undefined && (metric.unit !== '%' || least < 0 || most > 100))
    problems.push('a share is in % from 0 to 100')
  if (metric.needs !== undefined && !(otherFiles as readonly unknown[]).includes(metric.needs))
    problems.push(`needs is not one of ${otherFiles.join(', ')}`)
  const { time, sampleAbove = 1 } = metric.cost ?? { time: 'O(n)' }
  if (typeof time !== 'string' || time === '' || !(Number.isInteger(sampleAbove) && sampleAbove >= 1))
    problems.push('cost is not { time, sampleAbove? } with a text and a number of records')
  if (metric.high !== undefined) problems.push(...highProblems(metric))
  if (metric.recordsOf !== 'original' && metric.recordsOf !== 'masked')
    problems.push('recordsOf is not original or masked')
  if (metric.atIdentity !== null && typeof metric.atIdentity !== 'number')
    problems.push('atIdentity is not a number or null')
  return problemsNamed(metric.id, problems)
}
