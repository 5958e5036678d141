import { SdcError, type Dataset, type Message } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { DescribedFile } from '@sdc/files/formats'
import {
  type FileLayout,
  manifestNames,
  readMasked,
  readTable,
  schemaFor,
  withHierarchies,
  withQuasiIdentifiers,
  type FileAccess,
  type HierarchyFiles,
  type InputFile,
} from '@sdc/inspect'
import type { Link } from './match-records.js'
import { schemaOfOrigin } from './origin-file.js'

/** Options for reading and linking an original and a masked file. */
export interface PairOptions extends FileLayout {
  /** Path of the schema; by default that in the private file. */
  readonly schema?: string | undefined
  readonly hierarchies?: HierarchyFiles | undefined
  /** True to read hierarchies as taxonomies only, for distances of categories. */
  readonly taxonomies?: boolean | undefined
  readonly quasiIdentifiers?: readonly string[] | undefined
  /** Column that links the records. */
  readonly link?: string | undefined
  /** Path of the private file, or of a table with a column `origin`. */
  readonly origin?: string | undefined
}

/** Original and masked file of any program. */
export interface MaskedPair {
  readonly original: Dataset
  readonly masked: DescribedFile
  readonly schema: FileSchema | undefined
  readonly link: Link
  readonly notes: readonly Message[]
}

/**
 * Reads an original and its masked file, and the link between their records.
 *
 * @param files - Access to the files.
 * @param originalPath - Path of the original.
 * @param maskedPath - Path of the masked file.
 * @param options - Schema, hierarchies, and link between the records.
 * @returns Both files, and the link between their records.
 */
export async function readMaskedPair(
  files: FileAccess,
  originalPath: string,
  maskedPath: string,
  { schema: path, hierarchies = { named: [], folder: [] }, taxonomies, quasiIdentifiers, ...how }: PairOptions,
): Promise<MaskedPair> {
  const { link: key, origin: originPath, header, sheet, skip } = how
  const originalFile = await files.read(originalPath)
  const origin = originPath === undefined ? undefined : await files.read(originPath)
  const otherwise = path === undefined ? schemaOfOrigin(origin) : undefined
  const named = taxonomies ? hierarchies.named : []
  const held = await schemaFor(files, originalFile, { schema: path, otherwise, taxonomies: named, header, sheet, skip })
  const table = readTable(originalFile, held)
  const known = taxonomies ? { source: table, schema: held, notes: [] } : withHierarchies(table, held, hierarchies)
  const original = known.source.dataset
  const schema = withQuasiIdentifiers(known.schema, quasiIdentifiers, original)
  const file = await files.read(maskedPath)
  const manifests = await manifestsBeside(files, file)
  const masked = readMasked(file, original, schema, manifests)
  return {
    original,
    masked,
    schema,
    link: { key, origin, header, original: originalFile, file, manifests },
    notes: known.notes,
  }
}

/**
 * Reads the files at the names that the public manifest of a file may have; unreadable ones are left out.
 *
 * @param files - Access to the files.
 * @param file - The masked file, which gives its name to its manifest.
 * @returns The files.
 */
export async function manifestsBeside(files: FileAccess, { name }: InputFile): Promise<InputFile[]> {
  const beside = await Promise.all(manifestNames(name).map((path) => files.read(path).catch(() => undefined)))
  return beside.flatMap((one) => one ?? [])
}

/** Paths of further files about the people of an original. */
export interface OtherPaths {
  readonly population?: string | undefined
  readonly control?: string | undefined
}

/**
 * Reads the population and the people outside the original, with the kinds of the original's columns.
 *
 * @param files - Access to the files.
 * @param paths - Paths of both files.
 * @param original - The original.
 * @param schema - Schema of the original.
 * @returns Both files; undefined without a path.
 * @throws WRONG_INPUT for a file with none of these columns.
 */
export async function readOthers(
  files: FileAccess,
  { population, control }: OtherPaths,
  original: Dataset,
  schema?: FileSchema,
): Promise<{ readonly population: Dataset | undefined; readonly control: Dataset | undefined }> {
  const read = async (path: string | undefined): Promise<Dataset | undefined> => {
    if (path === undefined) return undefined
    const { dataset } = readMasked(await files.read(path), original, schema)
    if (dataset.names.some((name) => original.names.includes(name))) return dataset
    const message = `${path} has none of the columns of the original: ${dataset.names.join(', ')}`
    const fix = `It needs at least one of ${original.names.join(', ')}.`
    throw new SdcError('WRONG_INPUT', message, { file: path }, fix)
  }
  return { population: await read(population), control: await read(control) }
}
