import { takeRows, type Dataset, type Registry, type Rng, type Roles } from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import type { Axes } from '../../compare/comparison.js'
import type { PreparedWork } from '../../measure/measure-metrics.js'
import type { FileSchema, MetricPlan } from '../../plan/plan.js'
import { replicateRng } from '../../run/run.js'
import type { Ending } from './ending.js'
import type { KeptMeasurements } from './kept.js'
import type { Sides } from '../parts/sides.js'

/**
 * Maximum number of records in the sample of a run. Losses that rank pairs are measured on it; until the finalists are known,
 * confidential columns are masked on it only.
 */
export const SAMPLE = 5000

/** Context that all stages of a comparison share. */
export interface Ground {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema: FileSchema | undefined
  readonly roles: Roles
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly sides: Sides
  /** True if candidates draw whole records. */
  readonly synthetic: boolean
  readonly axes: Axes
  /** Metrics to measure for every pair. */
  readonly metrics: readonly MetricPlan[]
  /** Ranks parts and pairs by the loss or, without limits, by (risk + loss)/2. Lower is better; Infinity without a value. */
  readonly rank: (valueOf: (id: string) => number | null) => number
  /** Loss that ranks parts alone. */
  readonly partLoss: string
  /** Ids of the losses whose mean is the loss axis. */
  readonly families: readonly string[]
  readonly rng: Rng
  /** Reports progress; throws if the comparison was aborted. */
  readonly tick: (stage: string, fraction: number, counts?: { readonly done: number; readonly all: number }) => void
  /** Tests whether a stage begins no further work: the budget is used up, or a user stopped the comparison. */
  readonly ends: Ending['ends']
  /** Work of the metrics on the whole original, shared by all files that are compared. */
  readonly prepared: PreparedWork
  /** Ids of the metrics that a user limited. */
  readonly limited: ReadonlySet<string>
  /** Measurements of an interrupted comparison, and those of this one. */
  readonly kept: KeptMeasurements | undefined
}

/** Sample of one run: the records on which confidential columns are masked and losses measured. */
export interface RunSample {
  readonly replicate: number
  readonly rng: Rng
  /** Numbers of its records in the original, ascending; undefined if the sample is the whole file. */
  readonly rows: Int32Array | undefined
  readonly original: Dataset
  readonly prepared: PreparedWork
}

/** Draws the sample of a run: 5,000 records, or the whole file if it has no more. */
export function runSample({ original, rng, prepared }: Ground, replicate: number): RunSample {
  const own = replicateRng(rng, replicate)
  if (original.rows <= SAMPLE) return { replicate, rng: own, rows: undefined, original, prepared }
  const rows = Int32Array.from(randomPermutation(original.rows, own.child('sample')).subarray(0, SAMPLE)).sort()
  return { replicate, rng: own, rows, original: takeRows(original, rows), prepared: new Map() }
}
