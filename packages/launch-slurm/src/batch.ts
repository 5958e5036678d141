/**
 * A batch: the tasks of one launch, in one array job. The work folder has the tasks of each job. Slurm knows only the
 * name of the batch and the number of the job.
 */
import { getJson, type Task } from '@sdc/engine/partitions'
import type { Store } from '@sdc/core'

/** Prefix of all files that a launcher and its workers write to the work folder. */
export const TRACES = 'slurm/'

/** Tasks of the jobs of an array. */
export interface Batch {
  /** The tasks of each job. */
  readonly slices: readonly (readonly Task[])[]
}

export const batchName = (batch: string): string => `${TRACES}${batch}.json`

/** Returns the name of the file that a job rewrites while it works. */
export const beatName = (batch: string, job: number | string): string => `${TRACES}${batch}.${job}.beat`

/** Returns the name of the file that the script of a job rewrites until its worker has started. */
export const startName = (batch: string, job: number | string): string => `${TRACES}${batch}.${job}.start`

/** Returns the name of the file with the output of a job, by the numbers from Slurm, which writes it. */
export const outputName = (array: string, job: number | string): string => `${TRACES}${array}_${job}.out`

/** Interval of the signs of life of a job, and of the driver's checks for them, in milliseconds. */
export const BEAT = 2000

/**
 * Returns the batch with this name; undefined if the work folder has none: the run has ended, or continues without it.
 */
export async function batchIn(store: Store, name: string): Promise<Batch | undefined> {
  return (await store.has(batchName(name))) ? ((await getJson(store, batchName(name))) as Batch) : undefined
}

/** Largest number of signs that a script gives: a worker that has not started after a minute counts as dead. */
const STARTS = 30

/**
 * Returns the script of a job. It starts a worker, which takes its number from Slurm, and gives signs until the worker
 * does. This program takes seconds to start, and a node that dies meanwhile must be distinguished from a slow one.
 *
 * @param folder - The work folder.
 * @param command - The program and its arguments.
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

/** Number of a job, in its script. */
const NUMBER = '"$SLURM_ARRAY_TASK_ID"'

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
