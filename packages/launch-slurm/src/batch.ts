/**
 * A batch: the tasks of one launch, in one array job. What each job of the array works on lies in the store; Slurm knows the name of
 * the batch and the number of the job, and nothing of the plan.
 */
import { getJson, type Task } from '@sdc/engine/partitions'
import type { Store } from '@sdc/core'

/** All that a launcher and its workers leave in the store begins so. */
export const TRACES = 'slurm/'

/** What the jobs of an array work on. */
export interface Batch {
  /** The tasks of each job. */
  readonly slices: readonly (readonly Task[])[]
}

export const batchName = (batch: string): string => `${TRACES}${batch}.json`

/** What a job writes again and again while it works. */
export const beatName = (batch: string, job: number | string): string => `${TRACES}${batch}.${job}.beat`

/** What the script of a job writes again and again until its worker does. */
export const startName = (batch: string, job: number | string): string => `${TRACES}${batch}.${job}.start`

/** What a job prints, by the numbers that Slurm gave it: Slurm writes it there. */
export const outputName = (array: string, job: number | string): string => `${TRACES}${array}_${job}.out`

/** How often a job says that it lives, and the driver looks whether it did, in milliseconds. */
export const BEAT = 2000

/** The batch of that name; undefined where the store has none: the run has ended, or goes on without it. */
export async function batchIn(store: Store, name: string): Promise<Batch | undefined> {
  return (await store.has(batchName(name))) ? ((await getJson(store, batchName(name))) as Batch) : undefined
}

/** How often a script says so, at most: a worker that has not begun after a minute is none. */
const STARTS = 30

/**
 * The script of a job: it starts a worker, which takes its number from Slurm, and says that it does until the worker says so itself. A
 * program of this size takes seconds to start, and a node that dies meanwhile is to be told from one that is slow.
 *
 * @param folder - The store's.
 * @param command - The program and what it is called with.
 * @param batch - The batch.
 * @returns The script.
 */
export function scriptOf(folder: string, command: readonly string[], batch: string): string {
  const [start, beat] = [startName, beatName].map((nameOf) => `${quoted(`${folder}/`)}${nameOf(batch, NUMBER)}`)
  const goesOn = `[ $i -lt ${STARTS} ] && kill -0 $$ && [ ! -e ${beat} ]`
  const says = `i=$((i + 1)); echo $i >${start} || exit; sleep ${BEAT / 1000}`
  return `#!/bin/sh
(umask 077; i=0; while ${goesOn}; do ${says}; done) >/dev/null 2>&1 &
exec ${[...command, batch].map(quoted).join(' ')}
`
}

/** The number of a job, as its script knows it. */
const NUMBER = '"$SLURM_ARRAY_TASK_ID"'

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
