import { resolve } from 'node:path'
import { type MeasuredInParts, emptyFileOf } from '@sdc/engine/partitions'
import { type InputFile, readMasked, readTable, withHierarchies, withQuasiIdentifiers } from '@sdc/inspect'
import { asNote, SdcError, type Dataset, type FileSource, type Message } from '@sdc/core'
import { refuseUnmeasurable, rolesOf, withLimited, type FileSchema } from '@sdc/engine'
import { measuredMessages } from '../measure/measured-messages.js'
import type { MeasuredFile } from '../measure/measure-masked.js'
import { measurePair } from '../measure/measure-pair.js'
import { metricPlans } from '../measure/metric-plans.js'
import { usualProfile } from '../measure/profiles.js'
import { formsOutOfCore, type FileForms } from './files/file-forms.js'
import { isParquet } from './files/format-of-file.js'
import { readFile } from './read-file.js'
import { manifestsBeside } from './files/manifests-beside.js'
import { refuseRepeatedInBlocks } from './out-of-core/masking-hints-in-blocks.js'
import { measureOutOfCore, type OtherFile, type OutOfCoreMeasure } from './out-of-core/measure-out-of-core.js'
import { columnsOf, linkOfFiles } from './out-of-core/reverse-map-out-of-core.js'
import { schemaOfMasked } from './out-of-core/schema-of-masked.js'
import { HELD, fileInMemory } from './out-of-core/whole-file.js'
import { readerMemory, sizeText, usualMemory } from './place/cut.js'
import { asksOutOfCore, progressOf, type Place } from './place/place.js'
import { foundFiles, openSource, type FoundFiles } from './work/run-files.js'
import type { MeasuredFiles, MeasureFiles, MeasureRequest } from './measure-request.js'

/**
 * Measures a masked file: in memory if both files fit and nothing asks for work out of core, else out of core. Metrics that need both
 * files whole are then measured by a task that reads them, if they fit, else listed with the reason.
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
  request: MeasureRequest,
  { link: key, origin, others: readOthers, read = readFile }: MeasureFiles,
  { original, masked, originalFile, maskedFile, schema, notes }: FilesInMemory,
  place: Place,
): Promise<MeasuredFiles> {
  const manifests = await manifestsBeside(maskedFile, read)
  const link = { key, origin, header: request.header, original: originalFile, file: maskedFile, manifests }
  const others = await readOthers?.(original, schema)
  const { columns, given, by, metrics, plans, set, limits, seed } = request
  const bar = progressOf(place, 'measuring')
  const asked = { columns, given, by, metrics, plans, set, limits, seed, ...others, tick: bar.tick }
  const { result, messages } = await measurePair(request.registry, { original, masked, schema, link }, asked)
  bar.done()
  return { result, original, messages: [...notes, ...messages] }
}

/** Opens files that are Parquet, folders, or larger than memory, and measures them in memory if they fit. */
async function measureFound(
  request: MeasureRequest,
  files: MeasureFiles,
  forms: FileForms,
  place: Place,
): Promise<MeasuredFiles> {
  const {
    registry,
    quasiIdentifiers,
    hierarchies,
    schema: held,
    metrics: named,
    plans,
    set = [],
    limits = [],
    seed,
  } = request
  const { original: originalPath, masked: maskedPath, link: key, origin } = files
  const { memory = usualMemory() } = place
  const before = await foundFiles(originalPath, forms.original, held, undefined, place.memory)
  const { schema: known, notes } = withHierarchies({ dataset: emptyFileOf(before.source) }, held, hierarchies)
  // A hierarchy may determine the kind of a column.
  const original =
    known === held ? before : await foundFiles(originalPath, forms.original, known, before.csv, place.memory)
  const head = emptyFileOf(original.source)
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
  const asked = { registry, schema, link, place, options: { columns: request.columns } }
  const { columns, messages: found } = await columnsOf(asked, original, masked)
  const { population, control } = files
  const usual =
    named === undefined && plans === undefined
      ? usualProfile(registry, head, columns, { population, control, rules: schema?.rules })
      : undefined
  const metrics = withLimited(plans ?? metricPlans(registry, named, set, usual?.ids), limits)
  refuseUnmeasurable(limits, { columns, roles: rolesOf(head, schema), original: head })
  const source = await original.open()
  try {
    await refuseRepeatedInBlocks(source, schema, memory)
  } finally {
    source.close()
  }
  const { given, by = [], records } = request
  const byRecord = records !== undefined
  if (byRecord) refuseManyValues(masked.source.rows, metrics.length, memory)
  const others = {
    population: await otherFile(population, { original: original.source, schema, place }),
    control: await otherFile(control, { original: original.source, schema, place }),
  }
  const outOfCore: OutOfCoreMeasure = {
    ...both,
    ...others,
    place,
    registry,
    columns,
    link,
    given,
    by,
    byRecord,
    metrics,
    seed,
  }
  const { result, messages: done } = await measureOutOfCore(outOfCore)
  const messages = [...notes, ...found, ...done, ...notMeasured(result), ...measuredMessages(result)]
  return { result, original: head, messages }
}

/** Notes which metrics lack a value, or values by record, because a task cannot read both files whole. */
function notMeasured({ measured }: MeasuredFile): Message[] {
  const ids = (is: (one: MeasuredInParts) => boolean): string =>
    measured
      .filter(is)
      .map(({ metric }) => metric.id)
      .join(', ')
  const whole = ids(({ needsWhole }) => needsWhole !== undefined)
  const records = ids(({ lacksRecords }) => lacksRecords === true)
  return [
    ...(whole === '' ? [] : [asNote(`not measured, because a task cannot read both files whole: ${whole}`)]),
    ...(records === ''
      ? []
      : [asNote(`without values by record, because a task cannot read both files whole: ${records}`)]),
  ]
}

/** Bytes of a masked record for each of its values, and number of values of each record. */
const VALUE = 8
const VALUES = 6

/** Refuses values by record that do not fit in memory. */
function refuseManyValues(rows: number, metrics: number, memory: number): void {
  const bytes = rows * VALUE * (metrics + VALUES)
  if (bytes <= memory) return
  const message = `--records of ${rows} records and ${metrics} metrics need about ${sizeText(bytes)}; ${sizeText(memory, 'down')} are allowed`
  throw new SdcError('BAD_OPTION', message, {}, 'Name fewer metrics, or allow more --memory.')
}

/** Finds another file that metrics read, with the kinds of the original's columns. */
async function otherFile(
  path: string | undefined,
  by: { readonly original: FileSource; readonly schema: FileSchema | undefined; readonly place: Place },
): Promise<OtherFile | undefined> {
  if (path === undefined) return undefined
  const form = isParquet(path) ? 'parquet' : 'csv'
  const schema = schemaOfMasked(
    { maskedPath: path, forms: { original: form, masked: form }, schema: by.schema },
    by.original,
  )
  const found = await foundFiles(path, form, schema, undefined, by.place.memory)
  const { names } = found.source
  if (names.some((name) => by.original.names.includes(name))) return { path, found, schema }
  const message = `${path} has none of the columns of the original: ${names.join(', ')}`
  const fix = `It needs at least one of ${by.original.names.join(', ')}.`
  throw new SdcError('WRONG_INPUT', message, { file: path }, fix)
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
