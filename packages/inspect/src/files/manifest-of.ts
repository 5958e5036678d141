import { parsePublicManifest, sha256Hex, type KnownManifest } from '@sdc/engine'
import { readDocument } from './documents.js'
import { piecesOf, type InputFile } from './input-file.js'

/**
 * Finds the public manifest of a masked file among the files next to it.
 *
 * @param file - The masked file, unchanged: its manifest identifies it by its hash.
 * @param manifests - Files with the names of public manifests.
 * @returns Its manifest; undefined if none has the hash of this file.
 */
export function manifestOf(file: InputFile, manifests: readonly InputFile[]): KnownManifest | undefined {
  const found = manifests.flatMap((one) => parsePublicManifest(documentOrNothing(one)) ?? [])
  if (found.length === 0) return undefined
  const sha256 = sha256Hex(piecesOf(file.content))
  return found.find(({ outputSha256 }) => outputSha256.includes(sha256))
}

/** Returns the content of a file with the name of a manifest; undefined, without an error, if it is not a document. */
function documentOrNothing(file: InputFile): unknown {
  try {
    return readDocument(file)
  } catch {
    return undefined
  }
}
