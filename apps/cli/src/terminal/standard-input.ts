import { fstatSync } from 'node:fs'
import { SdcError } from '@sdc/core'
import { fileBytes, fileError } from '@sdc/files/node'

/** Name of the standard input on the command line, and in messages. */
export const STANDARD_INPUT = '-'
const NAME = 'the standard input'

const held = { taken: false }

/** Returns the name of an input in messages. */
export function inputName(path: string): string {
  return path === STANDARD_INPUT ? NAME : path
}

/** Allows reading the standard input again, at the start of a run. */
export function freeStandardInput(): void {
  held.taken = false
}

/** Reads the standard input. A pipe may have `most` bytes. A file that the shell opened (`< data.csv`) is read like a named file. */
export async function readStandardInput(
  most: number,
): Promise<{ readonly name: string; readonly content: Awaited<ReturnType<typeof fileBytes>> }> {
  if (held.taken) throw readTwice()
  held.taken = true
  const isFile = ((): boolean => {
    try {
      return fstatSync(0).isFile()
    } catch (error) {
      throw fileError(error, 'read', NAME)
    }
  })()
  if (isFile && process.platform !== 'win32') return { name: NAME, content: await fileBytes('/dev/stdin', most) }
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > most) {
      const message = `${NAME} is longer than the ${Math.floor(most / 2 ** 20)} MB that fit in memory: a pipe is read into memory whole`
      throw new SdcError('FILE', message, {}, 'Save it to a file first, and name that file.')
    }
    pieces.push(piece)
  }
  return { name: NAME, content: { size, [Symbol.iterator]: () => pieces.values() } }
}

/** Returns the error for two inputs from one pipe. */
export function readTwice(): SdcError {
  const fix = 'It can be read only once: name a file for the other inputs.'
  return new SdcError('BAD_OPTION', `${NAME} (-) is named twice`, {}, fix)
}
