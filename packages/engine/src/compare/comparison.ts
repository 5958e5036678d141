import type { Interval, Metric, SdcError } from '@sdc/core'
import type { RuleFindings } from '@sdc/rules'
import type { StepPlan } from '../plan/plan.js'
import type { Beyond, Limit } from '../limits/limits.js'
import type { NewNegatives } from '../measure/new-negatives.js'
import type { Part } from './part.js'
import type { RiskLevel } from './risk-level.js'

/** The two metrics of a risk–utility map. */
export interface Axes {
  readonly risk: Metric
  readonly loss: Metric
}

/** Mean of a metric over the replicates, and its range over all files if a replicate makes several. */
export interface Summary {
  readonly mean: number | null
  readonly min: number | null
  readonly max: number | null
  /** The worst of the worse ends of the runs' 95 % intervals; the worst value without intervals. */
  readonly worstEnd?: number
  /** 95 % confidence interval of the mean over other random numbers; absent for a single run. */
  readonly interval?: Interval
  /** Reason for a missing value: in every run, or in one of them. */
  readonly reason?: string
}

/** Measured plan of a comparison. */
export interface Row {
  /** Method of its first step. */
  readonly use: string
  /** Parameters that the grid varies, as given. */
  readonly varied: Readonly<Record<string, unknown>>
  /** Its steps, each with the columns that it masks. */
  readonly steps: readonly StepPlan[]
  /** Ids of its post-masking steps. */
  readonly then: readonly string[]
  readonly label: string
  /** Parts that mask its quasi-identifiers and its values; absent if the row is not a pair of parts. */
  readonly parts?: RowParts
  /** Titles of its methods, with the parameters that a search varies. */
  readonly title: string
  readonly metrics: ReadonlyMap<string, Summary>
  readonly replicates: number
  /** Error of a candidate that could not be run; it is not on the map. */
  readonly error?: SdcError
  /** Columns to be masked that the plan leaves unmasked. */
  readonly unmasked: readonly string[]
  /** Limits that it does not keep in every run; such a candidate is never chosen. */
  readonly beyond: readonly Beyond[]
  /**
   * Reasons for which its release would be refused, as sentences; found only for a row that would otherwise be chosen.
   */
  readonly refusals?: readonly string[] | undefined
  /** Measured risks that are high in its worst run. */
  readonly high: readonly string[]
  /** Columns with negative values where the original has none, with the most in any run; absent if there are none. */
  readonly negatives?: readonly NewNegatives[]
  /** Rules of the schema in the run that breaks most of them; absent without rules. */
  readonly rules?: RuleFindings
  /** True if no candidate that can be chosen is better on one axis and at least as good on the other. */
  readonly pareto: boolean
  readonly chosen: boolean
}

export interface Comparison {
  readonly rows: readonly Row[]
  readonly axes: Axes
  /** All metrics that were measured, of every candidate or of those that came near to being chosen. */
  readonly metrics: readonly Metric[]
  readonly limits: readonly Limit[]
  /** Further limits on the file that the chosen plan produces. */
  readonly failLimits: readonly Limit[]
  /** Risk levels that apply to every choice, with their values in independent data. */
  readonly levels: readonly RiskLevel[]
  readonly columns: readonly string[]
  /** Columns whose relation to the masked ones was measured. */
  readonly given: readonly string[]
  readonly records: number
  /** Details of the choice; undefined if it was not made in stages. */
  readonly decision?: Decision | undefined
  /** The choice, its reason, and its worst measured values, in words. */
  readonly verdict: string
  /** Notes on what was left out, with reasons. */
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** Values of a metric on the unchanged original, and on independent data. */
export interface Yardsticks {
  readonly original: number | null
  readonly independent: number | null
}

/** A line of a verdict. */
export interface VerdictLine {
  /**
   * Topic: the choice, its disclosure risk, its information loss, the runner-up; or the lack of a choice, and advice.
   */
  readonly of: 'choice' | 'risk' | 'loss' | 'runner-up' | 'none' | 'advice'
  /** A sentence without a full stop. */
  readonly text: string
}

/** Details of a choice. */
export interface Decision {
  /** The verdict, line by line. */
  readonly lines: readonly VerdictLine[]
  readonly purpose: string | undefined
  /** Loss metrics that the loss is the mean of. */
  readonly families: readonly string[]
  /** Values of each metric on the original and on independent data, by metric id. */
  readonly beside: ReadonlyMap<string, Yardsticks>
  /** Number of parts tried on each side. */
  readonly tried: { readonly keys: number; readonly values: number }
  /** Labels of the plans that were run again, and of those as good as the choice. */
  readonly finalists: readonly string[]
  readonly ties: readonly string[]
  /** Candidate nearest to the limits, and advice, if nothing can be chosen. */
  readonly nearest?: Row | undefined
  readonly fix: readonly string[]
  /**
   * Limits of the purpose on losses that no plan keeps together with the user's limits, with the values of the choice.
   */
  readonly lost: readonly Beyond[]
  /** Limits that the choice comes close to in its worst run. */
  readonly close: readonly Limit[]
  /** True if a budget or a user ended the comparison early. */
  readonly isPartial: boolean
  /** Number of records on which values were masked and losses measured; undefined for all records. */
  readonly sampled?: number | undefined
}

/** The parts of a row. */
export interface RowParts {
  readonly keys: Part
  readonly values: Part
}
