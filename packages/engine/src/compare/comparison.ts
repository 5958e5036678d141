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

/** Values of a metric over the replicates: their mean, and their range over all files where a replicate makes several. */
export interface Summary {
  readonly mean: number | null
  readonly min: number | null
  readonly max: number | null
  /** The worst of the worse ends of the runs' 95 % intervals; the worst value where they have none. */
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
  /** Parts that mask its keys and its values; absent where the row is not a pair of parts. */
  readonly parts?: RowParts
  /** Titles of its methods with the parameters that a search varies. */
  readonly title: string
  readonly metrics: ReadonlyMap<string, Summary>
  readonly replicates: number
  /** Error of a candidate that could not be run; it is not on the map. */
  readonly error?: SdcError
  /** Columns to be masked that the plan leaves unmasked. */
  readonly unmasked: readonly string[]
  /** The limits that it does not keep in every run: such a candidate is never chosen. */
  readonly beyond: readonly Beyond[]
  /** Reasons for which its release would be refused, as sentences: found only of a row that would have been chosen. */
  readonly refusals?: readonly string[] | undefined
  /** The risks that are high in its worst run, as far as they were measured. */
  readonly high: readonly string[]
  /** Columns with negative values where the original has none, with the most that a run has; left out where there are none. */
  readonly negatives?: readonly NewNegatives[]
  /** Rules of the schema in the run that breaks most of them; left out without rules. */
  readonly rules?: RuleFindings
  /** True where no candidate that can be chosen is better on one axis and at least as good on the other. */
  readonly pareto: boolean
  readonly chosen: boolean
}

export interface Comparison {
  readonly rows: readonly Row[]
  readonly axes: Axes
  /** All that was measured: of every candidate, or of those that came near to being chosen. */
  readonly metrics: readonly Metric[]
  readonly limits: readonly Limit[]
  /** Further limits on the file that is drawn by the chosen plan. */
  readonly failLimits: readonly Limit[]
  /** The risks that go with every choice, with their values in independent data. */
  readonly levels: readonly RiskLevel[]
  readonly columns: readonly string[]
  /** The columns whose relation to them was measured. */
  readonly given: readonly string[]
  readonly records: number
  /** Details of the choice; undefined where it was not made in stages. */
  readonly decision?: Decision | undefined
  /** The choice, its reason, and the worst that was measured of it, in words. */
  readonly verdict: string
  /** Notes on what was left out, and why. */
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** Values of a metric on the unchanged original, and on data that are independent of it. */
export interface Yardsticks {
  readonly original: number | null
  readonly independent: number | null
}

/** A line of a verdict. */
export interface VerdictLine {
  /** Topic: the choice, its disclosure risk, its information loss, the second best plan; or the lack of a choice, and advice. */
  readonly of: 'choice' | 'risk' | 'loss' | 'runner-up' | 'none' | 'advice'
  /** A sentence without a full stop. */
  readonly text: string
}

/** Details of a choice. */
export interface Decision {
  /** The verdict, line by line. */
  readonly lines: readonly VerdictLine[]
  readonly purpose: string | undefined
  /** The losses that the loss is the mean of. */
  readonly families: readonly string[]
  /** Values of each metric on the original and on independent data, by metric id. */
  readonly beside: ReadonlyMap<string, Yardsticks>
  /** Number of parts tried on each side. */
  readonly tried: { readonly keys: number; readonly values: number }
  /** The labels of those that were run again, and of those that are as good as the choice. */
  readonly finalists: readonly string[]
  readonly ties: readonly string[]
  /** Candidate nearest to the limits, and advice, where nothing can be chosen. */
  readonly nearest?: Row | undefined
  readonly fix: readonly string[]
  /** Limits of the purpose on losses that no plan keeps besides the limits of the user, with the values of the choice. */
  readonly lost: readonly Beyond[]
  /** The limits that the choice comes close to in its worst run. */
  readonly close: readonly Limit[]
  /** True where a budget or a user ended the comparison early. */
  readonly isPartial: boolean
  /** Number of records on which values were masked and losses measured; undefined where it was all. */
  readonly sampled?: number | undefined
}

/** The parts of a row. */
export interface RowParts {
  readonly keys: Part
  readonly values: Part
}
