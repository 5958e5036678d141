import { type InputFile, readMasked, readTable } from '@sdc/inspect'
import type { Registry } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { findColumns } from '../match/find-columns.js'
import { matchRecords } from '../match/match-records.js'
import { reverseMapFile } from '../reverse-map/reverse-map-file.js'
import { reverseMappedJson } from '../reverse-map/reverse-mapped-json.js'
import { formsOutOfCore } from './files/file-forms.js'
import type { MaskSink } from './mask-plan.js'
import { inOrder } from './place/message-order.js'
import { checkOutOfCoreOutput, encoderOf, type OutputRequest } from './files/output-form.js'
import { checkOutputs } from './files/outputs.js'
import { sayOf, type Place } from './place/place.js'
import { readFile } from './read-file.js'
import { manifestsBeside, type ReadFile } from './files/manifests-beside.js'
import { refuseOutOfCore } from './place/refusals.js'
import type { PairInMemory } from './out-of-core/reverse-map-out-of-core.js'
import { foundLeftBehind } from './files/left-behind.js'
import { pathsOf, writeArtefacts } from './files/write-artefacts.js'

/** Settings of reverse mapping. */
export interface ReverseMapRequest {
  readonly registry: Registry
  readonly schema?: FileSchema | undefined
  /** The masked columns; by default they are detected. */
  readonly columns?: 'all' | readonly string[] | undefined
  /** True to map values by their quantiles, without a link between the records. */
  readonly quantile?: boolean | undefined
  readonly ties: string
  readonly distance: string
  readonly seed?: string | undefined
  /** False if the first line of the files is a record. */
  readonly header?: boolean | undefined
}

/** Files of a reverse mapping. */
export interface ReverseMapFiles {
  readonly original: string
  readonly masked: string
  /** Column that links the records of both. */
  readonly link?: string | undefined
  /** Private file of the run, or a CSV file with a column `origin`. */
  readonly origin?: InputFile | undefined
  /** Other files that were read, which no output may overwrite. */
  readonly inputs?: readonly (string | undefined)[] | undefined
  readonly read?: ReadFile | undefined
  /** True if the files have another encoding than UTF-8. */
  readonly isRecoded?: boolean | undefined
}

/**
 * Replaces the values of a masked file of any program by the values of its original, in the order of the masked ones.
 * Works in memory if both files fit and nothing asks for work out of core, else out of core.
 *
 * @param request - Settings of reverse mapping.
 * @param files - The files to read.
 * @param sink - The file to write.
 * @param place - Resources of the run: memory, workers, work folder.
 * @returns The result for programs (`reverseMapOutput`); the file is written.
 * @throws The errors of a run; BAD_OPTION for quantiles out of core.
 */
export async function reverseMap(
  request: ReverseMapRequest,
  files: ReverseMapFiles,
  sink: OutputRequest & Pick<MaskSink, 'write'>,
  place: Place = {},
): Promise<{ readonly json: unknown }> {
  const { registry, schema, quantile = false, header } = request
  const { out } = sink
  // Checked before the work: a format that cannot be written.
  encoderOf(sink)
  const {
    original: originalPath,
    masked: maskedPath,
    link: key,
    origin,
    inputs = [],
    read = readFile,
    isRecoded,
  } = files
  const forms = await formsOutOfCore(originalPath, maskedPath, { place, isRecoded, header })
  await checkOutputs([originalPath, maskedPath, ...inputs], [out])
  if (forms === undefined) {
    const originalFile = await read(originalPath)
    const { dataset: original } = readTable(originalFile, schema)
    const maskedFile = await read(maskedPath)
    const manifests = await manifestsBeside(maskedFile, read)
    const masked = readMasked(maskedFile, original, schema, manifests)
    return mapInMemory(request, files, sink, place, { original, originalFile, masked, maskedFile, manifests })
  }
  const { largePair, reverseMapOutOfCore } = await import('./out-of-core/reverse-map-out-of-core.js')
  const held = await largePair({ place, originalPath, maskedPath, forms, schema, link: key, origin })
  if (held !== undefined) return mapInMemory(request, files, sink, place, held)
  checkOutOfCoreOutput(sink, maskedPath, forms.masked)
  refuseOutOfCore([['--quantile', quantile]], 'the files are mapped out of core')
  const options = { ...request, out, link: key }
  return reverseMapOutOfCore({ place, registry, originalPath, maskedPath, forms, schema, origin, options })
}

async function mapInMemory(
  { registry, schema, columns: wanted, quantile = false, header, ties, distance, seed }: ReverseMapRequest,
  { link: key, origin }: ReverseMapFiles,
  sink: OutputRequest & Pick<MaskSink, 'write'>,
  place: Place,
  { original, originalFile, masked, maskedFile, manifests, types = new Map() }: PairInMemory,
): Promise<{ readonly json: unknown }> {
  const { out, write = writeArtefacts } = sink
  const say = sayOf(place)
  const link = { key, origin, header, original: originalFile, file: maskedFile, manifests }
  const matched = quantile ? undefined : matchRecords(original, masked.dataset, link)
  matched?.messages.forEach(say)
  const choice = { schema, besides: key === undefined ? [] : [key], kind: 'any', registry, link, matched } as const
  const { columns, messages } = findColumns(original, masked.dataset, wanted, choice)
  messages.forEach(say)
  const data = { original, masked, origin: matched?.origin }
  const encode = encoderOf(sink, types)
  const outcome = await reverseMapFile(data, { ties, distance, seed, schema, out, encode, columns }, registry)
  const { artefacts } = outcome
  ;(await foundLeftBehind(pathsOf(artefacts))).messages.forEach(say)
  await write(artefacts)
  inOrder(outcome.messages).forEach(say)
  const told = { records: masked.dataset.rows, matching: matched?.matching ?? ('none' as const) }
  return { json: reverseMappedJson(outcome, { ties, distance }, told) }
}
