import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOfFiles } from '@sdc/files/node'

/** Bytes of a file, or of the files of a folder in the order of their names. */
export function bytesAt(path: string): Iterable<Uint8Array> {
  if (!statSync(path).isDirectory()) return bytesOfFiles([path])
  const names = readdirSync(path).filter((name) => !name.startsWith('.'))
  return bytesOfFiles(names.sort((a, b) => (a < b ? -1 : 1)).map((name) => join(path, name)))
}
