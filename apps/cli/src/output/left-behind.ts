import { asWarning } from '@sdc/core'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { leftBehind, type LeftBehind } from '@sdc/files/node'
import { say } from '../terminal/progress.js'

/** What was said already: a command may look twice, before its work and before it writes. */
const told = new Set<string>()

/**
 * Says which temporary files of earlier runs stand beside some names. They are not removed: one may be the only copy of
 * a masked file whose key is in place.
 * @param paths - The files that are to be written.
 * @returns What was found, said or not.
 */
export async function sayLeftBehind(paths: readonly string[]): Promise<readonly LeftBehind[]> {
  const found = (await leftBehind(paths)).filter(({ run, bytes }) => run !== 'live' && bytes > 0)
  for (const one of found) {
    if (told.has(one.path)) continue
    told.add(one.path)
    say(asWarning(sentence(one)))
  }
  return found
}

function sentence({ path, of, process: id, run }: LeftBehind): string {
  const what = `${path} was meant to become ${basename(of)}`
  if (run === 'dead') return `${what}, left by a killed run (process ${id}): remove it`
  return `${what} by a run in another container or on another machine: remove it if that run has ended`
}

/**
 * Whether a private file is the key to a masked file that never came out: its run was killed in between.
 * @param path - The private file.
 * @param found - Temporary files that stand beside the masked file's name.
 * @returns The temporary file that it is the key to, undefined where there is none.
 */
export async function keyToLeftBehind(path: string, found: readonly LeftBehind[]): Promise<LeftBehind | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  for (const one of found) {
    const hash = createHash('sha256')
    try {
      for await (const piece of createReadStream(one.path)) hash.update(piece as Buffer)
    } catch {
      // It is gone, or not ours to read: then there is nothing to say of it.
      continue
    }
    if (text.includes(hash.digest('hex'))) return one
  }
  return undefined
}
