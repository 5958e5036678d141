import { closeSync, openSync, readSync } from 'node:fs'

const AT_A_TIME = 1 << 20

/**
 * Returns the bytes of files, one after the other, as one.
 *
 * @param paths - The files.
 * @returns The pieces, read anew at each iteration; each is valid until the next one is requested.
 */
export function bytesOfFiles(paths: readonly string[]): Iterable<Uint8Array> {
  return { [Symbol.iterator]: () => read(paths) }
}

function* read(paths: readonly string[]): Generator<Uint8Array, void> {
  const bytes = new Uint8Array(AT_A_TIME)
  for (const path of paths) {
    const file = openSync(path, 'r')
    try {
      for (let length = readSync(file, bytes); length > 0; length = readSync(file, bytes))
        yield bytes.subarray(0, length)
    } finally {
      closeSync(file)
    }
  }
}
