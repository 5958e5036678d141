import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { readText, writeFileSafely } from '@sdc/files/node'
import { asInfo, hmacSha256, isSdcError, option, SdcError, type KeyedHash, type Message } from '@sdc/core'
import { projectFingerprint } from '@sdc/engine'
import { checkOutputs } from '../files/outputs.js'
import type { PlannedKey } from './run-document.js'

/** First line of a key file. */
const HEAD = 'sdc project key 1: makes the pseudonyms of all files of a project. Keep it secret, and keep a copy.'

const FORM = /^sdc project key 1:[^\n]*\nkey: ([0-9a-f]{64})\nfingerprint: ([0-9a-f]{32})\n$/

/** Bits of a file mode by which others than the owner may read or write it. */
const OTHERS = 0o077

/** Key of a project for a run: its HMAC function instead of the key, so that the key cannot be written. */
export interface ProjectKey extends PlannedKey {
  readonly hash: KeyedHash
}

/**
 * Reads the key file of a project, or makes it: 32 random bytes, readable by its owner only. An existing file is never
 * overwritten.
 *
 * @param path - The file.
 * @param outputs - Names of the other files of the run, from which the key file differs.
 * @param say - Receives a message if the file was made; undefined if it must exist (a replay).
 * @returns The key.
 * @throws BAD_OPTION if an output has this name; FILE if others may read the file, or it is empty, damaged or something else.
 */
export async function projectKey(
  path: string,
  outputs: readonly (string | undefined)[],
  say: ((message: Message) => void) | undefined,
): Promise<ProjectKey> {
  await checkOutputs([path], outputs)
  if (say === undefined || (await stat(path).catch(() => undefined)) !== undefined) return readKey(path)
  const key = randomBytes(32)
  const content = `${HEAD}\nkey: ${key.toString('hex')}\nfingerprint: ${projectFingerprint(hmacSha256(key))}\n`
  try {
    await writeFileSafely(path, content, { mode: 0o600, exclusive: true })
  } catch (error) {
    // Another run made it meanwhile.
    if (!isSdcError(error) || (await stat(path).catch(() => undefined)) === undefined) throw error
    return readKey(path)
  }
  say(
    asInfo(
      `made the key file ${path}: without it no other file gets the same pseudonyms; keep it secret, and keep a copy`,
    ),
  )
  return readKey(path)
}

/**
 * Reads the key file that a plan in a work folder names.
 *
 * @param planned - Place and fingerprint of the key.
 * @returns The key.
 * @throws FILE as `projectKey`, also if there is no such file; WRONG_INPUT if it has another key.
 */
export async function plannedKey({ path, fingerprint }: PlannedKey): Promise<ProjectKey> {
  const key = await readKey(path)
  if (key.fingerprint === fingerprint) return key
  throw new SdcError('WRONG_INPUT', `${path} has another key than the run began with`, { file: path }, OTHER_KEY)
}

/**
 * Refuses a replay with another key than that of its run.
 *
 * @param fingerprint - Fingerprint in the private file; undefined if its run had no key.
 * @param key - The named key, if any.
 * @throws WRONG_INPUT for another key, BAD_OPTION for a missing one.
 */
export function checkReplayKey(fingerprint: string | undefined, key: ProjectKey | undefined): void {
  if (fingerprint === undefined || fingerprint === key?.fingerprint) return
  if (key === undefined) {
    const message = "the private file's run used the key of a project"
    throw new SdcError('BAD_OPTION', message, {}, `Name its file: ${option('pseudonymKey', 'FILE')}.`)
  }
  const message = `${key.path} is not the key that the private file's run used: its fingerprint is ${key.fingerprint}, not ${fingerprint}`
  throw new SdcError('WRONG_INPUT', message, { file: key.path }, OTHER_KEY)
}

const OTHER_KEY = 'Name the key file of that run.'

async function readKey(path: string): Promise<ProjectKey> {
  const text = await readText(path)
  const { mode } = await stat(path)
  // Windows has no such modes.
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
    const message = `others may read or change the key file ${path} (mode ${(mode & 0o777).toString(8)})`
    throw new SdcError('FILE', message, { file: path }, `Run "chmod 600 ${path}", so that only its owner may read it.`)
  }
  const [, hex, fingerprint] = FORM.exec(text) ?? []
  const key = hmacSha256(Buffer.from(hex ?? '', 'hex'))
  if (hex === undefined || projectFingerprint(key) !== fingerprint) {
    const message = `${path} is not a key file, or it is damaged`
    const fix =
      'Use the copy of the key file. Without one, name a file that does not exist: a new key makes other pseudonyms.'
    throw new SdcError('FILE', message, { file: path }, fix)
  }
  return { path, fingerprint, hash: key }
}
