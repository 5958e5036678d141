import { resolve } from 'node:path'
import { type MeasuredInParts, emptyFileOf } from '@sdc/engine/partitions'
import {
  type HierarchyFiles,
  type InputFile,
  readMasked,
  readTable,
  withHierarchies,
  withQuasiIdentifiers,
} from '@sdc/inspect'
import { asInfo, asNote, option, type Dataset, type Message, type Registry } from '@sdc/core'
import {
  measureFiles,
  refuseUnmeasurable,
  rolesOf,
  rootRng,
  withLimited,
  type FileSchema,
  type Limit,
  type Measured,
  type MetricPlan,
} from '@sdc/engine'
import { findColumns } from '../match/find-columns.js'
import { matchIfLinked } from '../match/match-if-linked.js'
import { measuredMessages } from '../measure/measured-messages.js'
import { measureMasked, type MeasuredFile } from '../measure/measure-masked.js'
import { metricPlans } from '../measure/metric-plans.js'
import { usualProfile } from '../measure/profiles.js'
import { formsOutOfCore, type FileForms } from './files/file-forms.js'
import { matchedInMemory } from './out-of-core/linked-records.js'
import { refuseRepeatedInBlocks } from './out-of-core/masking-hints-in-blocks.js'
import { measureOutOfCore, type OutOfCoreMeasure } from './out-of-core/measure-out-of-core.js'
import { asksOutOfCore, progressOf, sayOf, type Place } from './place/place.js'
import { manifestsBeside, readFile, type ReadFile } from './files/read-file.js'
import { refuseOutOfCore } from './place/refusals.js'
import { columnsOf, linkOfFiles, schemaOfMasked } from './out-of-core/reverse-map-out-of-core.js'
import { HELD, fileInMemory } from './out-of-core/whole-file.js'
import { readerMemory, sizeText, usualMemory } from './place/cut.js'
import { foundFiles, openSource, type FoundFiles } from './work/run-files.js'

/** Columns, metrics and settings of a measurement. */
export interface MeasureRequest {
  readonly registry: Registry
  /** Schema of the original. */
  readonly schema?: FileSchema | undefined
  readonly hierarchies?: HierarchyFiles | undefined
  readonly quasiIdentifiers?: readonly string[] | undefined
  /** The masked columns; by default they are detected. */
  readonly columns?: 'all' | readonly string[] | undefined
  readonly given?: readonly string[] | undefined
  /** Columns whose groups are measured, too. */
  readonly by?: readonly string[] | undefined
  /** Ids of the metrics; by default the fast ones for the kinds of the columns. */
  readonly metrics?: readonly string[] | undefined
  /** Parameters of metrics: `id.name=value`. */
  readonly set?: readonly string[] | undefined
  readonly limits?: readonly Limit[] | undefined
  readonly seed?: string | undefined
  /** File for the risks of each masked record. */
  readonly records?: string | undefined
  /** False if the first line of the files is a record. */
  readonly header?: boolean | undefined
}

/** The files of a measurement. */
export interface MeasureFiles {
  readonly original: string
  readonly masked: string
  /** Column that links the records of both. */
  readonly link?: string | undefined
  /** Private file of the run, or a CSV file with a column `origin`. */
  readonly origin?: InputFile | undefined
  /** Reads the population and people outside of the original, with the kinds of the original's columns. */
  readonly others?: ((original: Dataset, schema: FileSchema | undefined) => Promise<OtherFiles>) | undefined
  /** Paths of these. */
  readonly population?: string | undefined
  readonly control?: string | undefined
  readonly read?: ReadFile | undefined
  /** True if the files have another encoding than UTF-8. */
  readonly isRecoded?: boolean | undefined
}

/** Files that some metrics need in addition to the two. */
export interface OtherFiles {
  readonly population: Dataset | undefined
  readonly control: Dataset | undefined
}

/** Result of a measurement. */
export interface MeasuredFiles {
  readonly result: MeasuredFile
  /** The original; without its records if it was measured out of core. */
  readonly original: Dataset
  readonly messages: readonly Message[]
}

/**
 * Measures a masked file: in memory if both files fit and nothing asks for work out of core, else out of core. Metrics that need both
 * files whole are then measured in memory if the files fit, else listed with the reason.
 *
 * @param request - Columns, metrics and settings.
 * @param files - The files.
 * @param place - Resources of the measurement: memory, workers, work folder.
 * @returns The values, and the messages for the user.
 * @throws The errors of measuring; BAD_OPTION for an option that needs both files in memory if they do not fit.
 */
