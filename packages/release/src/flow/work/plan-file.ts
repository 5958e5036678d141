import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson, SdcError } from '@sdc/core'
import { fileError, writeFileSafely } from '@sdc/files/node'
import {
  FORMAT,
  MEASURE_FORMAT,
  type DocumentKind,
  type PartsDocument,
  type PlannedFile,
  type StoreDocument,
} from './run-document.js'

const NAME = 'plan.json'

/**
 * Writes the plan of a run into its work folder, or reads the one that is there.
 *
 * @param folder - The work folder.
 * @param document - The plan.
 * @param resume - True to resume the run in the folder: its document is returned, with its division of the work.
 * @param kind - Kind of the plan, with the requirements for resuming.
 * @returns The plan to run, and whether the folder had it.
 * @throws BAD_OPTION if the folder has another plan or file, or a run that must not be resumed; FILE if the plan
 *   cannot be read or written.
 */
export async function writeOrReadPlan<D extends StoreDocument>(
  folder: string,
  document: D,
  resume: boolean,
  kind: DocumentKind<D>,
): Promise<{ readonly document: D; readonly found: boolean }> {
  const there = await documentOfKind(folder, kind)
  if (there === undefined) {
    await writeFileSafely(join(folder, NAME), `${canonicalJson(document)}\n`, { mode: 0o600 })
    return { document, found: false }
  }
  if (!resume) {
    const fix = 'Continue it with --resume, or name another folder.'
    throw new SdcError('BAD_OPTION', `the work folder ${folder} has a run already`, { file: folder }, fix)
  }
  const now = kind.files(document)
  for (const [f, before] of kind.files(there).entries())
    if (before && now[f] && isOther(before, now[f])) throw changedError(before)
  const other = [...COMMON, ...kind.differences, SEED].find(
    ([, of]) => canonicalJson(of(there)) !== canonicalJson(of(document)),
  )
  if (other !== undefined) {
    const message = `the work folder ${folder} has a run of another plan: ${other[0]}`
    throw new SdcError('BAD_OPTION', message, { file: folder }, 'Use the same plan again, or name another folder.')
  }
  return { document: there, found: true }
}

/** Returns true if a file has changed. For a release its bytes are compared, under the key of the resumed run. */
function isOther(before: PlannedFile, now: PlannedFile): boolean {
  return before.fingerprint !== now.fingerprint || before.content !== now.content
}

const COMMON: readonly (readonly [string, (document: StoreDocument) => unknown])[] = [
  ['another version of sdc started it', ({ sdc }) => sdc],
  ['it has another schema', ({ schema }) => schema ?? null],
  ['it has other plugins, or other versions of them', ({ plugins }) => plugins],
]

/** Compared last: another command has another seed, too. */
const SEED = [
  'it has another seed',
  ({ rng }: StoreDocument): unknown => (rng.source === 'chacha20' ? rng.source : rng),
] as const

/** Requirements for resuming a masking. */
export const MASKING: DocumentKind<PartsDocument> = {
  format: FORMAT,
  files: ({ source, masked }) => [source, masked],
  differences: [
    ['it has other methods, columns or parameters', ({ steps }) => steps],
    ['it uses another masked file', ({ masked }) => masked?.path ?? null],
    ['it links the records in another way', ({ masked }) => masked?.link ?? null],
    ['it has another key of the project', ({ projectKey }) => projectKey?.fingerprint ?? null],
    ['it writes to another file', ({ sink }) => sink.path],
    [
      'it has other release options',
      ({ release, manifests }) => [
        release ? { ...release, key: release.isReplay ? release.key : '' } : null,
        manifests ? [manifests.private ?? null, manifests.publishParams ?? false] : null,
      ],
    ],
  ],
}

/** Returns the plan of a masking in a work folder; undefined if there is none. */
export function maskingPlanIn(folder: string): Promise<PartsDocument | undefined> {
  return documentOfKind(folder, MASKING)
}

/** Returns the plan of the given kind; undefined if there is none. Refuses a plan of another kind. */
export async function documentOfKind<D extends StoreDocument>(
  folder: string,
  { format }: DocumentKind<D>,
): Promise<D | undefined> {
  const there = await planIn(folder)
  if (there === undefined || there.format === format) return there as D | undefined
  const message = `the work folder ${folder} has a run of another command`
  throw new SdcError('BAD_OPTION', message, { file: folder }, 'Name another folder.')
}

/** Returns the plan of a work folder, of any kind; undefined if there is none. */
export async function planIn(folder: string): Promise<StoreDocument | undefined> {
  const path = join(folder, NAME)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw fileError(error, 'read', path)
  }
  try {
    const document = JSON.parse(text) as Partial<StoreDocument>
    if (document.format === FORMAT || document.format === MEASURE_FORMAT) return document as StoreDocument
  } catch {
    // The code below reports the wrong form.
  }
  const message = `${path} is not a plan of a run of this version of sdc`
  throw new SdcError('BAD_OPTION', message, { file: path }, 'Name another folder.')
}

/** Returns the error of a file that changed after the run began. */
export function changedError({ path }: PlannedFile): SdcError {
  const message = `${path} changed after the run began`
  return new SdcError('FILE', message, { file: path }, 'Start again with another work folder.')
}

/**
 * Returns the hash of the plan in a work folder, which identifies the run elsewhere.
 *
 * @param folder - The work folder.
 * @returns 32 hexadecimal digits.
 * @throws FILE if it has no plan.
 */
export async function planHash(folder: string): Promise<string> {
  const path = join(folder, NAME)
  const bytes = await readFile(path).catch((error: unknown) => {
    throw fileError(error, 'read', path)
  })
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}
