import type { Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { CsvFile } from '@sdc/io'
import { readTable, type Link } from '@sdc/workflow/records'
import { checkOutputs, readInput, taxonomyPaths } from './files.js'
import { matchedSchema, manifestsBeside, readMaskedFile, readOrigin } from './match-files.js'
import type { HeaderOption } from '../options/options.js'

/** The options that say how an original and a masked file are read, and how their records belong together. */
export interface MaskedPairOptions extends HeaderOption {
  readonly key?: string | undefined
  readonly origin?: string | undefined
  readonly schema?: string | undefined
  readonly taxonomy: readonly string[]
}

/** An original and a masked file of any program, read. */
export interface MaskedPair {
  readonly original: Dataset
  readonly masked: CsvFile
  readonly schema: FileSchema | undefined
  /** What says how their records belong together. */
  readonly link: Link
}

/**
 * Reads an original and what another program made of it, after a look at the names of what will be written.
 *
 * @param originalPath - The original.
 * @param maskedPath - The masked file.
 * @param options - How they are read and linked.
 * @param outputs - The files that will be written: none may be one of those that are read.
 * @returns Both files, with the schema of the options or of the private file.
 */
export async function readMaskedPair(
  originalPath: string,
  maskedPath: string,
  { key, origin: originPath, schema: schemaPath, taxonomy, header }: MaskedPairOptions,
  outputs: readonly (string | undefined)[],
): Promise<MaskedPair> {
  await checkOutputs([originalPath, maskedPath, schemaPath, originPath, ...taxonomyPaths(taxonomy)], outputs)
  const origin = await readOrigin(originPath)
  const schema = await matchedSchema({ schema: schemaPath, origin, header }, taxonomy)
  const originalFile = await readInput(originalPath)
  const { dataset: original } = readTable(originalFile, schema)
  const file = await readInput(maskedPath)
  const masked = await readMaskedFile(file, original, schema)
  const link = { key, origin, header, original: originalFile, file, manifests: await manifestsBeside(file) }
  return { original, masked, schema, link }
}
