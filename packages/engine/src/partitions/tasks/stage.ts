import type { ColumnAsRead, Rng, Totals, PartRange, FileSource, Store } from '@sdc/core'
import type { BoundPlan } from '../../bind/bind.js'
import type { ColumnFacts } from '../../run/numbers/precision.js'
import type { MaskedBeside } from '../source/source.js'
import { bytesOf, doublesOf } from './store.js'

/** A file that is processed out of core, and the storage of its columns. */
export interface StoredFile {
  readonly source: FileSource
  readonly store: Store
  readonly parts: readonly PartRange[]
  readonly partBlocks: number
}

/** Storage of records to sort. */
export interface SortedFile extends Pick<StoredFile, 'store' | 'parts'> {
  readonly source: Pick<FileSource, 'rows'>
  /** Number of ranges into which the ranks are divided for sorting. */
  readonly ranges: number
}

/** Context of a plan's tasks, on any machine. */
export interface StageContext extends StoredFile {
  /** Input of the steps, and source of the written columns that they do not mask; by default the original. */
  readonly masked?: MaskedBeside | undefined
  readonly plan: BoundPlan
  /** The stream of the run. */
  readonly rng: Rng
  /** Number of ranges into which the ranks of a column are divided for sorting. */
  readonly ranges: number
  /** Bytes that a task may take, if they are limited. */
  readonly taskBytes?: number | undefined
  /** Returns the facts that rounding needs about the columns, once these are read. */
  facts(): Promise<ReadonlyMap<string, ColumnFacts>>
  /** Returns known facts of the columns before masking, including those of categories, once these are read. */
  asRead(): Promise<ReadonlyMap<string, ColumnAsRead>>
}

/** A stage of a plan: tasks that can run at the same time, once those of the stages before have ended. */
export interface Stage<A = StageContext> {
  readonly name: string
  /** Returns the number of its tasks; 0 if it is not needed. */
  tasks(around: A): Promise<number>
  /** Beginnings of stored names that are removed after its end. */
  readonly drops?: readonly string[]
  /** Beginnings of stored names that are removed once a task is done. */
  dropsOf?(task: number): readonly string[]
  /** Runs a task: stores its whole result, and returns the numbers that later stages read. */
  run(around: A, task: number): Promise<Totals>
}

/**
 * Groups of stages in their order. The tasks of a group run at once: no stage needs the result of another one in its
 * group.
 */
export type StageGroups<A = StageContext> = Iterable<readonly Stage<A>[]> | AsyncIterable<readonly Stage<A>[]>

/** Groups of one stage each. */
export function inTurn<A>(stages: readonly Stage<A>[]): readonly (readonly Stage<A>[])[] {
  return stages.map((stage) => [stage])
}

/** Part of the context that every task needs: storage for its result. */
export type HasStore = Pick<StoredFile, 'store'>

const doneName = (stage: string, task: number): string => `done/${stage}/${task}`

/** Runs a task unless its result is stored. Its numbers are written last, as the mark that it is done. */
export async function runTask<A extends HasStore>(stage: Stage<A>, around: A, task: number): Promise<void> {
  const name = doneName(stage.name, task)
  if (await around.store.has(name)) return
  const totals = await stage.run(around, task)
  await around.store.put(name, [bytesOf(totals)])
  for (const prefix of stage.dropsOf?.(task) ?? []) await around.store.remove(prefix)
}

/**
 * Tests whether the result of a task is stored.
 *
 * @param around - Storage of the run.
 * @param stage - Name of the stage.
 * @param task - Number of the task.
 * @returns True if the task is done.
 */
export function taskIsDone({ store }: HasStore, stage: string, task: number): Promise<boolean> {
  return store.has(doneName(stage, task))
}

/** Results of the tasks of a stage, in their order. */
export async function resultsOf(around: HasStore, stage: string, tasks: number): Promise<readonly Totals[]> {
  return Promise.all(Array.from({ length: tasks }, (_, task) => resultOf(around, stage, task)))
}

/** Result of one task of a stage. */
export async function resultOf({ store }: HasStore, stage: string, task: number): Promise<Totals> {
  return doublesOf(await store.get(doneName(stage, task)))
}

/**
 * Folds the results of the tasks of a stage from the left over the blocks of the file, in their order. A result has the
 * same count of numbers for each block of its partition.
 */
export async function foldBlocks(
  around: Pick<StoredFile, 'store' | 'parts'>,
  stage: string,
  length: number | undefined,
  merge: (total: Totals, own: Totals) => Totals,
): Promise<Totals> {
  let total: Totals | undefined
  for (const [p, own] of (await resultsOf(around, stage, around.parts.length)).entries()) {
    const { from, to } = around.parts[p]
    const each = length ?? own.length / (to - from)
    for (let block = 0; block < to - from; block++) {
      const numbers = own.subarray(block * each, (block + 1) * each)
      total = total === undefined ? numbers : merge(total, numbers)
    }
  }
  return total ?? new Float64Array(0)
}

/** Merges the results of the tasks of a stage from the left, one per partition. */
export async function foldParts(
  around: StageContext,
  stage: string,
  merge: (total: Totals, own: Totals) => Totals,
): Promise<Totals> {
  return (await resultsOf(around, stage, around.parts.length)).reduce(merge)
}
