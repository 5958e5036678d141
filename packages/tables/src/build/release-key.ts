import * as z from 'zod'
import { keyedRng, SdcError } from '@sdc/core'
import { formError, refuseEdited, sealed } from '@sdc/engine'
import { inDocument, readDocument, type InputFile } from '@sdc/inspect'

const format = 'sdc release key 1'

const form = z.strictObject({
  format: z.literal(format),
  key: z.string().regex(/^[0-9a-f]{64}$/, 'is not of 64 hexadecimal digits'),
  mac: z.string(),
})

/** Draws 256 random bits. */
export function freshReleaseKey(): Uint8Array {
  return keyedRng().state.key
}

/** Returns the text of the file of a release key. */
export function writeReleaseKey(key: Uint8Array): string {
  const digits = Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${JSON.stringify(sealed({ format, key: digits }, key))}\n`
}

/**
 * Reads the file of a release key.
 *
 * @param file - Output of `writeReleaseKey`.
 * @returns Its 32 bytes.
 * @throws BAD_PLAN for another file
 */
export function readReleaseKey(file: InputFile): Uint8Array {
  const value = readDocument(file)
  const parsed = form.safeParse(value)
  const fix = 'A file that is not there is made with a fresh key; one that is there must have been made so.'
  if (!parsed.success)
    return inDocument(file, () => {
      // The content may be a key, and a message may be logged.
      const { message } = formError('file of a release key', parsed.error, {}, form, fix)
      throw new SdcError('BAD_PLAN', message, { file: file.name }, fix)
    })
  const key = Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(parsed.data.key.slice(2 * i, 2 * i + 2), 16))
  inDocument(file, () => refuseEdited(value, key, 'file of a release key'))
  return key
}
