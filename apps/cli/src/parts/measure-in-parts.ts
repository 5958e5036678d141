import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { SdcError, type PairColumns, type Registry } from '@sdc/core'
import { columnsWithRole, rootRng, type FileSchema, type MetricPlan } from '@sdc/engine'
import { emptyFileOf, measureInParts, partsOf, planMeasure, type Launcher } from '@sdc/scale'
import { folderStore, processLauncher } from '@sdc/scale/node'
import type { MeasuredFile } from '@sdc/workflow'
import { progress, say } from '../progress.js'
import { loadPlugin, pluginNames } from '../registry.js'
import { categoriesOf, cutOf, sizeText, usualMemory } from './cut.js'
import { holdAlone, type Release } from './held-folder.js'
import { emptied, makeStore, removeUnnamed } from './mask-in-parts.js'
import { MEASURING, openMeasure } from './measure-plan.js'
import { MEASURE_FORMAT, type MeasureDocument } from './parts-document.js'
import { unheldError, type FoundFiles, type OpenSource } from './parts-files.js'
import type { PartsOptions } from './parts-options.js'
import { ownVersion, settle } from './parts-plan.js'
import { lostWords } from './stage-words.js'

/** Two files as they were found, and what is measured of them. */
export interface MeasureRequest {
  readonly command: Command
  readonly registry: Registry
  readonly originalPath: string
  readonly maskedPath: string
  readonly original: FoundFiles
  readonly masked: FoundFiles
  readonly schema: FileSchema | undefined
  readonly maskedSchema: FileSchema
  readonly columns: readonly string[]
  readonly given: readonly string[] | undefined
  readonly metrics: readonly MetricPlan[]
  readonly options: Pick<PartsOptions, 'seed' | 'memory' | 'workers' | 'store' | 'resume'>
}

/**
 * Measures two files in parts, record i of the one with record i of the other.
 *
 * @param request - The files, the metrics and the options.
 * @returns What was measured; metrics that need both files whole have no value, and the reason.
 * @throws what a measurement in parts throws; BAD_OPTION where the memory is too little, or another run has the store.
 */
export async function measuredInParts(request: MeasureRequest): Promise<MeasuredFile> {
  const { options, maskedPath } = request
  const { document, workers } = await documentOf(request)
  const folder = options.store ?? join(dirname(resolve(maskedPath)), `.${basename(maskedPath)}.sdc-measure`)
  const releases: Release[] = []
  let isHeld = false
  try {
    await makeStore(folder)
    releases.push(await holdAlone(join(folder, 'driver'), `the store ${folder}`))
    isHeld = true
    if (options.store === undefined && options.resume !== true) await emptied(folder)
    const settled = await settle(folder, document, options.resume === true, MEASURING)
    if (options.resume === true && !settled.found) say(`the store ${folder} holds no run yet: it begins`)
    return await measure(request, folder, settled.document, workers)
  } catch (error) {
    if (isHeld) await removeUnnamed(folder, options)
    throw error
  } finally {
    for (const release of releases) await release()
  }
}

async function documentOf({
  command,
  originalPath,
  maskedPath,
  original,
  masked,
  schema,
  maskedSchema,
  columns,
  options,
  ...request
}: MeasureRequest): Promise<{ readonly document: MeasureDocument; readonly workers: number }> {
  const plugins: { use: string; version: string }[] = []
  for (const use of pluginNames(command)) plugins.push({ use, version: (await loadPlugin(use)).version })
  const { rows, names } = original.source
  const categories = categoriesOf(original.source) + categoriesOf(masked.source)
  const size = { rows, columns: names.length + masked.source.names.length, categories }
  const { partBlocks, memory, workers } = cutOf(size, options)
  const rng = rootRng(options.seed ?? '1')
  const given =
    request.given ??
    columnsWithRole(emptyFileOf(original.source), schema, ['non-confidential']).filter(
      (name) => masked.source.names.includes(name) && !columns.includes(name),
    )
  const fileOf = (path: string, { source, csv }: FoundFiles) => ({
    path: resolve(path),
    fingerprint: source.fingerprint,
    ...(csv && { csv }),
    categories: categoriesOf(source),
  })
  const document: MeasureDocument = {
    format: MEASURE_FORMAT,
    sdc: ownVersion(),
    run: randomBytes(16).toString('hex'),
    source: fileOf(originalPath, original),
    masked: { ...fileOf(maskedPath, masked), schema: maskedSchema, columns },
    schema,
    given,
    metrics: request.metrics,
    plugins,
    rng: { source: rng.state.source, key: Buffer.from(rng.state.key).toString('hex') },
    partBlocks,
    memory,
  }
  return { document, workers }
}

async function measure(
  { registry, maskedPath, options }: MeasureRequest,
  folder: string,
  document: MeasureDocument,
  workers: number,
): Promise<MeasuredFile> {
  const { plan, sources } = await openMeasure(folder, document, registry)
  await folderStore(folder).sweep()
  const { rows } = plan.original
  const tasks = partsOf(rows, plan.partBlocks).length
  const width = Math.min(workers, tasks)
  const bar = progress('measuring', { interruptible: true })
  const stop = new AbortController()
  const onInterrupt = (): void => stop.abort(new SdcError('CANCELLED', 'the run was interrupted'))
  process.once('SIGINT', onInterrupt)
  let launcher: Launcher | undefined
  let isKept = options.store !== undefined
  try {
    refuseUnheld(planMeasure(plan).used, sources)
    const who = `${width} ${width === 1 ? 'process' : 'processes'}, ${sizeText(options.memory ?? usualMemory())}`
    say(
      `${maskedPath} is measured in parts: ${rows} ${rows === 1 ? 'record' : 'records'} in ${tasks} ${tasks === 1 ? 'part' : 'parts'}, ${who}`,
    )
    if (width > 1) launcher = processLauncher({ script: process.argv[1], args: ['worker', folder], width })
    const values = await measureInParts(plan, {
      launcher,
      signal: stop.signal,
      lost: (outcome) => say(lostWords(outcome)),
      tick: ({ stage, number, of, done, tasks: all }) =>
        bar.at({
          stage: `stage ${number} of ${of}, ${stage.replaceAll('/', ', ').replaceAll('-', ' ')}`,
          done,
          tasks: all,
          fraction: (number - 1 + (all === 0 ? 1 : done / all)) / of,
        }),
    })
    isKept = false
    const { given, masked } = document
    return {
      measured: values,
      groups: undefined,
      columns: masked.columns,
      given,
      matching: 'position',
      origin: undefined,
      rows,
    }
  } finally {
    bar.done()
    process.off('SIGINT', onInterrupt)
    await launcher?.close()
    for (const source of sources) source.close()
    if (isKept) say(`the store ${folder} is kept: --resume goes on with it`)
    else await rm(folder, { recursive: true, force: true })
  }
}

/** Refuses a column that is read and of which the categories are not held. */
function refuseUnheld(used: PairColumns, [original, masked]: readonly OpenSource[]): void {
  const name =
    used.original.find((one) => original.unheld?.has(one)) ?? used.masked.find((one) => masked.unheld?.has(one))
  if (name !== undefined) throw unheldError(name)
}
