import { extname } from 'node:path'
import { asNext, type Message } from '@sdc/core'
import type { InputFile } from '@sdc/inspect'

/** Files that are UTF-8 whatever the data are: schemas, plans, policies, private files. */
const DOCUMENTS: ReadonlySet<string> = new Set(['.json', '.yaml', '.yml'])
const held: { encoding: string | undefined } = { encoding: undefined }

/** Sets the encoding of the data of this run; they are written in it, too. */
export function useEncoding(name: unknown): void {
  held.encoding = typeof name === 'string' ? name : undefined
}

/** Returns true if the files of this run have an encoding that was named. */
export function isRecoded(): boolean {
  return held.encoding !== undefined && held.encoding !== 'utf-8'
}

/** Adds the encoding of this run to a file of data; documents stay unchanged. */
export function inEncoding(file: InputFile): InputFile {
  const { encoding } = held
  return encoding === undefined || DOCUMENTS.has(extname(file.name).toLowerCase()) ? file : { ...file, encoding }
}

/** Adds the encoding of this run to a next command: the files that it reads have it, too. */
export function withEncoding(message: Message): Message {
  if (held.encoding === undefined || message.kind !== 'next') return message
  return asNext(`${message.text} --encoding ${held.encoding}`)
}
