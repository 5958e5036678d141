import { canonicalJson, seededRng, sha256Stream, type Column, type Dataset, type Rng } from '@sdc/core'
import { rolesOf, type FileSchema } from '@sdc/engine'

/**
 * Random stream of a comparison without a seed. It follows from the file and its roles, so that the same file gives the
 * same choice. A release draws new random numbers.
 *
 * @param original - The file.
 * @param schema - Schema with its roles.
 * @returns The stream.
 */
export function fileRng(original: Dataset, schema: FileSchema | undefined): Rng {
  const hash = sha256Stream()
  const text = new TextEncoder()
  const { keys, confidential } = rolesOf(original, schema)
  hash.update(text.encode(canonicalJson([original.names, keys, confidential])))
  for (const name of original.names) hash.update(bytesOf(original.column(name)))
  return seededRng(Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''))
}

function bytesOf(column: Column): Uint8Array {
  const { buffer, byteOffset, byteLength } = column.kind === 'numeric' ? column.values : column.codes
  return new Uint8Array(buffer, byteOffset, byteLength)
}
