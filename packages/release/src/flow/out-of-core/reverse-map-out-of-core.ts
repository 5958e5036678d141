import { resolve } from 'node:path'
import { checkBeside, emptyFileOf } from '@sdc/engine/partitions'
import { type InputFile, manifestOf, reverseMapping } from '@sdc/inspect'
import { BLOCK, maskedRoles, SdcError, textsOf, type Dataset, type Message, type Registry } from '@sdc/core'
import { columnsWithRole, parseStep, type FileSchema } from '@sdc/engine'
import { differingInBlocks } from '../../match/differing-in-blocks.js'
import { findColumns } from '../../match/find-columns.js'
import { matchRecords, refuseTwoLinks, type Link } from '../../match/match-records.js'
import { checkOrigin, isTable, otherOriginal } from '../../match/origin-file.js'
import type { FileForms } from '../files/file-forms.js'
import { plannedLink } from './linked-records.js'
import type { FoundBeside } from './mask-document.js'
import { checkOutputs } from '../files/outputs.js'
import { checkedOut, maskOutOfCore } from './mask-out-of-core.js'
import { schemaOfMasked } from './schema-of-masked.js'
import { readWhole } from '../large-files.js'
import type { CsvFile } from '@sdc/files'
import { asksOutOfCore, progressOf, sayOf, type Place } from '../place/place.js'
import { HELD } from './whole-file.js'
import { usualMemory } from '../place/cut.js'
import { manifestsBeside } from '../files/manifests-beside.js'
import { maskingPlanIn } from '../work/plan-file.js'
import { linkBy } from '../work/run-document.js'
import { foundFiles, type FoundFiles } from '../work/run-files.js'
import { workFolderOf } from '../work/work-folder.js'

/** Options of a reverse mapping out of core. */
export interface MappingRequest {
  readonly place: Place
  readonly registry: Registry
  readonly originalPath: string
  readonly maskedPath: string
  /** Forms of the files. */
  readonly forms: FileForms
  readonly schema: FileSchema | undefined
  /** Private file of the masking run. */
  readonly origin: InputFile | undefined
  readonly options: {
    readonly out?: string | undefined
    readonly seed?: string | undefined
    readonly columns?: 'all' | readonly string[] | undefined
    readonly link?: string | undefined
    readonly ties: string
    readonly distance: string
  }
}

/**
 * Replaces the values of a masked file from another program by the original values, both read out of core. Record i of
 * one belongs to record i of the other unless a link says otherwise.
 *
 * @param request - The files and the options.
 * @returns The result for programs.
 * @throws The errors of a run out of core; LENGTH_MISMATCH for different numbers of records; WRONG_INPUT for a file
 *   whose records are in random order.
 */
export async function reverseMapOutOfCore(request: MappingRequest): Promise<{ readonly json: unknown }> {
  const { registry, originalPath, maskedPath, forms, origin, options, place } = request
  const say = sayOf(place)
  const out = checkedOut(options, place, maskedPath)
  checkedOut(options, place, originalPath)
  await checkOutputs([originalPath, maskedPath], [out])
  const known = place.resume === true ? await maskingPlanIn(workFolderOf(out, place)) : undefined
  const original = await foundFiles(originalPath, forms.original, request.schema, known?.source.csv, place.memory)
  const schema = schemaOfMasked(request, original.source)
  const masked = await foundFiles(maskedPath, forms.masked, schema, known?.masked?.csv, place.memory)
  const asked = await linkOfFiles({ originalPath, maskedPath, original, masked, key: options.link, origin })
  const link = plannedLink(asked)
  if (asked.origin !== undefined) otherOriginal(asked.origin, asked.original).forEach(say)
  checkBeside(original.source, { source: masked.source, columns: [], link: linkBy(link) })
  let columns = known?.masked?.columns
  if (columns === undefined) {
    const found = await columnsOf({ ...request, link: asked }, original, masked)
    found.messages.forEach(say)
    columns = found.columns
  }
  const { ties, distance } = options
  const step = parseStep({ use: reverseMapping, columns: [...columns], params: { ties, mode: 'linked', distance } })
  const done = await maskOutOfCore({
    ...request,
    registry,
    dataPath: originalPath,
    form: forms.original,
    steps: [step],
    beside: { original, masked, path: resolve(maskedPath), schema, columns, link },
  })
  const [file] = done.files
  const json = {
    files: [{ name: file.name, sha256: file.sha256(), records: file.records }],
    method: reverseMapping,
    params: step.params,
    columns: [...done.columns],
    matching: asked.key !== undefined ? 'key' : asked.origin !== undefined ? 'origin' : 'position',
    warnings: textsOf(done.messages, 'warning'),
    notes: textsOf(done.messages, 'note'),
  }
  return { json }
}

