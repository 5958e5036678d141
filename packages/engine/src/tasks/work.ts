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
import type { LimitedValue } from '../limits/measure-run.js'
import type { FileSchema, MetricPlan, StepPlan } from '../plan/plan.js'
import type { PreparedWork } from '../measure/measure-metrics.js'

/** Input that tasks share. */
export interface Work {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly metrics: readonly MetricPlan[]
  /** Population that the original is a sample of, or an intruder's register of it. */
  readonly population?: Dataset | undefined
  /** People from the same population who are not in the original. */
  readonly control?: Dataset | undefined
  readonly rng: Rng
  /** Data that metrics prepared from the original. */
  readonly prepared: PreparedWork
}

/** The same as plain data to send, with the plugins by name. */
export interface PlainWork extends Omit<Work, 'registry' | 'original' | 'population' | 'control' | 'rng' | 'prepared'> {
  readonly plugins: readonly { readonly name: string; readonly version: string }[]
  readonly original: PlainDataset
  readonly population?: PlainDataset | undefined
  readonly control?: PlainDataset | undefined
  readonly rng: RngState
}

/**
 * Converts work to plain data.
 *
 * @param work - Input that tasks share.
 * @param shared - True to copy the columns to shared memory, which a page may not use unless it is isolated from
 *   others.
 * @returns The input of `workFrom`.
 */
export function plainWork({ registry, original, rng, ...work }: Work, shared: boolean): PlainWork {
  const { schema, columns, given, metrics, population, control } = work
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
  }
}

/**
 * Restores work from plain data and plugins; throws BAD_PLUGIN if a plugin is missing or of another version.
 *
 * @param work - Result of `plainWork`.
 * @param atHand - Available plugins.
 * @returns The work.
 */
export function workFrom(
  { plugins, original, population, control, rng, ...rest }: PlainWork,
  atHand: readonly Plugin[],
): Work {
  // A module may occur twice, alone and in a list.
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

/** Task as plain data: one run of some steps. */
export interface Task {
  /** Its name, for errors. */
  readonly label: string
  readonly steps: readonly StepPlan[]
  /** Number of the run: `replicateRng` has its stream. */
  readonly replicate: number
}

/** Outcome of a task, as plain data. */
export interface TaskOutcome {
  /** Values by metric id; empty after an error. */
  readonly values: ReadonlyMap<string, LimitedValue>
  readonly error?: PlainError
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
    done?: (place: number, outcome: TaskOutcome) => void,
  ): Promise<readonly TaskOutcome[]>
  close(): Promise<void>
}

/** Runner of tasks: this thread, or several. */
export interface Executor {
  readonly width: number
  open(work: Work): OpenWork
}

/**
 * Runs the tasks of one work, and closes it.
 *
 * @param executor - Runner of the tasks.
 * @param work - Input that the tasks share.
 * @param tasks - The tasks.
 * @param tick - Called with the progress, from 0 to 1; an error that it throws ends the work.
 * @param done - Called with the place and outcome of each task as soon as it is done.
 * @returns The outcomes, in the order of the tasks.
 */
export async function runTasks(
  executor: Executor,
  work: Work,
  tasks: readonly Task[],
  tick: (fraction: number) => void,
  done?: (place: number, outcome: TaskOutcome) => void,
): Promise<readonly TaskOutcome[]> {
  const open = executor.open(work)
  try {
    return await open.run(tasks, tick, done)
  } finally {
    await open.close()
  }
}
