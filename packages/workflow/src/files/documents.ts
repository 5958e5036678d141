import { parse } from 'yaml'
import { isSdcError, SdcError } from '@sdc/core'
import { parseFileSchema, type FileSchema } from '@sdc/engine'
import { textOf, type InputFile } from './input-file.js'

/** What a file of YAML or JSON says; throws BAD_PLAN. */
export function readDocument(file: InputFile): unknown {
  const text = textOf(file)
  try {
    return parse(text, { logLevel: 'error' })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0].replace(/:$/, '') : String(error)
    const message = `${file.name} is neither YAML nor JSON: ${reason}`
    throw new SdcError('BAD_PLAN', message, { file: file.name }, 'Correct it at that place.')
  }
}

/** The schema of a table, from a file of its own or from a whole plan. */
export function readSchema(file: InputFile): FileSchema {
  const value = readDocument(file)
  const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : value
  return inDocument(file, () => parseFileSchema(schema))
}

/**
 * Adds the file to the place of an error about what a document says.
 *
 * @param file - The document.
 * @param read - What reads it.
 * @returns What it gives.
 * @throws What it throws, with the file.
 */
export function inDocument<T>({ name }: InputFile, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!isSdcError(error) || error.place.file !== undefined) throw error
    throw new SdcError(error.code, error.message, { ...error.place, file: name }, error.advice)
  }
}
