import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type FileToReserve, reserveFiles } from '@sdc/files/node'
import { SdcError } from '@sdc/core'

/** Returns true for a path that leads to a file. */
export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

/**
 * Refuses outputs that would overwrite an input or another output, under any name: links are followed, because the
 * writer follows them, too.
 *
 * @param inputs - Paths of the inputs.
 * @param outputs - Paths of the outputs.
 * @throws BAD_OPTION with the path that would be overwritten.
 */
export async function checkOutputs(
  inputs: readonly (string | undefined)[],
  outputs: readonly (string | undefined)[],
): Promise<void> {
  const taken = new Set<string>()
  for (const path of inputs) if (path !== undefined && path !== '-') taken.add(await identity(path))
  for (const path of outputs) {
    if (path === undefined) continue
    const which = await identity(path)
    if (taken.has(which)) {
      const fix = 'Choose another name for the output.'
      throw new SdcError('BAD_OPTION', `${path} would be overwritten`, { file: path }, fix)
    }
    taken.add(which)
  }
}

/** Identity of the file at a path; its place in its folder if there is none. */
export async function identity(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  if (found?.isFile()) return `${found.dev}:${found.ino}`
  const folder = await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path)))
  return join(folder, basename(path))
}

/**
 * Checks before the work that files can be written under some names, and that no other run is about to write them. The
 * names are not locked meanwhile: a process with locks receives Ctrl-C between two tasks only, and a masking is one
 * long task.
 *
 * @param files - The names, and which of them must be new.
 * @throws FILE if a name cannot be written, or exists and must be new.
 */
export async function checkNames(files: readonly FileToReserve[]): Promise<void> {
  const reservation = await reserveFiles(files)
  reservation.release()
}

/**
 * Locks names while files that belong together are written under them; of two runs that end at once, one is refused.
 *
 * @param files - The names, and which of them must be new.
 * @param write - Writes the files.
 * @throws FILE, and the errors of `write`.
 */
export async function holdingNames(files: readonly FileToReserve[], write: () => Promise<void>): Promise<void> {
  const reservation = await reserveFiles(files)
  try {
    await write()
  } finally {
    reservation.release()
  }
}

/**
 * Refuses an output in the folder that is read, or a folder as output that has the input.
 *
 * @param out - Path of the output.
 * @param dataPath - Path of the input.
 * @throws BAD_OPTION
 */
export function refuseWithinInput(out: string, dataPath: string): void {
  if (resolve(dataPath).startsWith(`${resolve(out)}${sep}`)) {
    const message = `${dataPath} is in ${out}, which would be overwritten`
    throw new SdcError('BAD_OPTION', message, { file: out }, 'Choose another name for the output.')
  }
  if (dirname(resolve(out)) !== resolve(dataPath)) return
  const message = `${out} would be a partition of the input ${dataPath}`
  throw new SdcError('BAD_OPTION', message, { file: out }, 'Name a path outside of the input folder.')
}
