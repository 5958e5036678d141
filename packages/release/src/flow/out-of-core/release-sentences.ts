import { resolve } from 'node:path'
import { isSdcError } from '@sdc/core'
import type { PartsDocument } from '../work/run-document.js'

/** Returns a text on the secrets in a kept work folder. */
export function keptMessage({ release, masked }: Pick<PartsDocument, 'release' | 'masked'>): string {
  if (release) return ', with the key of the release'
  return masked?.link !== undefined && 'order' in masked.link ? ', with the order of the released records' : ''
}

/** Errors after which a run can be resumed: a lost worker, a full disk, a signal. */
const interruptions: ReadonlySet<string> = new Set(['WORKER_LOST', 'FILE', 'CANCELLED'])

/** Returns true if a run that failed with this error can be resumed: not if its input is another file now. */
export function canResume(error: unknown, dataPath: string): boolean {
  if (!isSdcError(error) || !interruptions.has(error.code)) return false
  const { file } = error.place
  return file === undefined || !resolve(file).startsWith(resolve(dataPath))
}