/** Two files, read into memory. */
export interface PairInMemory {
  readonly original: Dataset
  readonly originalFile: InputFile
  readonly masked: CsvFile
  readonly maskedFile: InputFile
  readonly manifests: readonly InputFile[]
  /** Types of the columns of a Parquet file. */
  readonly types?: ReadonlyMap<string, string> | undefined
}

/** Reads two files that are Parquet or folders whole; undefined if they do not fit, or a place asks for work out of core. */
export async function largePair({
  place,
  originalPath,
  maskedPath,
  forms,
  schema,
  link,
  origin,
}: Pick<MappingRequest, 'place' | 'originalPath' | 'maskedPath' | 'forms' | 'schema' | 'origin'> & {
  readonly link: string | undefined
}): Promise<PairInMemory | undefined> {
  const { memory = usualMemory() } = place
  if (asksOutOfCore(place)) return undefined
  const original = await foundFiles(originalPath, forms.original, schema, undefined, memory)
  const maskedSchema = schemaOfMasked({ maskedPath, forms, schema }, original.source)
  const masked = await foundFiles(maskedPath, forms.masked, maskedSchema, undefined, memory)
  const cells = [original, masked].reduce((sum, { source }) => sum + source.rows * source.names.length, 0)
  if (cells * HELD > memory) return undefined
  const {
    file,
    original: originalFile,
    manifests = [],
  } = await linkOfFiles({
    originalPath,
    maskedPath,
    original,
    masked,
    key: link,
    origin,
  })
  const before = await readWhole(originalPath, original, schema, place)
  const after = await readWhole(maskedPath, masked, maskedSchema, place)
  const types = new Map([...after.types, ...[...before.types].filter(([name]) => after.types.has(name))])
  return {
    original: before.source.dataset,
    originalFile: originalFile ?? { name: originalPath, content: '' },
    masked: after.source,
    maskedFile: file,
    manifests,
    types,
  }
}

/**
 * Finds the link between the records of two files, and the masked columns.
 *
 * @param files - Their paths, the opened masked file, and the options.
 * @returns Both, with the manifests next to the masked file.
 * @throws BAD_OPTION for a key and a private file at once; BAD_PLAN for a file that is not a private file.
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

/** Bytes of files, read again on each use. */
const contentOf = (found: FoundFiles): Iterable<Uint8Array> => ({
  [Symbol.iterator]: () => found.bytes()[Symbol.iterator](),
})

/** Returns the columns of a command, with messages if they were not named. */
export async function columnsOf(
  {
    registry,
    schema,
    link,
    place,
    options,
  }: Pick<MappingRequest, 'registry' | 'schema' | 'place'> & {
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
  const differing = isKnown ? undefined : await differingOf(open, openMasked, place)
  const at = { schema, key, kind: 'any', registry, link, differing } as const
  const { columns, messages } = findColumns(before, after, options.columns, at)
  return { columns, messages: [...byPlace, ...messages] }
}

function unknownColumns(key: string): SdcError {
  const message = `the masked columns are unknown, and files linked by ${key} are not compared out of core`
  const fix = 'Name them: --columns a,b; or give them roles in a schema (--schema FILE).'
  return new SdcError('NO_COLUMNS', message, {}, fix)
}

/** Finds the columns whose values differ, in one pass over both files. */
async function differingOf(
  open: FoundFiles['open'],
  openMasked: FoundFiles['open'],
  place: Place,
): Promise<readonly string[]> {
  const [original, masked] = [await open(), await openMasked()]
  const names = original.names.filter((name) => masked.names.includes(name))
  const found = differingInBlocks(names)
  const range = { from: 0, to: Math.ceil(original.rows / BLOCK) }
  const bar = progressOf(place, 'comparing')
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
