import { resolve } from 'node:path'
import { manifestName, quoted } from '@sdc/inspect'
import { isSdcError, type FileSource } from '@sdc/core'
import { renumberedSentence } from '../../release/what-happened.js'
import type { PartsDocument, PlannedRelease } from '../work/run-document.js'

/** Sentence on the manifests next to a file. */
export function wroteManifest(out: string, secret: string | undefined): string {
  return `wrote ${manifestName(out)} next to it${secret === undefined ? '' : `; keep ${secret} secret`}`
}

/** What became of a release in parts, for the user. */
export function releasedSentences(
  { dropped, renumbered, private: key = '' }: PlannedRelease,
  { names }: FileSource,
  { data, out }: { readonly data: string; readonly out: string },
  masked: readonly string[],
): readonly string[] {
  const open = names.filter((name) => ![...masked, ...dropped, ...renumbered].includes(name))
  return [
    wroteManifest(out, key),
    ...(open.length > 0 ? [`released unmasked and unchanged: ${open.join(', ')}`] : []),
    ...renumberedSentence(renumbered),
    dropped.length > 0
      ? `dropped identifiers: ${dropped.join(', ')}`
      : 'no column was dropped: no column has the role identifier',
    `risk and loss are not measured yet: run sdc measure ${quoted(data)} ${quoted(out)} --origin ${quoted(key)}`,
  ]
}

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
