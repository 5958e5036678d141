import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * Suffix of a temporary file `.NAME.sdc-PROCESS-MACHINE-RANDOM.tmp` next to its target: it identifies the run of the
 * file, and whether that run still exists.
 */
const form = /^\.sdc-(\d+)-([0-9a-f]{6})-[0-9a-f]{12}\.tmp$/

/** Temporary files of this process; another one with its number is of an earlier process. */
const held = new Set<string>()

/** A temporary file that another run left, or still uses. */
export interface LeftBehind {
  /** The temporary file. */
  readonly path: string
  /** Target of the file. */
  readonly of: string
  /** Number of the process that made it. */
  readonly process: number
  /** `live`: the process runs. `dead`: it does not. `unknown`: it ran on another machine (or container). */
  readonly run: 'live' | 'dead' | 'unknown'
  /** Size in bytes; nothing was written to an empty one. */
  readonly bytes: number
}

/**
 * Returns a new name next to a file; `forget` releases it.
 *
 * @param target - The final file.
 * @returns The path of a file that does not exist yet.
 */
export function temporaryBeside(target: string): string {
  const path = `${before(target)}.sdc-${process.pid}-${machine()}-${randomBytes(6).toString('hex')}.tmp`
  held.add(path)
  return path
}

/**
 * Marks a temporary file as no longer used by this process.
 * @param path - The result of `temporaryBeside`.
 */
export function forget(path: string): void {
  held.delete(path)
}

/**
 * Finds temporary files next to some files that this process did not make, or no longer uses.
 *
 * @param paths - Output files.
 * @returns Their paths, in the order of the files; none if a folder cannot be read.
 */
export async function leftBehind(paths: readonly string[]): Promise<LeftBehind[]> {
  const found: LeftBehind[] = []
  for (const of of new Set(paths)) {
    const beginning = basename(before(of))
    const folder = dirname(resolve(of))
    for (const name of (await readdir(folder).catch(() => [])).sort()) {
      const parts = name.startsWith(beginning) ? form.exec(name.slice(beginning.length)) : null
      const path = join(folder, name)
      if (parts === null || held.has(path)) continue
      const there = await stat(path).catch(() => undefined)
      // It was renamed or removed after the folder was read.
      if (there === undefined) continue
      const id = Number(parts[1])
      found.push({ path, of, process: id, run: stateOf(id, parts[2]), bytes: there.size })
    }
  }
  return found
}

function stateOf(id: number, where: string): LeftBehind['run'] {
  if (where !== machine()) return 'unknown'
  // It has the number of this process, which does not use it: it belongs to an earlier one.
  if (id === process.pid) return 'dead'
  try {
    process.kill(id, 0)
    return 'live'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? 'live' : 'dead'
  }
}

/** Beginning of the name of a temporary file; a long name is cut, since names are limited to 255 bytes. */
function before(target: string): string {
  return join(dirname(resolve(target)), `.${basename(target).slice(0, 50)}`)
}

function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
}
