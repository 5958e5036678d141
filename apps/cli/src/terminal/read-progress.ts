import type { InputFile } from '@sdc/workflow/records'
import { progress } from './progress.js'

/** Files shorter than this are read before anybody waits. */
const LONG = 1 << 24

/**
 * A file that says how far it is read, where it is long.
 *
 * @param file - The file.
 * @returns The same bytes.
 */
export function withReadProgress(file: InputFile): InputFile {
  const { name, content } = file
  if (typeof content === 'string' || content instanceof Uint8Array || !('size' in content)) return file
  const { size } = content
  if (typeof size !== 'number' || size < LONG) return file
  return { name, content: { size, [Symbol.iterator]: () => told(name, content, size) } as Iterable<Uint8Array> }
}

function* told(name: string, pieces: Iterable<Uint8Array>, size: number): Generator<Uint8Array, void> {
  const bar = progress(`reading ${name}`)
  let read = 0
  try {
    for (const piece of pieces) {
      read += piece.length
      bar.tick(read / size)
      yield piece
    }
  } finally {
    bar.done()
  }
}
