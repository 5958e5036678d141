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
import type { Candidate } from './candidate.js'
import type { FileSchema, MetricPlan } from '../plan/plan.js'
import type { PreparedWork } from '../measure/measure-metrics.js'
import type { NewNegatives } from '../measure/new-negatives.js'

/** Input that the jobs of one comparison share. */
export interface Work {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  /** Metrics, the same for all jobs. */
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly metrics: readonly MetricPlan[]
  /** The population that the original is a sample of, or an intruder's register of it. */
  readonly population?: Dataset | undefined
  /** People like those of the original who are not in it. */
  readonly control?: Dataset | undefined
  /** Number of runs of a candidate that draws random numbers. */
  readonly replicates: number
  readonly rng: Rng
  /** True if streams are named by methods alone (`bind`). */
  readonly alike?: boolean | undefined
  /** Data that metrics prepared from the original. */
  readonly prepared: PreparedWork
}

/** The same as plain data, to be sent away: the plugins by name. */
export interface PlainWork extends Omit<Work, 'registry' | 'original' | 'population' | 'control' | 'rng' | 'prepared'> {
  readonly plugins: readonly { readonly name: string; readonly version: string }[]
  readonly original: PlainDataset
  readonly population?: PlainDataset | undefined
  readonly control?: PlainDataset | undefined
  readonly rng: RngState
}

/**
 * Work as plain data.
 *
 * @param work - What the jobs share.
 * @param shared - Whether the columns are copied to shared memory: a page may not, unless it is isolated from others.
 * @returns What `workFrom` makes work of again.
 */
export function plainWork({ registry, original, rng, ...work }: Work, shared: boolean): PlainWork {
  const { schema, columns, given, metrics, replicates, alike, population, control } = work
  const plugins = registry.plugins.map(({ name, version }) => ({ name, version }))
  return {
    plugins,
    original: plainDataset(original, shared),
    population: population && plainDataset(population, shared),
    control: control && plainDataset(control, shared),
    rng: rng.state,
    schema,
    columns,
    given,
    metrics,
    replicates,
    alike,
  }
}

/** The work again, with the plugins at hand; throws BAD_PLUGIN where one of them is missing or of another version. */
export function workFrom(
  { plugins, original, population, control, rng, ...rest }: PlainWork,
  atHand: readonly Plugin[],
): Work {
  // A module may be named twice, alone and in a list.
  const byName = new Map(atHand.map((plugin) => [plugin.name, plugin]))
  const registry = createRegistry()
    .use([...byName.values()])
    .freeze()
  for (const { name, version } of plugins) {
    if (registry.plugins.some((plugin) => plugin.name === name && plugin.version === version)) continue
    const message = `this worker did not load plugin ${name} ${version}`
    throw new SdcError(
      'BAD_PLUGIN',
      message,
      { plugin: name },
      'A worker loads the modules that the program names: add it there.',
    )
  }
  return {
    ...rest,
    registry,
    original: datasetFrom(original),
    population: population && datasetFrom(population),
    control: control && datasetFrom(control),
    rng: rngFrom(rng),
    prepared: new Map(),
  }
}

/** A masking, and each list of further steps on what it makes: plain data. */
export type Job = readonly Candidate[]

/** A metric's values over the replicates, and why there is none where there is none. */
export interface MeasuredRuns {
  readonly values: readonly number[]
  /** Values of each file, if runs make several files. */
  readonly ofFiles?: readonly number[]
  /** Worse end of the interval of each. */
  readonly ends?: readonly number[]
  /** Largest error of a value over all runs, in the metric's unit (`errorOf`); left out if all are exact. */
  readonly error?: number
  readonly reason?: string
}

/** Result of one candidate, as plain data. */
export interface CandidateOutcome {
  readonly metrics: ReadonlyMap<string, MeasuredRuns>
  readonly replicates: number
  /** The columns that it masked. */
  readonly masked: readonly string[]
  /** The columns of each of its masking steps. */
  readonly masks: readonly (readonly string[])[]
  /** Columns with negative values where the original has none, of several runs the most; left out where there are none. */
  readonly negatives?: readonly NewNegatives[]
  readonly error?: PlainError
}

export interface JobOutcome {
  readonly candidates: readonly CandidateOutcome[]
  readonly warnings: readonly string[]
}

/** A job, and which of its runs. */
export interface Task {
  readonly job: Job
  /** The numbers of the runs, ascending: `replicateRng` has their streams. Without them 1 … `replicates` of the work. */
  readonly replicates?: readonly number[]
}

/** Work that is ready to run tasks, until it is closed. */
export interface OpenWork {
  /**
   * Runs tasks in any order, and returns their outcomes in the order of the tasks: the same bytes for any number of
   * workers.
   *
   * @param tasks - The tasks.
   * @param tick - Called with the progress, from 0 to 1; an error that it throws ends the work.
   * @param done - Called with the place and outcome of each task as soon as it is done.
   */
  run(
    tasks: readonly Task[],
    tick: (fraction: number) => void,
    done?: (place: number, outcome: JobOutcome) => void,
  ): Promise<readonly JobOutcome[]>
  close(): Promise<void>
}

/** Runner of tasks: this thread, or several. */
export interface Executor {
  readonly width: number
  open(work: Work): OpenWork
}

/** Runs tasks of one work, and closes it. */
export async function runTasks(
  executor: Executor,
  work: Work,
  tasks: readonly Task[],
  tick: (fraction: number) => void,
  done?: (place: number, outcome: JobOutcome) => void,
): Promise<readonly JobOutcome[]> {
  const open = executor.open(work)
  try {
    return await open.run(tasks, tick, done)
  } finally {
    await open.close()
  }
}

/** The outcome of a job that ended with an error before it could say anything. */
export function failedJob(job: Job, error: PlainError): JobOutcome {
  const candidates = job.map(() => ({ metrics: new Map(), replicates: 0, masked: [], masks: [], error }))
  return { candidates, warnings: [] }
}
