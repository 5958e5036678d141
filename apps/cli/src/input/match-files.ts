import type { Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { CsvFile } from '@sdc/files'
import { type HierarchyFiles, manifestNames, readMasked, type InputFile } from '@sdc/inspect'
import { matchRecords, schemaOfOrigin, type Link, type Matched } from '@sdc/release'
import { readInput, readSchema } from './files.js'
import type { HeaderOption } from '../options/options.js'
import { said } from '../terminal/progress.js'

export interface MatchOptions extends HeaderOption {
  /** The original as it was read, for messages about its records. */
  readonly original?: InputFile | undefined
  readonly key?: string | undefined
  /** The file of `--origin`, as it was read: it may be a pipe, which gives its bytes once. */
  readonly origin?: InputFile | undefined
}

/**
 * What says how the records of two files belong together, and which columns were masked.
 *
 * @param file - The masked file.
 * @param link - What the options say.
 * @returns Both, with what stands beside the masked file.
 */
export async function linkOf(file: InputFile, link: MatchOptions): Promise<Link> {
  return { ...link, file, manifests: await manifestsBeside(file) }
}

/** The original's record of every masked one, by what the options and the files beside the masked one say; notes on stderr. */
export async function matchFiles(
  original: Dataset,
  masked: Dataset,
  file: InputFile,
  link: MatchOptions,
): Promise<Matched> {
  return said(matchRecords(original, masked, await linkOf(file, link)))
}

/** The masked file, by the schema of the original and, where it was recoded, by the manifest beside it. */
export async function readMaskedFile(file: InputFile, original: Dataset, schema?: FileSchema): Promise<CsvFile> {
  return readMasked(file, original, schema, await manifestsBeside(file))
}

/** What stands where a public manifest of a file would: what cannot be read is none, and no error either. */
export async function manifestsBeside(file: InputFile): Promise<InputFile[]> {
  const beside = await Promise.all(manifestNames(file.name).map((path) => readInput(path).catch(() => undefined)))
  return beside.flatMap((one) => one ?? [])
}

/** The schema of `--schema`, else the one that the private file of `--origin` holds, with the taxonomies of files. */
export async function matchedSchema(
  original: string | InputFile,
  {
    schema,
    origin,
    header,
  }: HeaderOption & { readonly schema?: string | undefined; readonly origin?: InputFile | undefined },
  taxonomies: HierarchyFiles['named'] = [],
): Promise<FileSchema | undefined> {
  const held = schema === undefined ? schemaOfOrigin(origin) : undefined
  return readSchema(original, schema, taxonomies, held, header)
}

/** The file of `--origin`, read once. */
export async function readOrigin(path: string | undefined): Promise<InputFile | undefined> {
  return path === undefined ? undefined : readInput(path)
}
