import { parse } from 'yaml'
import { SdcError } from '@sdc/core'
import { parseFileSchema, type FileSchema } from '@sdc/engine'
import { textOf, type InputFile } from './input-file.js'

/** What a file of YAML or JSON says; throws BAD_PLAN. */
export function readDocument(file: InputFile): unknown {
  const text = textOf(file)
  try {
    return parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new SdcError('BAD_PLAN', `it is neither YAML nor JSON: ${reason}`, { file: file.name })
  }
}

/** The schema of a table, from a file of its own or from a whole plan. */
export function readSchema(file: InputFile): FileSchema {
  const value = readDocument(file)
  return parseFileSchema(typeof value === 'object' && value !== null && 'schema' in value ? value.schema : value)
}
