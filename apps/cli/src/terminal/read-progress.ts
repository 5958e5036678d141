import type { InputFile } from '@sdc/inspect'
import { progress } from './progress.js'

/** Least size of a file with progress, in bytes. */
const LONG = 1 << 24

/** Shows progress while a long file is read. */
export function withReadProgress(file: InputFile): InputFile {
  const { name, content } = file
  if (file.table !== undefined || typeof content === 'string' || content instanceof Uint8Array || !('size' in content))
    return file
  const { size } = content
  if (typeof size !== 'number' || size < LONG) return file
  return { ...file, content: { size, [Symbol.iterator]: () => told(name, content, size) } as Iterable<Uint8Array> }
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
