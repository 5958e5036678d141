import { randomBytes } from 'node:crypto'
import { emptyFileOf, measureInParts, planMeasure } from '@sdc/engine/partitions'
import { folderStore } from '@sdc/files/node'
import { type Outcome } from '@sdc/inspect'
import { asInfo, asWarning, type PairColumns, type Registry, type Rng } from '@sdc/core'
import { columnsWithRole, rootRng, type FileSchema, type Measured, type MetricPlan } from '@sdc/engine'
import type { Link } from '../../match/match-records.js'
import type { MeasuredFile } from '../../measure/measure-masked.js'
import { ruleSentences } from '@sdc/rules'
import { rulesMeasured, withRules } from './count-broken-rules.js'
import { negativesMeasured, withNegatives } from './count-negatives.js'
import { linkMessages, orderedBy, plannedLink } from './linked-records.js'
import { sayOf, type Place } from '../place/place.js'
import { keptMessage } from './release-sentences.js'
import { categoriesOf, cutOf } from '../place/cut.js'
import { driveRun } from '../work/driven-run.js'
import { cutText, launcherOf } from '../work/launch.js'
import { MEASURING, openMeasure } from '../work/measure-document.js'
import { pluginsIn } from '../work/open-plan.js'
import { MEASURE_FORMAT, type MeasureDocument } from '../work/run-document.js'
import { plannedFile, unloadedError, type FoundFiles, type OpenSource } from '../work/run-files.js'
import { lostMessage, stateOf } from '../work/stage-messages.js'
import { planVersion } from '../work/version.js'
import { inWorkFolder, workFolderOf } from '../work/work-folder.js'

/** Two files, opened already, and the metrics to measure. */
export interface OutOfCoreMeasure {
  readonly place: Place
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
  /** Columns that form groups. */
  readonly by: readonly string[]
  /** True if numbers by record are wanted. */
  readonly byRecord: boolean
  readonly population: OtherFile | undefined
  readonly control: OtherFile | undefined
  /** Link between their records. */
  readonly link: Link
  readonly seed?: string | undefined
  /** Random stream; by default one made from the seed. */
  readonly rng?: Rng | undefined
  /** Stream that drew the order of the masked records, if no private file has it yet. */
  readonly order?: Rng | undefined
}

/** Another file that metrics read. */
export interface OtherFile {
  readonly path: string
  readonly found: FoundFiles
  readonly schema: FileSchema
}

/**
 * Measures two files out of core. Record i of one is compared with record i of the other unless a link says otherwise.
 *
 * @param request - The files, the metrics and the options.
 * @returns The values; metrics that need both files whole have a reason instead.
 * @throws The errors of a measurement out of core; BAD_OPTION if the memory is too little, or another run uses the
 *   work folder.
 */
export async function measureOutOfCore(request: OutOfCoreMeasure): Promise<Outcome<MeasuredFile>> {
  const { place, maskedPath } = request
  const { document, workers } = await documentOf(request)
  const folder = workFolderOf(maskedPath, place, 'measure')
  const store = { folder, document, kind: MEASURING, place }
  return inWorkFolder(store, (settled) => measure(request, folder, settled.document, workers))
}

