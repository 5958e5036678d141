import { extname } from 'node:path'
import { asNext, type Message } from '@sdc/core'
import type { InputFile } from '@sdc/inspect'

/** Extensions of files that are always UTF-8: schemas, plans, policies, private files. */
const DOCUMENTS: ReadonlySet<string> = new Set(['.json', '.yaml', '.yml'])
const held: { encoding: string | undefined; widths: readonly number[] | undefined } = {
  encoding: undefined,
  widths: undefined,
}

/** Sets the encoding of the data of this run and the widths of their columns, for reading and writing. */
export function useTextForm(encoding: unknown, widths: unknown): void {
  held.encoding = typeof encoding === 'string' ? encoding : undefined
  held.widths = Array.isArray(widths) ? (widths as readonly number[]) : undefined
}

/** Returns true if options set an encoding other than UTF-8 or columns of fixed width. */
export function isRecoded(): boolean {
  return held.widths !== undefined || (held.encoding !== undefined && held.encoding !== 'utf-8')
}

/** Adds the encoding and widths of this run to a data file; documents stay unchanged. */
export function inEncoding(file: InputFile): InputFile {
  return DOCUMENTS.has(extname(file.name).toLowerCase()) ? file : { ...file, ...held }
}

/** Adds the encoding and widths of this run to a suggested command, since its files have them, too. */
export function withEncoding(message: Message): Message {
  const { encoding, widths } = held
  if (message.kind !== 'next') return message
  const options = [...(encoding ? [`--encoding ${encoding}`] : []), ...(widths ? [`--widths ${widths.join(',')}`] : [])]
  return options.length === 0 ? message : asNext([message.text, ...options].join(' '))
}
