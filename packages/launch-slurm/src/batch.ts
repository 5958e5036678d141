/**
 * A batch: the tasks of one launch, in one array job. What each job of the array works on lies in the store; Slurm knows the name of
 * the batch and the number of the job, and nothing of the plan.
 */
import { getJson, type Store, type Task } from '@sdc/scale'

/** All that a launcher and its workers leave in the store begins so. */
export const TRACES = 'slurm/'

/** What the jobs of an array work on. */
export interface Batch {
  /** The tasks of each job. */
  readonly slices: readonly (readonly Task[])[]
}

export const batchName = (batch: string): string => `${TRACES}${batch}.json`

/** What a job writes again and again while it works. */
export const beatName = (batch: string, job: number): string => `${TRACES}${batch}.${job}.beat`

/** What a job prints, by the numbers that Slurm gave it: Slurm writes it there. */
export const outputName = (array: string, job: number | string): string => `${TRACES}${array}_${job}.out`

/** How often a job says that it lives, and the driver looks whether it did, in milliseconds. */
export const BEAT = 2000

/** The batch of that name; undefined where the store has none: the run has ended, or goes on without it. */
export async function batchIn(store: Store, name: string): Promise<Batch | undefined> {
  return (await store.has(batchName(name))) ? ((await getJson(store, batchName(name))) as Batch) : undefined
}

/**
 * The script of a job: it starts a worker, and takes its number from Slurm.
 *
 * @param command - The program and what it is called with.
 * @param batch - The batch.
 * @returns The script.
 */
export function scriptOf(command: readonly string[], batch: string): string {
  const words = [...command, batch].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)
  return `#!/bin/sh\nexec ${words.join(' ')}\n`
}
