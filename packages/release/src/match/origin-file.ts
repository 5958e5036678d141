import { asWarning, numericValues, option, SdcError, type Message, type Rng } from '@sdc/core'
import {
  drawnOrder,
  isInputOf,
  isPrivateManifest,
  originOf,
  parsePlan,
  parsePrivateManifest,
  type FileSchema,
  type PrivateManifest,
} from '@sdc/engine'
import { inDocument, readDocument, piecesOf, type InputFile, readTable } from '@sdc/inspect'

/** Reads origins from a private file, or from a CSV file with a column `origin` of record numbers from 1. */
export function originRecords(file: InputFile, masked: InputFile): ArrayLike<number> {
  if (isTable(file)) {
    const { dataset } = readTable(file)
    return numericValues(dataset, dataset.names.length === 1 ? dataset.names[0] : 'origin')
  }
  return inDocument(file, () => originOf(privateManifestIn(file), piecesOf(masked.content)))
}

/**
 * Returns the stream that drew the order of a masked file's records, from its private file.
 *
 * @param file - The private file.
 * @param masked - The masked file.
 * @returns The stream.
 * @throws BAD_OPTION if the file lists the records one by one; WRONG_INPUT if it belongs to another masked file.
 */
export function drawnOrderOf(file: InputFile, masked: InputFile): Rng {
  const order = isTable(file)
    ? undefined
    : inDocument(file, () => drawnOrder(privateManifestIn(file), piecesOf(masked.content)))
  if (order !== undefined) return order
  const message = `${file.name} lists the records one by one, and can only be used with both files in memory`
  const fix = `Give as much memory (${option('memory')}), without ${option('workers')}, ${option('workFolder')}, ${option('resume')} and ${option('launcher')}; or link them by a column (${option('link', 'COLUMN')}).` // oxfmt-ignore
  throw new SdcError('BAD_OPTION', message, { file: file.name }, fix)
}

/**
 * Warns if a private file was made in a run with another original.
 *
 * @param file - The private file; a table of origins has no such facts.
 * @param original - The original.
 * @returns A warning, or nothing.
 */
export function otherOriginal(file: InputFile, original: InputFile | undefined): readonly Message[] {
  if (original === undefined || isTable(file)) return []
  if (isInputOf(privateManifestIn(file), piecesOf(original.content))) return []
  return [
    asWarning(
      `${original.name} is not, byte for byte, the file that ${file.name} was made for: of another original risk looks lower than it is`,
    ),
  ]
}

/** Refuses a file that is neither a private file nor a table of origins; throws BAD_PLAN. */
export function checkOrigin(file: InputFile): void {
  if (!isTable(file)) privateManifestIn(file)
}

function privateManifestIn(file: InputFile): PrivateManifest {
  const value = readDocument(file)
  if (isPrivateManifest(value)) return inDocument(file, () => parsePrivateManifest(value))
  const fix = `Give the file that ${option('private')} wrote, or a CSV file with a column origin.`
  throw new SdcError('BAD_PLAN', 'it is not a private file of sdc', { file: file.name }, fix)
}

/** Returns the schema in a private file: a measurement treats the same values as missing as the masking did. */
export function schemaOfOrigin(file: InputFile | undefined): FileSchema | undefined {
  if (file === undefined || isTable(file)) return undefined
  const value = readDocument(file)
  return isPrivateManifest(value)
    ? inDocument(file, () => parsePlan(parsePrivateManifest(value).plan).schema)
    : undefined
}

/** Returns true for a table of origins, false for a private file. */
export function isTable({ name }: InputFile): boolean {
  return /\.(csv|tsv|txt)$/i.test(name)
}