async function documentOf({
  place,
  registry,
  originalPath,
  maskedPath,
  original,
  masked,
  schema,
  maskedSchema,
  columns,
  link,
  seed,
  rng = rootRng(seed ?? '1'),
  order,
  ...request
}: OutOfCoreMeasure): Promise<{ readonly document: MeasureDocument; readonly workers: number }> {
  const { rows, names } = original.source
  const files = [original, masked, request.population?.found, request.control?.found]
  const categories = files.reduce((sum, file) => sum + (file ? categoriesOf(file.source) : 0), 0)
  const size = { rows, columns: names.length + masked.source.names.length, categories }
  const { partBlocks, memory, workers } = cutOf(size, place)
  const given =
    request.given ??
    columnsWithRole(emptyFileOf(original.source), schema, ['non-confidential']).filter(
      (name) => masked.source.names.includes(name) && !columns.includes(name) && !request.by.includes(name),
    )
  const other = (file: OtherFile | undefined): MeasureDocument['population'] =>
    file && { ...plannedFile(file.path, file.found), schema: file.schema }
  const measured = withRules(withNegatives(request.metrics), schema)
  const document: MeasureDocument = {
    format: MEASURE_FORMAT,
    sdc: place.version ?? planVersion(),
    run: randomBytes(16).toString('hex'),
    source: plannedFile(originalPath, original),
    masked: {
      ...plannedFile(maskedPath, masked),
      schema: maskedSchema,
      columns,
      link: order ? orderedBy(order) : plannedLink(link),
    },
    population: other(request.population),
    control: other(request.control),
    schema,
    given,
    metrics: measured,
    by: request.by,
    byRecord: request.byRecord,
    plugins: await pluginsIn(
      place,
      registry,
      measured.map(({ use }) => use),
    ),
    rng: { source: rng.state.source, key: Buffer.from(rng.state.key).toString('hex') },
    partBlocks,
    memory,
  }
  return { document, workers }
}

async function measure(
  { registry, maskedPath, link, metrics, place }: OutOfCoreMeasure,
  folder: string,
  document: MeasureDocument,
  workers: number,
): Promise<Outcome<MeasuredFile>> {
  const { plan, sources } = await openMeasure(folder, document, registry)
  await folderStore(folder).sweep()
  const say = sayOf(place)
  const frame = { place, folder, doing: 'measuring', sources, kept: keptMessage(document) }
  const {
    measured: values,
    groups,
    linked,
    origin,
  } = await driveRun(frame, async ({ bar, signal, setLauncher }) => {
    const planned = planMeasure(plan)
    const { used } = planned
    const most = Math.max(plan.original.rows, plan.masked.rows)
    refuseUnloaded(used, sources)
    const run = {
      folder,
      rows: most,
      tasks: planned.around.parts.length,
      workers,
      memory: document.memory,
      partBlocks: plan.partBlocks,
      columns: used.original.length + used.masked.length,
    }
    say(asInfo(`${maskedPath} is measured out of core: ${cutText(run, place)}`))
    const found = await measureInParts(plan, {
      launcher: setLauncher(await launcherOf(run, place)),
      signal,
      lost: (outcome) => say(asInfo(lostMessage(outcome))),
      tick: (at) => bar.at(stateOf(at)),
    })
    return { ...found, origin: document.byRecord ? await found.origin() : undefined }
  })
  const { rows } = plan.masked
  const isAsked = ({ metric }: Pick<Measured, 'metric'>): boolean => metrics.some(({ use }) => use === metric.id)
  const rules = rulesMeasured(values)
  const result: MeasuredFile = {
    measured: values.filter(isAsked),
    levels: [],
    groups: groups?.map((one) => ({ ...one, measured: one.measured.filter(isAsked) })),
    columns: document.masked.columns,
    given: document.given,
    matching: matchingOf(link),
    origin,
    linked,
    rows,
    negatives: negativesMeasured(values),
    rules,
  }
  return {
    result,
    artefacts: [],
    messages: [...linkMessages(link, linked, rows), ...ruleSentences(rules).slice(1).map(asWarning)],
  }
}

const matchingOf = ({ key, origin }: Link): MeasuredFile['matching'] =>
  key !== undefined ? 'key' : origin === undefined ? 'position' : 'origin'

/** Refuses a column that is read and whose categories do not fit in memory. */
function refuseUnloaded(used: PairColumns, [original, masked]: readonly OpenSource[]): void {
  const name =
    used.original.find((one) => original.unheld?.has(one)) ?? used.masked.find((one) => masked.unheld?.has(one))
  if (name !== undefined) throw unloadedError(name)
}
