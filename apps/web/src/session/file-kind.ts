import { isPrivate } from '../worker/data/release-names.js'

/** Kind of a file for the page: data; a plan; a history; a key to replay; another private file, which is not data. */
export type FileKind = 'data' | 'plan' | 'history' | 'key' | 'private'

/** So much of a file is looked at. */
const HEAD = 4096

/**
 * What a file is, by its name and its beginning.
 *
 * @param file - The file.
 * @returns Its kind; whatever cannot be read is taken for data, and refused when it is read.
 */
export async function fileKind(file: File): Promise<FileKind> {
  if (!/\.(json|ya?ml)$/i.test(file.name)) return isPrivate(file.name) ? 'private' : 'data'
  const head = await file
    .slice(0, HEAD)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  if (String.fromCharCode(...new Uint8Array(head, 0, Math.min(4, head.byteLength))) === 'PAR1') return 'data'
  // A byte is a letter here: what is looked for is ASCII, perhaps behind a byte order mark.
  const letters = String.fromCharCode(...new Uint8Array(head))
  const form = /^(?:\u00EF\u00BB\u00BF)?\s*\{\s*"format"\s*:\s*"sdc (private manifest|page history) /.exec(letters)?.[1]
  return form === undefined ? 'plan' : form === 'page history' ? 'history' : 'key'
}
