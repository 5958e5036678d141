import { SdcError } from '@sdc/core'
import type { FileView } from '../worker/protocol/file-view.js'
import { isPrivate } from '../worker/data/release-names.js'

/** The operations on a folder that the user picked. */
export interface Folder {
  readonly name: string
  keys(): AsyncIterable<string>
  getFileHandle(name: string, options?: { readonly create?: boolean }): Promise<FolderFile>
  removeEntry(name: string): Promise<void>
  isSameEntry(other: Folder): Promise<boolean>
}

/** The operations on a file in it; a written file gets its name when it is closed. */
export interface FolderFile {
  createWritable(): Promise<FolderWriter>
}

export interface FolderWriter {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

/** Passes the bytes of a file piece by piece, and resolves when all were taken. */
export type Pour = (name: string, piece: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>) => Promise<void>

/**
 * Refuses a folder for the files of a box: for public files if it contains private ones, and for private files if they
 * would replace a key.
 *
 * @param folder - The folder.
 * @param files - The files.
 * @param kept - Folder of the private files of this release, where they may be saved again.
 */
export async function refuseFolder(
  folder: Folder,
  files: readonly FileView[],
  kept: Folder | undefined,
): Promise<void> {
  const held: string[] = []
  for await (const name of folder.keys()) held.push(name)
  const isPublic = files.some(({ box }) => box === 'public')
  const isSame = (await kept?.isSameEntry(folder)) === true
  if (isPublic && (isSame || held.some(isPrivate))) {
    const message = `the folder ${folder.name} contains private files: public files need a separate folder`
    throw new SdcError('BAD_OPTION', message, { file: folder.name }, 'Choose another folder for the public files.')
  }
  const taken = files.find(({ name, box }) => box === 'private' && held.includes(name))
  if (taken !== undefined && !isSame) {
    const message = `the folder ${folder.name} already contains ${taken.name}, perhaps the only key to another release`
    throw new SdcError('BAD_OPTION', message, { file: taken.name }, 'Choose another folder.')
  }
}

/**
 * Writes the files of a box into a folder; each gets its name when it is complete. The first of the list is written
 * last, so that a masked file never exists without its companions. If one fails, the others of this call are removed.
 *
 * @param folder - The folder.
 * @param files - The files, the masked one first.
 * @param pour - Source of their bytes.
 */
export async function saveToFolder(folder: Folder, files: readonly FileView[], pour: Pour): Promise<void> {
  const made: string[] = []
  try {
    for (const { name } of [...files].reverse()) {
      made.push(name)
      await write(await folder.getFileHandle(name, { create: true }), name, pour)
    }
  } catch (error) {
    for (const name of made) await folder.removeEntry(name).catch(() => undefined)
    throw saveError(error, folder.name)
  }
}

async function write(file: FolderFile, name: string, pour: Pour): Promise<void> {
  const writer = await file.createWritable()
  try {
    await pour(name, (bytes) => writer.write(bytes))
    await writer.close()
  } catch (error) {
    await writer.abort().catch(() => undefined)
    throw error
  }
}

/** Returns the reason of a browser's write error as a sentence. */
function saveError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error.name === 'SdcError' || !('code' in error)) return error
  const message = `writing the files to ${folder} failed: ${error.message}`
  return new SdcError(
    'FILE',
    message,
    { file: folder },
    'The page removed incomplete files. Choose another folder, or save a zip file.',
  )
}
