import { resolve } from 'node:path'
import type { Command } from 'commander'
import { BLOCK, maskedRoles, SdcError, type Message, type Registry, type FileSource } from '@sdc/core'
import { columnsWithRole, parseStep, type FileSchema } from '@sdc/engine'
import { csvHead } from '@sdc/files'
import { checkBeside, emptyFileOf } from '@sdc/engine/partitions'
import { csvFilesAt } from '@sdc/files/node'
import {
  checkOrigin,
  differingInBlocks,
  findColumns,
  isTable,
  matchRecords,
  otherOriginal,
  refuseTwoLinks,
  type Link,
} from '@sdc/release'
import { manifestOf, tableOptions, type InputFile, reverseMapping } from '@sdc/inspect'
import { manifestsBeside } from '../input/match-files.js'
import { progress, said, say } from '../terminal/progress.js'
import { storeOf } from './held-store.js'
import type { FoundBeside } from './mask-document.js'
import { checkedOut, maskInParts } from './mask-in-parts.js'
import { plannedLink } from './linked-records.js'
import { linkBy } from './parts-document.js'
import type { PartsFormat } from './parts-file.js'
import { foundFiles, type FoundFiles } from './parts-files.js'
import type { PartsOptions } from './parts-options.js'
import { documentIn } from './parts-plan.js'

/** What is asked of a reverse mapping in parts. */
export interface MappingRequest {
  readonly command: Command
  readonly registry: Registry
  readonly originalPath: string
  readonly maskedPath: string
  /** What the files are. */
  readonly formats: { readonly original: PartsFormat; readonly masked: PartsFormat }
  readonly schema: FileSchema | undefined
  /** The private file of the run that masked, as it was read. */
  readonly origin: InputFile | undefined
  readonly options: PartsOptions & {
    readonly columns?: 'all' | readonly string[] | undefined
    readonly link?: string | undefined
    readonly ties: string
    readonly distance: string
  }
}

/**
 * Gives a file that others masked the original's values back, both read in parts; record i of one is record i of the other where nothing links them otherwise.
 *
 * @param request - The files and the options.
 * @throws what a run in parts throws; LENGTH_MISMATCH for other numbers of records; WRONG_INPUT for a file whose records are in
 *   random order.
 */
export async function reverseMapInParts(request: MappingRequest): Promise<void> {
  const { registry, originalPath, maskedPath, formats, origin, options } = request
  const out = checkedOut(options, maskedPath)
  checkedOut(options, originalPath)
  const known = options.resume === true ? await documentIn(storeOf(out, options)) : undefined
  const original = await foundFiles(originalPath, formats.original, request.schema, known?.source.csv, options.memory)
  const schema = schemaOfMasked(request, original.source)
  const masked = await foundFiles(maskedPath, formats.masked, schema, known?.masked?.csv, options.memory)
  const asked = await linkOfFiles({ originalPath, maskedPath, original, masked, key: options.link, origin })
  const link = plannedLink(asked)
  if (asked.origin !== undefined) otherOriginal(asked.origin, asked.original).forEach(say)
  checkBeside(original.source, { source: masked.source, columns: [], link: linkBy(link) })
  const columns = known?.masked?.columns ?? said(await columnsOf({ ...request, link: asked }, original, masked)).columns
  const { ties, distance } = options
  const step = parseStep({ use: reverseMapping, columns: [...columns], params: { ties, mode: 'linked', distance } })
  await maskInParts({
    ...request,
    registry,
    dataPath: originalPath,
    format: formats.original,
    steps: [step],
    beside: { original, masked, path: resolve(maskedPath), schema, columns, link },
  })
}

/** As `readMasked` reads it: by what the schema says of the columns that it has, and categories where the original has some. */
export function schemaOfMasked(
  { maskedPath, formats, schema }: Pick<MappingRequest, 'maskedPath' | 'formats' | 'schema'>,
  original: FileSource,
): FileSchema {
  const said = new Map(Object.entries(schema?.columns ?? {}))
  for (const name of original.names)
    if (original.kind(name) !== 'numeric') said.set(name, { kind: 'categorical', ...said.get(name) })
  const all = { ...schema, columns: Object.fromEntries(said) }
  // Parquet has the names beside the values.
  if (formats.masked === 'parquet') return all
  const options = { ...tableOptions(maskedPath, all), absentColumns: 'ignore' } as const
  const { names } = csvHead(csvFilesAt(maskedPath, options).content, options)
  return { ...schema, columns: Object.fromEntries([...said].filter(([name]) => names.includes(name))) }
}

