import {
  createRegistry,
  datasetFrom,
  plainDataset,
  rngFrom,
  SdcError,
  type Dataset,
  type PlainDataset,
  type PlainError,
  type Plugin,
  type Registry,
  type Rng,
  type RngState,
} from '@sdc/core'
import type { Candidate } from '../compare/comparison.js'
import type { FileSchema, MetricPlan } from '../documents/plan.js'
import type { PreparedWork } from '../measure/measure-metrics.js'

/** What the jobs of one comparison share. */
export interface Work {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  /** What is measured: the same for all, so that all are measured alike. */
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly metrics: readonly MetricPlan[]
  /** How often what draws random numbers is run. */
  readonly replicates: number
  readonly rng: Rng
  /** What metrics made of the original. */
  readonly prepared: PreparedWork
}

/** The same as plain data, to be sent away: the plugins by name, the columns in shared memory. */
export interface PlainWork extends Omit<Work, 'registry' | 'original' | 'rng' | 'prepared'> {
  readonly plugins: readonly { readonly name: string; readonly version: string }[]
  readonly original: PlainDataset
  readonly rng: RngState
}

export function plainWork({ registry, original, rng, ...work }: Work): PlainWork {
  const { schema, columns, given, metrics, replicates } = work
  const plugins = registry.plugins.map(({ name, version }) => ({ name, version }))
  return {
    plugins,
    original: plainDataset(original, true),
    rng: rng.state,
    schema,
    columns,
    given,
    metrics,
    replicates,
  }
}

/** The work again, with the plugins at hand; throws BAD_PLUGIN where one of them is missing or of another version. */
export function workFrom({ plugins, original, rng, ...rest }: PlainWork, atHand: readonly Plugin[]): Work {
  // A module may be named twice, alone and in a list.
  const byName = new Map(atHand.map((plugin) => [plugin.name, plugin]))
  const registry = createRegistry()
    .use([...byName.values()])
    .freeze()
  for (const { name, version } of plugins) {
    if (registry.plugins.some((plugin) => plugin.name === name && plugin.version === version)) continue
    const message = `${name} ${version} is not among the plugins that this worker loaded`
    throw new SdcError('BAD_PLUGIN', message, { plugin: name }, 'A worker loads the modules that the program names.')
  }
  return { ...rest, registry, original: datasetFrom(original), rng: rngFrom(rng), prepared: new Map() }
}

/** A masking, and each list of further steps on what it makes: plain data. */
export type Job = readonly Candidate[]

/** A metric's values over the replicates, and why there is none where there is none. */
export interface Held {
  readonly values: readonly number[]
  /** Where runs make several files, the values of each of them. */
  readonly ofFiles?: readonly number[]
  /** Of each of them, the worse end of its interval. */
  readonly ends?: readonly number[]
  readonly reason?: string
}

/** What became of one candidate: plain data. */
export interface CandidateOutcome {
  readonly metrics: ReadonlyMap<string, Held>
  readonly replicates: number
  /** The columns that it masked. */
  readonly masked: readonly string[]
  /** The columns of each of its masking steps. */
  readonly masks: readonly (readonly string[])[]
  readonly error?: PlainError
}

export interface JobOutcome {
  readonly candidates: readonly CandidateOutcome[]
  readonly warnings: readonly string[]
}

/** Runs jobs, in any order, and gives their outcomes in that of the jobs: the same bytes at any width. */
export interface Executor {
  readonly width: number
  run(work: Work, jobs: readonly Job[], tick: (fraction: number) => void): Promise<readonly JobOutcome[]>
}

/** The outcome of a job that ended with an error before it could say anything. */
export function failedJob(job: Job, error: PlainError): JobOutcome {
  const candidates = job.map(() => ({ metrics: new Map(), replicates: 0, masked: [], masks: [], error }))
  return { candidates, warnings: [] }
}
