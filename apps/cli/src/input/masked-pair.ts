import type { Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { CsvFile } from '@sdc/files'
import { readTable } from '@sdc/inspect'
import type { Link } from '@sdc/release'
import { checkOutputs, hierarchyPaths, readHierarchies, readInput } from './files.js'
import { matchedSchema, manifestsBeside, readMaskedFile, readOrigin } from './match-files.js'
import type { HeaderOption } from '../options/options.js'

/** The options that say how an original and a masked file are read, and how their records belong together. */
export interface MaskedPairOptions extends HeaderOption {
  readonly link?: string | undefined
  readonly origin?: string | undefined
  readonly schema?: string | undefined
  readonly hierarchy: readonly string[]
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
  { link: key, origin: originPath, schema: schemaPath, hierarchy, header }: MaskedPairOptions,
  outputs: readonly (string | undefined)[],
): Promise<MaskedPair> {
  const files = await readHierarchies({ hierarchy })
  await checkOutputs([originalPath, maskedPath, schemaPath, originPath, ...hierarchyPaths(files)], outputs)
  const origin = await readOrigin(originPath)
  const schema = await matchedSchema(originalPath, { schema: schemaPath, origin, header }, files.named)
  const originalFile = await readInput(originalPath)
  const { dataset: original } = readTable(originalFile, schema)
  const file = await readInput(maskedPath)
  const masked = await readMaskedFile(file, original, schema)
  const link = { key, origin, header, original: originalFile, file, manifests: await manifestsBeside(file) }
  return { original, masked, schema, link }
}