export async function measure(request: MeasureRequest, files: MeasureFiles, place: Place = {}): Promise<MeasuredFiles> {
  const { isRecoded } = files
  const forms = await formsOutOfCore(files.original, files.masked, { place, isRecoded, header: request.header })
  return forms === undefined ? measurePlain(request, files, place) : measureFound(request, files, forms, place)
}

/** Two files in memory. */
interface FilesInMemory {
  readonly original: Dataset
  readonly masked: Dataset
  readonly originalFile: InputFile
  readonly maskedFile: InputFile
  readonly schema: FileSchema | undefined
  readonly notes: readonly Message[]
}

/** Reads plain CSV files whole. */
async function measurePlain(request: MeasureRequest, files: MeasureFiles, place: Place): Promise<MeasuredFiles> {
  const { schema: held, hierarchies, quasiIdentifiers } = request
  const { read = readFile } = files
  const originalFile = await read(files.original)
  const table = readTable(originalFile, held)
  const { source, schema: known, notes } = withHierarchies(table, held, hierarchies)
  const original = source.dataset
  const schema = withQuasiIdentifiers(known, quasiIdentifiers, original)
  const maskedFile = await read(files.masked)
  const { dataset: masked } = readMasked(maskedFile, original, schema, await manifestsBeside(maskedFile, read))
  return measureHeld(request, files, { original, masked, originalFile, maskedFile, schema, notes }, place)
}

async function measureHeld(
  { registry, columns: wanted, given, by = [], metrics: named, set = [], limits = [], seed, header }: MeasureRequest,
  { link: key, origin, others: readOthers, population, control, read = readFile }: MeasureFiles,
  { original, masked, originalFile, maskedFile, schema, notes }: FilesInMemory,
  place: Place,
): Promise<MeasuredFiles> {
  const manifests = await manifestsBeside(maskedFile, read)
  const link = { key, origin, header, original: originalFile, file: maskedFile, manifests }
  const matched = matchIfLinked(original, masked, link)
  const choice = {
    schema,
    besides: [...(given ?? []), ...by],
    key,
    kind: 'any',
    rolesMayLack: true,
    registry,
    link,
    matched,
  } as const
  const { columns, messages: found } = findColumns(original, masked, wanted, choice)
  const usual = named === undefined ? usualProfile(registry, original, columns, { population, control }) : undefined
  const metrics = withLimited(metricPlans(registry, named, set, usual?.ids), limits)
  const others = await readOthers?.(original, schema)
  refuseUnmeasurable(limits, { columns, roles: rolesOf(original, schema), original })
  const bar = progressOf(place, 'measuring')
  const how = { columns, given, by, metrics, schema, seed, ...others, tick: bar.tick }
  const outcome = await measureMasked({ original, masked, matched }, how, registry)
  bar.done()
  const left = usual?.costly.filter((id) => !metrics.some(({ use }) => use === id)) ?? []
  const slower =
    left.length === 0
      ? []
      : [asNote(`${left.length} slower metrics are left out: ${option('profile', 'all')} measures them`)]
  return {
    result: outcome.result,
    original,
    messages: [...notes, ...matched.messages, ...found, ...outcome.messages, ...slower],
  }
}

