import { resolve } from 'node:path'
import { isSdcError } from '@sdc/core'
import type { PartsDocument } from '../work/run-document.js'

/** What is secret in the store of a run that is kept. */
export function keptMessage({ release, masked }: Pick<PartsDocument, 'release' | 'masked'>): string {
  if (release) return ', with the key of the release'
  return masked?.link !== undefined && 'order' in masked.link ? ', with the order of the released records' : ''
}

/** What a run is interrupted by that going on with it gets over: a lost worker, a full disk, a signal. */
const interruptions: ReadonlySet<string> = new Set(['WORKER_LOST', 'FILE', 'CANCELLED'])

/** Whether a run that failed so can be gone on with, to another end: not where what it reads is another file now. */
export function canGoOn(error: unknown, dataPath: string): boolean {
  if (!isSdcError(error) || !interruptions.has(error.code)) return false
  const { file } = error.place
  return file === undefined || !resolve(file).startsWith(resolve(dataPath))
}
