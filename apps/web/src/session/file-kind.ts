import { isPrivate } from '../worker/data/release-names.js'

/** Kind of a file: data; a plan; a history; a key to replay; another private file, which is not data. */
export type FileKind = 'data' | 'plan' | 'history' | 'key' | 'private'

/** Bytes of a file that are examined. */
const HEAD = 4096

/**
 * Finds the kind of a file by its name and its beginning.
 *
 * @param file - The file.
 * @returns Its kind; an unreadable file counts as data, and is refused later.
 */
export async function fileKind(file: File): Promise<FileKind> {
  if (!/\.(json|ya?ml)$/i.test(file.name)) return isPrivate(file.name) ? 'private' : 'data'
  const head = await file
    .slice(0, HEAD)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  if (String.fromCharCode(...new Uint8Array(head, 0, Math.min(4, head.byteLength))) === 'PAR1') return 'data'
  // Bytes are read as characters: the search is for ASCII, possibly after a byte order mark.
  const letters = String.fromCharCode(...new Uint8Array(head))
  const form = /^(?:\u00EF\u00BB\u00BF)?\s*\{\s*"format"\s*:\s*"sdc (private manifest|page history) /.exec(letters)?.[1]
  return form === undefined ? 'plan' : form === 'page history' ? 'history' : 'key'
}