/** Looks at files that are Parquet, folders, or larger than memory, and measures them where they fit. */
async function measureFound(
  request: MeasureRequest,
  files: MeasureFiles,
  forms: FileForms,
  place: Place,
): Promise<MeasuredFiles> {
  const { registry, quasiIdentifiers, hierarchies, schema: held, metrics: named, set = [], limits = [], seed } = request
  const { original: originalPath, masked: maskedPath, link: key, origin } = files
  const { memory = usualMemory() } = place
  const original = await foundFiles(originalPath, forms.original, held, undefined, place.memory)
  const head = emptyFileOf(original.source)
  const { schema: known, notes } = withHierarchies({ dataset: head }, held, hierarchies)
  const schema = withQuasiIdentifiers(known, quasiIdentifiers, head)
  const maskedSchema = schemaOfMasked({ maskedPath, forms, schema }, original.source)
  const masked = await foundFiles(maskedPath, forms.masked, maskedSchema, undefined, place.memory)
  const needed = [original, masked].reduce((sum, { source }) => sum + source.rows * source.names.length * HELD, 0)
  const both = { originalPath, maskedPath, original, masked, schema, maskedSchema, memory }
  const link = await linkOfFiles({ ...both, key, origin })
  if (needed <= memory && !asksOutOfCore(place)) {
    const held = await bothHeld(both)
    const named = { originalFile: link.original ?? { name: originalPath, content: '' }, maskedFile: link.file }
    return measureHeld(request, files, { ...held, ...named, schema, notes }, place)
  }
  const why = asksOutOfCore(place)
    ? 'the files are measured out of core'
    : `both files need about ${sizeText(needed)}; ${sizeText(memory, 'down')} are allowed`
  refuseOutOfCore(
    [
      ['--by', request.by?.[0]],
      ['--population', files.population],
      ['--control', files.control],
      ['--records', request.records],
    ],
    why,
  )
  const asked = { registry, schema, link, place, options: { columns: request.columns } }
  const { columns, messages: found } = await columnsOf(asked, original, masked)
  const usual = named === undefined ? usualProfile(registry, head, columns, {}) : undefined
  const metrics = withLimited(metricPlans(registry, named, set, usual?.ids), limits)
  refuseUnmeasurable(limits, { columns, roles: rolesOf(head, schema), original: head })
  const source = await original.open()
  try {
    await refuseRepeatedInBlocks(source, schema, memory)
  } finally {
    source.close()
  }
  const given = request.given
  const outOfCore: OutOfCoreMeasure = { ...both, place, registry, columns, link, given, metrics, seed }
  const outcome = await measureOutOfCore(outOfCore)
  const wholes = await measureWhole(outOfCore, outcome.result, { needed, memory })
  const messages = [...notes, ...found, ...outcome.messages, ...wholes.messages, ...measuredMessages(wholes.result)]
  return { result: wholes.result, original: head, messages }
}

/** Measures in memory what needs both files whole, if they fit. */
async function measureWhole(
  { place, registry, link, columns, metrics, seed, ...both }: OutOfCoreMeasure,
  result: MeasuredFile,
  { needed, memory }: { readonly needed: number; readonly memory: number },
): Promise<{ readonly result: MeasuredFile; readonly messages: readonly Message[] }> {
  const left = result.measured.filter((one: MeasuredInParts) => one.needsWhole !== undefined)
  if (left.length === 0) return { result, messages: [] }
  const ids = left.map(({ metric }) => metric.id).join(', ')
  if (needed > memory) {
    const note = `not measured: both files in memory need about ${sizeText(needed)}, but --memory allows ${sizeText(memory, 'down')}: ${ids}`
    return { result, messages: [asNote(note)] }
  }
  sayOf(place)(asInfo(`in memory for ${ids}`))
  const files = await bothHeld({ ...both, memory })
  const values = await measureFiles({
    registry,
    ...files,
    origin: matchedInMemory(files.original, files.masked, link).origin,
    columns,
    given: result.given,
    roles: rolesOf(files.original, both.schema),
    metrics: metrics.filter(({ use }: MetricPlan) => left.some(({ metric }) => metric.id === use)),
    rng: rootRng(seed ?? '1'),
  })
  const wholeOf = new Map<Measured, Measured>(left.map((one, k) => [one, values[k]]))
  return {
    result: { ...result, measured: result.measured.map((one) => wholeOf.get(one) ?? one) },
    messages: [],
  }
}

/** Reads both files whole. */
async function bothHeld({
  originalPath,
  maskedPath,
  original,
  masked,
  schema,
  maskedSchema,
  memory,
}: Pick<OutOfCoreMeasure, 'originalPath' | 'maskedPath' | 'original' | 'masked' | 'schema' | 'maskedSchema'> & {
  readonly memory: number
}): Promise<{ readonly original: Dataset; readonly masked: Dataset }> {
  const limit = readerMemory(memory, 2)
  const held = async (path: string, { source: found, csv }: FoundFiles, by: typeof schema): Promise<Dataset> => {
    const file = { path: resolve(path), fingerprint: found.fingerprint, csv }
    const { source } = await openSource(file, by, limit)
    try {
      return (await fileInMemory(file, source, by)).data
    } finally {
      source.close()
    }
  }
  return { original: await held(originalPath, original, schema), masked: await held(maskedPath, masked, maskedSchema) }
}
