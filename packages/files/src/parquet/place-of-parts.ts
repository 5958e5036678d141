import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The folder beside a file that has its parts until all are there. */
export const partsFolder = (path: string): string => join(dirname(resolve(path)), `.${basename(path)}.sdc-parts`)

/** The name of a part: such that the order of the names is that of the parts. */
export const partName = (part: number): string => `part-${String(part).padStart(6, '0')}.parquet`

/**
 * Removes what is no part of a file from the folder of its parts: what dead tasks left, parts of another cut.
 *
 * @param folder - Of the parts.
 * @param parts - How many there are.
 */
export function sweepParts(folder: string, parts: number): void {
  const names = new Set(Array.from({ length: parts }, (_, part) => partName(part)))
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(join(folder, name), { force: true })
}
