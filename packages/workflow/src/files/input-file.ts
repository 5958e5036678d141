import { SdcError } from '@sdc/core'

/** A file that a front end has read. */
export interface InputFile {
  /** For messages; the command line has its path here. */
  readonly name: string
  /** Its bytes, or its text in UTF-8, the byte order mark included. */
  readonly content: string | Uint8Array
}

/** The text of a file, its byte order mark included; throws FILE where its bytes are not UTF-8. */
export function textOf({ name, content }: InputFile): string {
  if (typeof content === 'string') return content
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    const advice = 'Save it in UTF-8; it may be in Windows-1252 or Latin-1, or no text at all.'
    throw new SdcError('FILE', `${name} is not in UTF-8`, { file: name }, advice)
  }
}

/** The bytes of a file: of a text that was UTF-8 the very ones it was read from. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}
