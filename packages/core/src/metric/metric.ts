import { cardProblems, problemsNamed, type Card } from '../card/card.js'
import { columnKinds, type ColumnKind } from '../columns/kind.js'
import type { Work } from '../work/work.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params, ParamsInput } from '../params/params.js'
import type { Ref } from '../reference/ref.js'
import { metricKinds, type MetricKind } from '../reference/metric-kind.js'
import type { MeasureFacts, Measuring } from '../plan/measuring.js'
import type { NeedsFile, PairColumns, Planned } from '../plan/plan.js'
import type { MeasureInput, MetricSession } from '../work/measured-files.js'

/** From where on a risk is called high, and what its value says. */
export interface HighRisk {
  /**
   * Part of the way from independent data (or from the better end of the range) to the worse end: from there on the
   * risk is high. Without it, each measurement says from which value (`high`).
   */
  readonly share?: number
  /** Meaning of a value, as a clause in which `{value}` stands for it with its unit. */
  readonly meaning: string
}
const filesRead = ['masked', 'both', 'whole'] as const

/** Cost of a metric. */
export interface Cost {
  /** The time in n records and p columns, `O(n log n)`. */
  readonly time: string
  /** Number of records above which it uses a random sample; without it, it uses all. */
  readonly sampleAbove?: number
}

const otherNeeds = ['population', 'control', 'rules'] as const

const sharesOf = ['records', 'cells'] as const

const ofColumns = ['masked columns', 'keys', 'confidential', 'keys and confidential', 'keys and items'] as const

export interface Metric<P = unknown, I = ParamsInput<P>> extends Card {
  readonly kind: MetricKind
  /** The kinds of columns it measures: it is handed no others. */
  readonly accepts: readonly ColumnKind[]
  /**
   * Columns that it measures: the masked ones, or those with the role of keys, of confidential columns, or of either. `keys and
   * confidential` includes items, and the masked columns where no column has these roles. `keys and items` needs items. Both also
   * take columns that were recoded to another kind.
   */
  readonly of: (typeof ofColumns)[number]
  /**
   * Data that it reads: the masked columns of the masked file alone, those of both files, or both files whole, with the
   * unmasked columns.
   */
  readonly files: (typeof filesRead)[number]
  readonly better: 'lower' | 'higher'
  /** `%` (0 to 100), or what else one unit is; printed behind every value. */
  readonly unit: string
  /** The least and the greatest value it can have. */
  readonly range: readonly [number, number]
  readonly recordsOf: 'original' | 'masked'
  /** True where it needs the original record that each masked record came from. */
  readonly needsOrigin: boolean
  /**
   * Another file, or the rules of the schema, without which it has no value: it is measured where that is given. A
   * comparison does without other files.
   */
  readonly needs?: (typeof otherNeeds)[number]
  /**
   * True if it takes long, so that it is measured only on request: by name, as a limit or an axis, or for the purpose
   * of a comparison.
   */
  readonly costly?: boolean
  /** Value expected of a fresh identity mask: the best possible utility (loss 0) or the full risk; null for no such value. */
  readonly atIdentity: number | null
  readonly params: Params<P, I>
  readonly cost?: Cost
  /**
   * Units of the mean, for a value that is 100 times a mean of numbers from 0 to 1 over records or cells. A share of
   * records has an interval unless it is `exact`. A share of cells has none: the cells of a record are dependent, so
   * that intervals by records or cells cover too rarely.
   */
  readonly share?: (typeof sharesOf)[number]
  /**
   * True for a metric of equivalence classes: the value describes this file and is exact, so it has no sampling interval.
   * Records of a class are not independent: intervals by records do not cover. A limit on its upper end is refused.
   */
  readonly exact?: boolean
  /**
   * True if the measurement has an interval of its own. A limit on the end of an interval (`ID:upper`) is refused where there is
   * neither this nor the interval of a share of records.
   */
  readonly ownInterval?: boolean
  /** Point from which a risk is high; without it, half of the way to the worse end of its range. */
  readonly high?: HighRisk
  /** Other metrics whose values this one combines, by the names it knows them by. */
  parts?(params: P): Readonly<Record<string, Ref>>
  /** Work on the original alone, done once for all masked files of a comparison. */
  prepare?(input: PrepareInput<P>): unknown
  /** Reason why all records must be in memory, known from the parameters; by default partitions are enough. */
  needsFile?(facts: Pick<MeasureFacts<P>, 'params'>): NeedsFile | undefined
  /** Columns that it reads out of core; by default its own, of the masked file alone if the metric reads only that. */
  reads?(facts: Omit<MeasureFacts<P>, 'rows' | 'rng' | 'parts'>): PairColumns
  /** Requests aggregates of both files, and ends with the measurement. */
  plan(facts: MeasureFacts<P>): Planned<Measuring<P>>
  /** The value under small changes, for a search; it is the one that the plan gives, to rounding. */
  session?(input: MeasureInput<P>): MetricSession
}

/** Input of `prepare`: nothing of a masked file. */
export type PrepareInput<P> = Pick<Work<P>, 'original' | 'columns' | 'given' | 'roles' | 'params' | 'tick'>

/** Defaults of a metric. */
const plainMetric = { accepts: ['numeric'], of: 'masked columns', files: 'both' } as const

type Defaults = keyof typeof plainMetric

/** Gives `plan` the types of `params`; a metric of numbers in the masked columns of both files need not say so. */
export function defineMetric<P, I = ParamsInput<P>>(
  metric: Omit<Metric<P, I>, Defaults> & Partial<Pick<Metric<P, I>, Defaults>>,
): Metric<P, I> {
  return { ...plainMetric, ...metric }
}

function highProblems({ high, kind }: Partial<Metric>): string[] {
  const { share, meaning } = high ?? {}
  return [
    ...(kind === 'risk' ? [] : ['only a risk is high']),
    ...(share === undefined || (typeof share === 'number' && share > 0 && share < 1)
      ? []
      : ['high.share is not between 0 and 1']),
    ...(typeof meaning === 'string' && meaning.includes('{value}') ? [] : ['high.meaning has no {value}']),
  ]
}

/** Returns the problems in the form of a metric; an empty list where there are none. */
export function metricProblems(metric: Partial<Metric>): string[] {
  if (typeof metric !== 'object' || metric === null) return ['a metric is not an object made by defineMetric']
  const problems = [...cardProblems(metric), ...paramProblems(metric.params)]
  if (typeof metric.plan !== 'function') problems.push('plan is not a function')
  for (const name of ['parts', 'prepare', 'session', 'needsFile', 'reads'] as const)
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
  if (![undefined, true, false].includes(metric.costly)) problems.push('costly is not true or false')
  if (metric.share !== undefined && !(sharesOf as readonly unknown[]).includes(metric.share))
    problems.push(`share is not one of ${sharesOf.join(', ')}`)
  for (const name of ['exact', 'ownInterval'] as const)
    if (![undefined, true, false].includes(metric[name])) problems.push(`${name} is not true or false`)
  if (metric.share !== undefined && (metric.unit !== '%' || least < 0 || most > 100))
    problems.push('a share is in % from 0 to 100')
  if (metric.needs !== undefined && !(otherNeeds as readonly unknown[]).includes(metric.needs))
    problems.push(`needs is not one of ${otherNeeds.join(', ')}`)
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
