import { fileURLToPath } from 'node:url'
import { type Launcher } from '@sdc/engine/partitions'
import { processLauncher } from '@sdc/engine/node'
import type { FoundRun, Place } from '../place/place.js'
import { sizeText, usualMemory } from '../place/cut.js'

const widthOf = ({ workers, tasks }: FoundRun): number => Math.min(workers, tasks)

/** Text on the partitions of a run and its workers: `300000 records in 5 parts, 2 processes, 2000 MB`. */
export function cutText(run: FoundRun, { launcher, memory = usualMemory() }: Place): string {
  const { rows, tasks } = run
  const width = widthOf(run)
  const who =
    launcher !== undefined
      ? `${sizeText(run.memory)} a task`
      : `${width} ${width === 1 ? 'process' : 'processes'}, ${sizeText(memory)}`
  return `${rows} ${rows === 1 ? 'record' : 'records'} in ${tasks} ${tasks === 1 ? 'part' : 'parts'}, ${who}`
}

/** From this number of records, one worker is a process of its own, too: it collects garbage less often than this one. */
const APART = 2_000_000

/**
 * Returns the launcher of the tasks of a run.
 *
 * @param run - The run.
 * @param place - Resources of the run.
 * @returns The launcher; undefined if this process runs the tasks itself: few records by one worker.
 * @throws BAD_OPTION if the launcher is not available.
 */
export async function launcherOf(run: FoundRun, place: Place): Promise<Launcher | undefined> {
  if (place.launcher !== undefined) return place.launcher(run)
  const width = widthOf(run)
  const isApart = width > 1 || run.rows >= APART
  return isApart ? localWorkers(run.folder, width, place.worker) : undefined
}

const ownWorker: NonNullable<Place['worker']> = (folder) => ({
  script: fileURLToPath(new URL('./worker.js', import.meta.url)),
  args: [folder],
})

/**
 * Returns a launcher that runs the tasks of a work folder in local processes.
 *
 * @param folder - The work folder.
 * @param width - Number of processes.
 * @param worker - Returns the program of a worker with its arguments; by default that of this package.
 * @returns The launcher.
 */
export function localWorkers(folder: string, width: number, worker = ownWorker): Launcher {
  return processLauncher({ ...worker(folder), width })
}
