import { option, SdcError } from '@sdc/core'
import { isPrivateManifest, parsePrivateManifest, replayOf, sha256Hex, type PrivateManifest } from '@sdc/engine'
import { chosenPlanName, comparisonName } from '@sdc/search'
import { inDocument, readDocument, piecesOf, type InputFile } from '@sdc/inspect'

/** Kinds of folder that a report can be made from. */
export type FolderKind = 'comparison' | 'release'

/**
 * Returns the kind of a folder, by the names of its files.
 *
 * @param folder - Its name, for messages.
 * @param names - Names of the files in it.
 * @returns `comparison`, or `release` for a folder that may hold one.
 * @throws BAD_OPTION for a folder without JSON files, and for a comparison without the plan of its choice.
 */
export function folderKind(folder: string, names: readonly string[]): FolderKind {
  if (names.includes(comparisonName)) {
    if (names.includes(chosenPlanName)) return 'comparison'
    const fix = 'It chose no candidate, or its plan was moved away: a report is of a choice. See verdict.txt.'
    throw new SdcError('BAD_OPTION', `${folder} has a comparison and no ${chosenPlanName}`, { file: folder }, fix)
  }
  if (names.some((name) => /\.json$/i.test(name))) return 'release'
  throw nothingToReport(folder)
}

function nothingToReport(folder: string): SdcError {
  const fix = 'Name the folder that sdc compare -o wrote, or one with a masked file and its private file.'
  return new SdcError('BAD_OPTION', `there is nothing in ${folder} to report on`, { file: folder }, fix)
}

/** Files of a release in a folder. */
export interface ReleaseFolder {
  readonly private: InputFile
  readonly manifest: PrivateManifest
  /** Its masked files, in the order of the private file. */
  readonly masked: readonly InputFile[]
  /** Other files, which may include the original. */
  readonly others: readonly InputFile[]
}

/**
 * Finds the private file of a release, and its masked files by their hashes.
 *
 * @param folder - Its name, for messages.
 * @param documents - The JSON files in it.
 * @param tables - Its other files.
 * @returns The release.
 * @throws BAD_OPTION without a private file, or with several; WRONG_INPUT if a masked file is missing or changed.
 */
export function releaseFolder(
  folder: string,
  documents: readonly InputFile[],
  tables: readonly InputFile[],
): ReleaseFolder {
  const found = documents.flatMap((file) => {
    const value = documentOrNothing(file)
    return isPrivateManifest(value) ? [{ file, value }] : []
  })
  if (found.length === 0) throw nothingToReport(folder)
  if (found.length > 1) {
    const names = found.map(({ file }) => file.name).join(', ')
    const fix = 'Give each release a folder of its own: the private file, its masked file and its public manifest.'
    throw new SdcError('BAD_OPTION', `${folder} holds several private files: ${names}`, { file: folder }, fix)
  }
  const [{ file, value }] = found
  const manifest = inDocument(file, () => parsePrivateManifest(value))
  const hashed = tables.map((table) => ({ table, sha256: sha256Hex(piecesOf(table.content)) }))
  const masked = manifest.outputs.map(({ sha256 }) => {
    const own = hashed.find((one) => one.sha256 === sha256)
    if (own) return own.table
    const there = tables.length === 0 ? 'there is no other file' : `not ${tables.map(({ name }) => name).join(', ')}`
    const message = `the masked file of ${file.name} is not in ${folder}: ${there}`
    const fix = 'Its hash is in the private file: it was changed, or is elsewhere. Put it next to its private file.'
    throw new SdcError('WRONG_INPUT', message, { file: file.name }, fix)
  })
  return { private: file, manifest, masked, others: tables.filter((table) => !masked.includes(table)) }
}

/** Returns the content of a document; undefined for any other file in the folder. */
function documentOrNothing(file: InputFile): unknown {
  try {
    return readDocument(file)
  } catch {
    return undefined
  }
}

/**
 * Finds the original of a release among the other files of its folder.
 *
 * @param release - The release.
 * @returns The file whose HMAC under the key of the run is that of its input.
 * @throws BAD_OPTION if no file is the original.
 */
export function originalBeside({ private: key, manifest, others }: ReleaseFolder): InputFile {
  const found = others.find((file) => isOriginal(manifest, file))
  if (found) return found
  const message = `the original of ${key.name} is not next to it`
  throw new SdcError('BAD_OPTION', message, { file: key.name }, `Name it: ${option('data', 'FILE')}.`)
}

function isOriginal(manifest: PrivateManifest, file: InputFile): boolean {
  try {
    replayOf(manifest, piecesOf(file.content))
    return true
  } catch {
    return false
  }
}
