import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type LeftBehind, leftBehind } from '@sdc/files/node'
import { asWarning, type Message } from '@sdc/core'

/** Returns the temporary files of earlier runs next to some names, and a warning for each. */
export async function foundLeftBehind(
  paths: readonly string[],
): Promise<{ readonly found: readonly LeftBehind[]; readonly messages: readonly Message[] }> {
  const found = (await leftBehind(paths)).filter(({ run, bytes }) => run !== 'live' && bytes > 0)
  return { found, messages: found.map((one) => asWarning(sentence(one))) }
}

function sentence({ path, of, process: id, run }: LeftBehind): string {
  const what = `${path} was meant to become ${basename(of)}`
  if (run === 'dead') return `${what}, left by a killed run (process ${id}): remove it`
  return `${what} by a run in another container or on another machine: remove it if that run has ended`
}

/**
 * Returns the temporary file that a private file is the key to: its run was killed before the masked file got its name.
 *
 * @param path - The private file.
 * @param found - Temporary files next to the masked file.
 * @returns The temporary file; undefined if there is none.
 */
export async function keyToLeftBehind(path: string, found: readonly LeftBehind[]): Promise<LeftBehind | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  for (const one of found) {
    const hash = createHash('sha256')
    try {
      for await (const piece of createReadStream(one.path)) hash.update(piece as Buffer)
    } catch {
      // It is gone or belongs to another user: then nothing is reported.
      continue
    }
    if (text.includes(hash.digest('hex'))) return one
  }
  return undefined
}
