import { readFile } from 'node:fs/promises'
import { numericValues, SdcError, type Dataset } from '@sdc/core'
import {
  isPrivateManifest,
  matchByKey,
  matchByOrigin,
  matchByPosition,
  originOf,
  parsePlan,
  parsePrivateManifest,
  parsePublicManifest,
  sha256Hex,
  type FileSchema,
  type Matching,
  type PublicManifest,
} from '@sdc/engine'
import { readData, readTable } from './files.js'
import { manifestPaths } from './output-paths.js'
import { say } from './progress.js'

export interface MatchOptions {
  readonly key?: string | undefined
  readonly origin?: string | undefined
}

/** The original's record of every masked record: by key, by a private file or a list of origins, or, said so, by position. */
export async function matchFiles(
  original: Dataset,
  masked: Dataset,
  maskedPath: string,
  { key, origin }: MatchOptions,
): Promise<{ readonly matching: Matching; readonly origin: Int32Array }> {
  if (key !== undefined && origin !== undefined)
    throw new SdcError('BAD_OPTION', '--key and --origin exclude each other')
  if (key !== undefined) {
    const matched = matchByKey(original, masked, key)
    const alone = matched.filter((row) => row < 0).length
    if (alone > 0) say(`note: ${alone} of ${masked.rows} masked records have no partner by ${key}`)
    return { matching: 'key', origin: matched }
  }
  if (origin !== undefined)
    return { matching: 'origin', origin: matchByOrigin(original, masked, await originRecords(origin, maskedPath)) }
  const order = await recordOrder(maskedPath)
  if (order === 'synthetic') {
    say(
      'note: by its manifest the file is synthetic: its records are not matched, and what rests on links has no value',
    )
    return { matching: 'none', origin: new Int32Array(masked.rows).fill(-1) }
  }
  if (order !== undefined && order !== 'in the order of the input') {
    const message = `the records of the masked file are ${order}: matched by position, it would look safer than it is`
    throw new SdcError('WRONG_INPUT', message, { file: maskedPath }, 'Give the private file of its run: --origin FILE.')
  }
  const matched = matchByPosition(original, masked)
  say(
    'note: records are matched by position (record 1 with record 1, …); a file in another order needs --key or --origin',
  )
  return { matching: 'position', origin: matched }
}

/** What the manifest beside a file says of the order of its records; undefined where there is none of this very file. */
async function recordOrder(maskedPath: string): Promise<PublicManifest['records'] | undefined> {
  const manifests = await Promise.all(
    manifestPaths(maskedPath).map(async (path) => parsePublicManifest(await readData(path).catch(() => undefined))),
  )
  if (manifests.every((manifest) => manifest === undefined)) return undefined
  const sha256 = sha256Hex(await readFile(maskedPath))
  return manifests.find((manifest) => manifest?.outputSha256.includes(sha256))?.records
}

/** The schema that a private file holds: what was a missing value when the file was masked is one when it is measured. */
export async function schemaOfOrigin(path: string | undefined): Promise<FileSchema | undefined> {
  if (path === undefined || isTable(path)) return undefined
  const value = await readData(path)
  return isPrivateManifest(value) ? parsePlan(parsePrivateManifest(value).plan).schema : undefined
}

function isTable(path: string): boolean {
  return /\.(csv|tsv|txt)$/i.test(path)
}

/** Origins from a private file, or from a CSV file with a column `origin` of record numbers from 1. */
async function originRecords(path: string, maskedPath: string): Promise<ArrayLike<number>> {
  if (isTable(path)) {
    const { dataset } = await readTable(path)
    return numericValues(dataset, dataset.names.length === 1 ? dataset.names[0] : 'origin')
  }
  const value = await readData(path)
  if (!isPrivateManifest(value)) {
    throw new SdcError(
      'BAD_PLAN',
      'it is not a private file of sdc',
      { file: path },
      'Give the file that --private wrote, or a CSV file with a column origin.',
    )
  }
  return originOf(parsePrivateManifest(value), await readFile(maskedPath))
}

/** Those of some columns that both files have, as numbers or as whatever the original has; the others are named on stderr. */
export function sharedColumns(
  original: Dataset,
  masked: Dataset,
  asked: readonly string[],
  { key, kind }: { readonly key?: string | undefined; readonly kind: 'numeric' | 'any' },
): string[] {
  const wanted = asked.filter((name) => name !== key)
  const shared = wanted.filter((name) => {
    const own = original.column(name).kind
    return masked.names.includes(name) && masked.column(name).kind === own && (kind === 'any' || own === kind)
  })
  const left = wanted.filter((name) => !shared.includes(name))
  const why = kind === 'numeric' ? 'they are not numeric in both files' : 'the masked file does not have them like that'
  if (left.length > 0) say(`note: left out, because ${why}: ${left.join(', ')}`)
  return shared
}
