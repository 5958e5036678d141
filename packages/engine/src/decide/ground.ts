import { takeRows, type Dataset, type Registry, type Rng, type Roles } from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import type { Axes } from '../compare/comparison.js'
import type { PreparedWork } from '../measure/measure-metrics.js'
import type { FileSchema, MetricPlan } from '../plan/plan.js'
import { replicateRng } from '../run/run.js'
import type { Ending } from './ending.js'
import type { Sides } from './sides.js'

/** Values are masked, and losses measured, on so many records at the most until the finalists are known. */
export const SAMPLE = 5000

/** What all stages of a comparison share. */
export interface Ground {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema: FileSchema | undefined
  readonly roles: Roles
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly sides: Sides
  readonly axes: Axes
  /** What is measured of every pair. */
  readonly metrics: readonly MetricPlan[]
  /** What ranks parts and pairs: the loss, or, where nothing is limited, (risk + loss)/2; less is better, Infinity without a value. */
  readonly rank: (valueOf: (id: string) => number | null) => number
  /** The losses that the loss is the mean of, by their ids. */
  readonly families: readonly string[]
  readonly rng: Rng
  /** Throws where the comparison was stopped. */
  readonly tick: (stage: string, fraction: number, counts?: { readonly done: number; readonly all: number }) => void
  /** Whether a stage begins no further work: the budget is used up, or somebody stopped it. */
  readonly ends: Ending['ends']
  /** What metrics made of the whole original. */
  readonly prepared: PreparedWork
}

/** The records that values are masked and losses measured on in one run. */
export interface RunSample {
  readonly replicate: number
  readonly rng: Rng
  /** Those of the original, ascending; undefined where it is all of them. */
  readonly rows: Int32Array | undefined
  readonly original: Dataset
  readonly prepared: PreparedWork
}

/** The sample of a run: the whole file where it has no more than 5,000 records. */
export function runSample({ original, rng, prepared }: Ground, replicate: number): RunSample {
  const own = replicateRng(rng, replicate)
  if (original.rows <= SAMPLE) return { replicate, rng: own, rows: undefined, original, prepared }
  const rows = Int32Array.from(randomPermutation(original.rows, own.child('sample')).subarray(0, SAMPLE)).sort()
  return { replicate, rng: own, rows, original: takeRows(original, rows), prepared: new Map() }
}