/**
 * What says how the records of two files belong together, and which columns were masked.
 *
 * @param files - Their paths, the masked file as it was found, and what the options say.
 * @returns Both, with what stands beside the masked file.
 * @throws BAD_OPTION for a key and a private file at once; BAD_PLAN for a file that is none.
 */
export async function linkOfFiles({
  originalPath,
  maskedPath,
  original,
  masked,
  ...by
}: Pick<MappingRequest, 'originalPath' | 'maskedPath'> &
  Pick<FoundBeside, 'original' | 'masked'> &
  Pick<Link, 'key' | 'origin'>): Promise<Link> {
  refuseTwoLinks(by)
  if (by.origin) checkOrigin(by.origin)
  const file = { name: maskedPath.replace(/\/+$/, ''), content: contentOf(masked) }
  const manifests = await manifestsBeside(file)
  return { ...by, file, original: { name: originalPath, content: contentOf(original) }, manifests }
}

/** The bytes of files, read anew each time. */
const contentOf = (found: FoundFiles): Iterable<Uint8Array> => ({
  [Symbol.iterator]: () => found.bytes()[Symbol.iterator](),
})

/** The columns that a command is about, with messages where they are not named. */
export async function columnsOf(
  {
    registry,
    schema,
    link,
    options,
  }: Pick<MappingRequest, 'registry' | 'schema'> & {
    readonly link: Link
    readonly options: Pick<MappingRequest['options'], 'columns'>
  },
  { source: original, open }: FoundFiles,
  { source: masked, open: openMasked }: FoundFiles,
): Promise<{ readonly columns: readonly string[]; readonly messages: readonly Message[] }> {
  const [before, after] = [emptyFileOf(original), emptyFileOf(masked)]
  const { key, origin, file, manifests = [] } = link
  const isByPlace = key === undefined && origin === undefined
  const byPlace = isByPlace ? matchRecords(before, after, link).messages : []
  const isKnown =
    options.columns !== undefined ||
    columnsWithRole(before, schema, maskedRoles).length > 0 ||
    (origin !== undefined && !isTable(origin)) ||
    manifestOf(file, manifests)?.masked !== undefined
  if (!isKnown && !isByPlace) throw unknownColumns(key ?? '--origin')
  const differing = isKnown ? undefined : await differingOf(open, openMasked)
  const at = { schema, key, kind: 'any', registry, link, differing } as const
  const { columns, messages } = findColumns(before, after, options.columns, at)
  return { columns, messages: [...byPlace, ...messages] }
}

function unknownColumns(key: string): SdcError {
  const message = `the masked columns are unknown, and files linked by ${key} are not compared out of core`
  const fix = 'Name them: --columns a,b; or give them roles in a schema (--schema FILE).'
  return new SdcError('NO_COLUMNS', message, {}, fix)
}

/** The columns whose values differ: both files are read once for them. */
async function differingOf(open: FoundFiles['open'], openMasked: FoundFiles['open']): Promise<readonly string[]> {
  const [original, masked] = [await open(), await openMasked()]
  const names = original.names.filter((name) => masked.names.includes(name))
  const found = differingInBlocks(names)
  const range = { from: 0, to: Math.ceil(original.rows / BLOCK) }
  const bar = progress('comparing')
  try {
    const after = masked.read(range, names)[Symbol.asyncIterator]()
    for await (const { block, data } of original.read(range, names)) {
      const next = await after.next()
      if (next.done === true) throw new Error(`the masked file has no block ${block.index + 1}`)
      found.add(data, next.value.data)
      bar.tick(block.end / original.rows)
    }
    await after.return?.()
  } finally {
    bar.done()
    for (const source of [original, masked]) source.close()
  }
  return found.columns()
}
