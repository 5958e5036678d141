import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Returns the folder of the partitions of a file, next to it, until all are complete. */
export const partsFolder = (path: string): string => join(dirname(resolve(path)), `.${basename(path)}.sdc-parts`)

/** Returns the name of a partition; names sort in the order of the partitions. */
export const partName = (part: number): string => `part-${String(part).padStart(6, '0')}.parquet`

/**
 * Removes files that are not partitions: remains of dead tasks, partitions of another division.
 *
 * @param folder - Folder of the partitions.
 * @param parts - Number of partitions.
 */
export function sweepParts(folder: string, parts: number): void {
  const names = new Set(Array.from({ length: parts }, (_, part) => partName(part)))
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(join(folder, name), { force: true })
}
