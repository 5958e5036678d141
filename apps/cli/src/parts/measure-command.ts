import { resolve } from 'node:path'
import type { Command } from 'commander'
import { asInfo, asNote, SdcError, type Dataset, type Message, type Registry } from '@sdc/core'
import { measureFiles, refuseUnmeasurable, rolesOf, rootRng, withLimited, type Limit, type Measured } from '@sdc/engine'
import { emptyFileOf, type MeasuredInParts } from '@sdc/engine/partitions'
import {
  measuredMessages,
  measureMasked,
  metricPlans,
  nextAfterMeasuring,
  refuseBeyond,
  usualProfile,
  type MeasuredFile,
} from '@sdc/release'
import { withQuasiIdentifiers } from '@sdc/inspect'
import { typedData, type MeasureCommandOptions } from './measure-options.js'
import { deliverMeasured } from './deliver-measured.js'
import { matchedSchema, readOrigin } from '../input/match-files.js'
import { say } from '../terminal/progress.js'
import { readerMemory, sizeText, usualMemory } from './cut.js'
import { matchedInMemory } from './linked-records.js'
import { refuseRepeatedInParts } from './masking-hints-in-parts.js'
import { measuredInParts, type MeasureRequest } from './measure-in-parts.js'
import { foundFiles, openSource, type FoundFiles } from './parts-files.js'
import type { PartsFormat } from './parts-file.js'
import { asksForParts, refuseOtherLauncher } from './parts-options.js'
import { columnsOf, linkOfFiles, schemaOfMasked } from './reverse-map-in-parts.js'
import { HELD, fileInMemory } from './whole-file.js'

/** `sdc measure` of files of which one is no plain file that is read at a time. */
export interface MeasureCommand {
  readonly command: Command
  readonly registry: Registry
  readonly failLimits: readonly Limit[]
  /** The metrics that were named. */
  readonly named: readonly string[] | undefined
  readonly originalPath: string
  readonly maskedPath: string
  readonly formats: { readonly original: PartsFormat; readonly masked: PartsFormat }
  readonly options: MeasureCommandOptions
}

/**
 * Measures files of which one is Parquet, a folder, or larger than the memory: in memory where both fit and nothing is said of parts,
 * else in parts, and by metrics that need both files whole where these fit.
 *
 * @param asked - The files, the metrics and the options.
 * @throws what measuring throws; BAD_OPTION for what cannot be done in parts.
 */
export async function measureCommandInParts(asked: MeasureCommand): Promise<void> {
  const { command, registry, failLimits, named, originalPath, maskedPath, formats, options } = asked
  refuseOptions(options)
  const origin = await readOrigin(options.origin)
  const held = await matchedSchema(originalPath, { schema: options.schema, header: options.header, origin })
  const original = await foundFiles(originalPath, formats.original, held, undefined, options.memory)
  const head = emptyFileOf(original.source)
  const schema = withQuasiIdentifiers(held, options.quasiIdentifiers, head)
  const maskedSchema = schemaOfMasked({ maskedPath, formats, schema }, original.source)
  const masked = await foundFiles(maskedPath, formats.masked, maskedSchema, undefined, options.memory)
  const link = await linkOfFiles({ originalPath, maskedPath, original, masked, key: options.link, origin })
  const { columns, messages: found } = await columnsOf({ ...asked, schema, link }, original, masked)
  const usual = named === undefined ? usualProfile(registry, head, columns, options) : undefined
  const metrics = withLimited(metricPlans(registry, named, options.set, usual?.ids), failLimits)
  refuseUnmeasurable(failLimits, { columns, roles: rolesOf(head, schema), original: head })
  const request = { ...asked, original, masked, schema, maskedSchema, columns, link, given: options.given, metrics }
  const { result, messages: measured } = await measuredWhereFits(request)
  const data = typedData(originalPath, options.schema, schema !== undefined)
  const messages = [...found, ...measured, ...nextAfterMeasuring(result, data)]
  await deliverMeasured(command, result, { options, registry, original: head, messages, limits: failLimits })
  refuseBeyond(failLimits, result)
}

async function measuredWhereFits(request: MeasureRequest): ReturnType<typeof measuredInParts> {
  const { registry, original, masked, options, columns, link, given, metrics, schema } = request
  const { memory = usualMemory() } = options
  const needed = [original, masked].reduce((sum, { source }) => sum + source.rows * source.names.length * HELD, 0)
  if (needed <= memory && !asksForParts(options)) {
    const files = await bothHeld(request)
    const matched = matchedInMemory(files.original, files.masked, link)
    const how = { columns, given, metrics, schema, seed: options.seed }
    const outcome = await measureMasked({ ...files, matched }, how, registry)
    return { ...outcome, messages: [...matched.messages, ...outcome.messages] }
  }
  const source = await original.open()
  try {
    await refuseRepeatedInParts(source, schema, memory)
  } finally {
    source.close()
  }
  const outcome = await measuredInParts(request)
  const { result } = outcome
  const ended = (file: MeasuredFile, ...more: readonly Message[]): typeof outcome => ({
    ...outcome,
    result: file,
    messages: [...outcome.messages, ...more, ...measuredMessages(file)],
  })
  const left = result.measured.filter((one: MeasuredInParts) => one.needsWhole !== undefined)
  if (left.length === 0) return ended(result)
  const ids = left.map(({ metric }) => metric.id).join(', ')
  if (needed > memory) {
    const note = `not measured: both files in memory need about ${sizeText(needed)}, but --memory allows ${sizeText(memory, 'down')}: ${ids}`
    return ended(result, asNote(note))
  }
  say(asInfo(`in memory for ${ids}`))
  const files = await bothHeld(request)
  const values = await measureFiles({
    registry,
    ...files,
    origin: matchedInMemory(files.original, files.masked, link).origin,
    columns,
    given: result.given,
    roles: rolesOf(files.original, schema),
    metrics: metrics.filter(({ use }) => left.some(({ metric }) => metric.id === use)),
    rng: rootRng(options.seed ?? '1'),
  })
  const wholeOf = new Map<Measured, Measured>(left.map((one, k) => [one, values[k]]))
  return ended({ ...result, measured: result.measured.map((one) => wholeOf.get(one) ?? one) })
}

interface FilesInMemory {
  readonly original: Dataset
  readonly masked: Dataset
}

/** Both files in memory. */
async function bothHeld({
  originalPath,
  maskedPath,
  original,
  masked,
  schema,
  maskedSchema,
  options: { memory = usualMemory() },
}: MeasureRequest): Promise<FilesInMemory> {
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

function refuseOptions(options: MeasureCommandOptions): void {
  refuseOtherLauncher(options)
  const asked = [
    ['--by', options.by[0]],
    ['--population', options.population],
    ['--control', options.control],
    ['--records', options.records],
    ['--hierarchy (a schema has them: hierarchy)', options.hierarchy[0]],
    ['--hierarchies (a schema has them: hierarchy)', options.hierarchies],
  ].find(([, value]) => value !== undefined)
  if (asked === undefined) return
  const fix = 'Leave it out, or use CSV files that fit into memory.'
  throw new SdcError('BAD_OPTION', `${asked[0]} cannot be used with files measured out of core`, {}, fix)
}
