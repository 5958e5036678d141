import { numericValues, SdcError } from '@sdc/core'
import { isPrivateManifest, originOf, parsePlan, parsePrivateManifest, type FileSchema } from '@sdc/engine'
import { inDocument, readDocument } from '../files/documents.js'
import { piecesOf, type InputFile } from '../files/input-file.js'
import { readTable } from '../files/tables.js'

/** Origins from a private file, or from a CSV file with a column `origin` of record numbers from 1. */
export function originRecords(file: InputFile, masked: InputFile): ArrayLike<number> {
  if (isTable(file)) {
    const { dataset } = readTable(file)
    return numericValues(dataset, dataset.names.length === 1 ? dataset.names[0] : 'origin')
  }
  const value = readDocument(file)
  if (!isPrivateManifest(value)) {
    const advice = 'Give the file that --private wrote, or a CSV file with a column origin.'
    throw new SdcError('BAD_PLAN', 'it is not a private file of sdc', { file: file.name }, advice)
  }
  return inDocument(file, () => originOf(parsePrivateManifest(value), piecesOf(masked.content)))
}

/** The schema that a private file holds: what was a missing value when the file was masked is one when it is measured. */
export function schemaOfOrigin(file: InputFile | undefined): FileSchema | undefined {
  if (file === undefined || isTable(file)) return undefined
  const value = readDocument(file)
  return isPrivateManifest(value)
    ? inDocument(file, () => parsePlan(parsePrivateManifest(value).plan).schema)
    : undefined
}

/** Whether a file of origins is a table, not a private file. */
export function isTable({ name }: InputFile): boolean {
  return /\.(csv|tsv|txt)$/i.test(name)
}
