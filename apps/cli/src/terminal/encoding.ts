import { extname } from 'node:path'
import { asNext, type Message } from '@sdc/core'
import { fromWindows1252, toWindows1252 } from '@sdc/files'
import type { Content, InputFile } from '@sdc/inspect'

/** Values of `--encoding`. */
export const encodings = ['utf-8', 'windows-1252'] as const

/** Files that are UTF-8 whatever the data are: schemas, plans, policies, private files, workbooks. */
const DOCUMENTS: ReadonlySet<string> = new Set(['.json', '.yaml', '.yml', '.xlsx'])
const held = { isWestern: false }

/** Sets the encoding of the CSV files of this run. */
export function useEncoding(name: unknown): void {
  held.isWestern = name === 'windows-1252'
}

/** Returns true if the CSV files of this run have another encoding than UTF-8. */
export function isRecoded(): boolean {
  return held.isWestern
}

/** Decodes a CSV file that was read; documents stay unchanged. */
export function decoded(file: InputFile): InputFile {
  if (!held.isWestern || file.table !== undefined || DOCUMENTS.has(extname(file.name).toLowerCase())) return file
  return { ...file, content: fromWindows1252(file.content, file.name) }
}

/** Encodes a masked file as its input was. */
export function encoded(content: Content): Content {
  return held.isWestern ? toWindows1252(content) : content
}

/** Adds the encoding of this run to a next command: the files that it reads have it, too. */
export function withEncoding(message: Message): Message {
  if (!held.isWestern || message.kind !== 'next') return message
  return asNext(`${message.text} --encoding windows-1252`)
}
