import type { Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { manifestNames, matchRecords, schemaOfOrigin, type Matched } from '@sdc/workflow'
import { readInput, readSchema } from './files.js'
import type { HeaderOption } from './options.js'
import { said } from './progress.js'

export interface MatchOptions extends HeaderOption {
  /** For messages about its records. */
  readonly originalPath?: string | undefined
  readonly key?: string | undefined
  readonly origin?: string | undefined
}

/** The original's record of every masked one, by what the options and the files beside the masked one say; notes on stderr. */
export async function matchFiles(
  original: Dataset,
  masked: Dataset,
  maskedPath: string,
  { key, origin, header, originalPath }: MatchOptions,
): Promise<Matched> {
  // What cannot be read is no manifest, and no error either.
  const beside = await Promise.all(manifestNames(maskedPath).map((path) => readInput(path).catch(() => undefined)))
  return said(
    matchRecords(original, masked, {
      key,
      origin: origin === undefined ? undefined : await readInput(origin),
      file: await readInput(maskedPath),
      original: key === undefined || originalPath === undefined ? undefined : await readInput(originalPath),
      header,
      manifests: beside.flatMap((file) => file ?? []),
    }),
  )
}

/** The schema of `--schema`, else the one that the private file of `--origin` holds, with the taxonomies of files. */
export async function matchedSchema(
  {
    schema,
    origin,
    header,
  }: HeaderOption & { readonly schema?: string | undefined; readonly origin?: string | undefined },
  taxonomies: readonly string[] = [],
): Promise<FileSchema | undefined> {
  const held = schema === undefined && origin !== undefined ? schemaOfOrigin(await readInput(origin)) : undefined
  return readSchema(schema, taxonomies, held, header)
}
