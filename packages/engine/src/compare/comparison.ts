import type { Interval, Metric, SdcError } from '@sdc/core'
import type { Candidate } from '../jobs/candidate.js'
import type { Beyond, Limit } from '../limits/limits.js'
import type { NewNegatives } from '../measure/new-negatives.js'
import type { KeyRelations } from './key-relations.js'
import type { Part, PartKind } from './part.js'
import type { RiskLevel } from './risk-level.js'

/** The two metrics of a risk–utility map. */
export interface Axes {
  readonly risk: Metric
  readonly loss: Metric
}

/** A metric's values over the replicates: the mean, and the ends of their range, over the files of each where it makes several. */
export interface Summary {
  readonly mean: number | null
  readonly min: number | null
  readonly max: number | null
  /** The worst of the worse ends of the runs' 95 % intervals; the worst value where they have none. */
  readonly worstEnd?: number
  /** Where the mean lies with 95 % confidence over other random numbers; of one run there is none. */
  readonly interval?: Interval
  /** Why there is no value, where there is none: of any run, or of one of them. */
  readonly reason?: string
}

export interface Row extends Candidate {
  /** What masks its keys, and what its values; left out where it is no such pair. */
  readonly parts?: RowParts
  readonly metrics: ReadonlyMap<string, Summary>
  readonly replicates: number
  /** Why this candidate could not be run; it is then on no map. */
  readonly error?: SdcError
  /** The columns of each of its masking steps: those that the method accepts. */
  readonly masks: readonly (readonly string[])[]
  /** Columns that were to be masked and stayed as they are: such a candidate is never chosen. */
  readonly unmasked: readonly string[]
  /** The limits that it does not keep in every run: such a candidate is never chosen. */
  readonly beyond: readonly Beyond[]
  /** The risks that are high in its worst run, as far as they were measured. */
  readonly high: readonly string[]
  /** Columns with negative values where the original has none, with the most that a run has; left out where there are none. */
  readonly negatives?: readonly NewNegatives[]
  /** Whether no other that can be chosen beats it on both axes. */
  readonly pareto: boolean
  readonly chosen: boolean
}

export interface Comparison {
  readonly rows: readonly Row[]
  readonly axes: Axes
  /** All that was measured: of every candidate, or of those that came near to being chosen. */
  readonly metrics: readonly Metric[]
  readonly limits: readonly Limit[]
  /** What the choice is held to after it was made. */
  readonly bounds: readonly Limit[]
  /** The risks that go with every choice, with their values in independent data. */
  readonly levels: readonly RiskLevel[]
  readonly columns: readonly string[]
  /** The columns whose relation to them was measured. */
  readonly given: readonly string[]
  readonly records: number
  /** How the choice came about; left out where nobody chose in stages. */
  readonly decision?: Decision | undefined
  /** The choice, its reason, and the worst that was measured of it, in words. */
  readonly verdict: string
  /** What was left out, and why. */
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** What a metric gives of the original as it is, and of data that have nothing to do with it. */
export interface Beside {
  readonly original: number | null
  readonly independent: number | null
}

/** A line of a verdict. */
export interface VerdictLine {
  /** The plan, who is found, what is kept, what else is as good; that there is no choice, and what would help. */
  readonly of: 'choice' | 'risk' | 'loss' | 'others' | 'none' | 'advice'
  /** A sentence without a full stop. */
  readonly text: string
}

/** What was found out on the way to a choice. */
export interface Decision {
  /** The verdict, line by line. */
  readonly lines: readonly VerdictLine[]
  readonly purpose: string | undefined
  /** The losses that the loss is the mean of. */
  readonly families: readonly string[]
  /** What the keys say of the values. */
  readonly relations: KeyRelations
  /** By metric: what stands beside its values. */
  readonly beside: ReadonlyMap<string, Beside>
  /** How many parts of either side were tried, and how many keep the limits alone. */
  readonly parts: { readonly keys: PartCount; readonly values: PartCount }
  /** The labels of those that were run again, and of those that are as good as the choice. */
  readonly finalists: readonly string[]
  readonly ties: readonly string[]
  /** The best whose keys are masked in another way than the choice's. */
  readonly otherKind?: { readonly row: Row; readonly kind: PartKind } | undefined
  /** Where nothing can be chosen: what comes nearest, and what would help. */
  readonly nearest?: Row | undefined
  readonly advice: readonly string[]
  /** The limits that the choice comes close to in its worst run. */
  readonly close: readonly Limit[]
  /** On how many records values were masked and losses measured; undefined where it was all. */
  readonly sampled?: number | undefined
}

export interface PartCount {
  readonly tried: number
  readonly passing: number
}

/** The parts of a row. */
export interface RowParts {
  readonly keys: Part
  readonly values: Part
}
