import { asNote, SdcError, type Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { piecesOf, readTable, tableOptions, withHierarchies, withQuasiIdentifiers } from '@sdc/inspect'
import { measuringHalves } from '../release/measuring-halves.js'
import { measureProduced, producedMessages } from '../measure/measure-produced.js'
import { maskedOf, type Masked } from '../release/masked.js'
import { produce } from '../release/produce.js'
import { replayFrom } from '../release/replay.js'
import { formOutOfCore } from './files/file-forms.js'
import { previousRelease, type PreviousRelease } from '../previous/previous-release.js'
import { manifestsBeside } from './files/manifests-beside.js'
import { maskInMemory } from './mask-in-memory.js'
import type { FileInMemory, MaskFiles, MaskPlan, MaskSink } from './mask-plan.js'
import type { OutOfCoreRequest } from './out-of-core/mask-document.js'
import { checkOutOfCoreOutput, encoderOf } from './files/output-form.js'
import { checkReplayKey, projectKey, type ProjectKey } from './work/project-key.js'
import { refuseWithinInput } from './files/outputs.js'
import { sayOf, type Place } from './place/place.js'
import { readFile } from './read-file.js'
import { refuseOutOfCore } from './place/refusals.js'

/**
 * Masks a file: in memory if it fits and nothing asks for work out of core, else out of core.
 *
 * @param plan - The steps, and how the result is released.
 * @param files - The files to read.
 * @param sink - The files to write.
 * @param place - Resources of the run: memory, workers, work folder.
 * @returns The result; its files are written.
 * @throws The errors of a run; BAD_OPTION for an option that needs the file in memory if it does not fit.
 */
export async function mask(plan: MaskPlan, files: MaskFiles, sink: MaskSink, place: Place = {}): Promise<Masked> {
  const names = {
    out: sink.out,
    private: sink.private,
    groups: sink.groups,
    fits: sink.fits,
    codebook: sink.codebook,
    screen: sink.screen,
  }
  const { registry, schema: known, hierarchies, quasiIdentifiers, replay: manifest, halves, ...how } = plan
  const { original: dataPath, isRecoded, pseudonymKey } = files
  const inputs = [...(files.inputs ?? []), ...(pseudonymKey === undefined ? [] : [pseudonymKey])]
  // Checked before the work: a format that cannot be written.
  encoderOf(sink)
  if (sink.out !== undefined) refuseWithinInput(sink.out, dataPath)
  const key =
    pseudonymKey === undefined
      ? undefined
      : await projectKey(
          pseudonymKey,
          [sink.out, sink.private, sink.groups, sink.fits, sink.codebook],
          manifest === undefined ? sayOf(place) : undefined,
        )
  checkReplayKey(manifest?.projectKey, key)
  const form = await formOutOfCore(dataPath, tableOptions(dataPath, known), { place, isRecoded })
  if (files.previous === undefined && files.previousPrivate !== undefined) {
    const fix = 'Add --previous with the released file that it belongs to.'
    throw new SdcError('BAD_OPTION', '--previous-private needs --previous', {}, fix)
  }
  const file =
    form === undefined
      ? await readInMemory(files, known)
      : await maskOrRead(plan, files, sink, place, { form, key, inputs, options: { ...how, ...names } })
  if ('files' in file) return file
  const { source, schema: wide, notes } = withHierarchies(file.source, known, hierarchies)
  notes.forEach(sayOf(place))
  const schema = withQuasiIdentifiers(wide, quasiIdentifiers, source.dataset)
  const replay = manifest && replayFrom(manifest, file.bytes())
  const earlier = await readPrevious(files, source.dataset, schema)
  const { others, make = produce, write } = sink
  const run = {
    ...how,
    ...names,
    ...file,
    encode: encoderOf(sink, file.types),
    others,
    make: halves ? measuringHalves(make) : make,
    write,
    registry,
    dataPath,
    inputs,
    source,
    schema,
    replay,
    earlier,
    projectKey: key?.hash,
  }
  const outcome = await maskInMemory(run, place)
  const { rows: records, names: columns } = source.dataset
  const masked = maskedOf(outcome, { records, columns: columns.length })
  const { metrics, measure, seed } = plan
  if (metrics === undefined) return masked
  // A risk has one verdict: on halves, by comparison with people outside of the sample.
  const halved = new Set(masked.halves?.measured.map(({ metric }) => metric.id))
  const whole = metrics.filter(({ use }) => !halved.has(use))
  if (whole.length === 0) return masked
  const asked = { metrics: whole, schema, seed, measure, screen: sink.screen }
  return { ...masked, measured: await measureProduced(source.dataset, outcome.result, asked, registry) }
}

/** Reads a file that fits in memory. */
async function readInMemory(
  { original, read = readFile }: MaskFiles,
  schema: FileSchema | undefined,
): Promise<FileInMemory> {
  const input = await read(original)
  return { source: readTable(input, schema), bytes: () => piecesOf(input.content), types: new Map() }
}

/** Masks a large file out of core, or reads it whole if it fits and nothing asks for work out of core. */
async function maskOrRead(
  plan: MaskPlan,
  files: MaskFiles,
  sink: MaskSink,
  place: Place,
  how: Pick<OutOfCoreRequest, 'form' | 'inputs' | 'options'> & { readonly key: ProjectKey | undefined },
): Promise<Masked | FileInMemory> {
  const { form, key, inputs, options } = how
  const { original: dataPath } = files
  const { schema } = plan
  const large = await import('./large-files.js')
  const found =
    place.resume === true ? undefined : await large.foundFiles(dataPath, form, schema, undefined, place.memory)
  const why = found === undefined ? 'the run is resumed' : large.whyOutOfCore(found, plan, place)
  if (found !== undefined && why === undefined) return large.readWhole(dataPath, found, schema, place)
  checkOutOfCoreOutput(sink, dataPath, form)
  refuseMaskingOutOfCore(plan, files, sink, why ?? '')
  if (sink.others?.some((name) => name !== undefined) === true)
    sayOf(place)(asNote('a run out of core does not write a report'))
  const { replay } = plan
  const request = { ...plan, place, dataPath, inputs, form, schema, options, replay, projectKey: key, found }
  const done = await large.maskOutOfCore(request)
  return plan.metrics === undefined ? done : { ...done, measured: await measureDone(plan, files, sink, place, done) }
}

/** Reads the earlier release, if there is one. */
async function readPrevious(
  { previous, previousPrivate, read = readFile }: MaskFiles,
  original: Dataset,
  schema: FileSchema | undefined,
): Promise<PreviousRelease | undefined> {
  if (previous === undefined) return undefined
  const released = await read(previous)
  const manifests = await manifestsBeside(released, read)
  const origin = previousPrivate === undefined ? undefined : await read(previousPrivate)
  return previousRelease({ released, manifests, origin }, original, schema)
}

/** Measures the file of a run out of core by the metrics of its plan. */
async function measureDone(
  { registry, schema, hierarchies, quasiIdentifiers, metrics: plans, measure: asked, seed }: MaskPlan,
  { original, read = readFile, isRecoded }: MaskFiles,
  sink: MaskSink,
  place: Place,
  { files: [masked], columns, released }: Masked,
): Promise<Masked['measured']> {
  const { measure } = await import('./measure.js')
  const origin = released && sink.private !== undefined ? await read(sink.private) : undefined
  const chosen = { columns: asked?.columns ?? columns, given: asked?.given }
  const request = { registry, schema, hierarchies, quasiIdentifiers, plans, seed, ...chosen }
  const files = { original, masked: masked.name, origin, read, isRecoded }
  const { result } = await measure(request, files, { ...place, resume: undefined })
  const found = { measured: result.measured, levels: result.levels }
  return { result: found, artefacts: [], messages: producedMessages(found, sink.screen) }
}

/** Refuses options of a masking that need the file in memory. */
function refuseMaskingOutOfCore(
  { replay, missingKinds, halves }: MaskPlan,
  { previous }: MaskFiles,
  sink: MaskSink,
  why: string,
): void {
  if (replay !== undefined && (!replay.released || replay.outputs.length > 1))
    throw new SdcError(
      'BAD_OPTION',
      'a private file of a run without a released file, or with several, cannot replay out of core',
      {},
      'Use the CSV file of that run, with enough memory for it.',
    )
  refuseOutOfCore(
    [
      ['--groups', sink.groups],
      ['--fits', sink.fits],
      ['--codebook', sink.codebook],
      ['--previous', previous],
      ['--missing-kinds merge', missingKinds === 'merge'],
      ['--halves', halves],
    ],
    why,
  )
}
