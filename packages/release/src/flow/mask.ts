import {
  type Artefact,
  type HierarchyFiles,
  piecesOf,
  readTable,
  tableOptions,
  withHierarchies,
  withQuasiIdentifiers,
} from '@sdc/inspect'
import { SdcError, type Registry } from '@sdc/core'
import type { FileSchema, PrivateManifest, StepPlan } from '@sdc/engine'
import { measureProduced } from '../measure/measure-produced.js'
import type { ReleaseLimits } from '../release/draw-within-limits.js'
import { maskedOf, type Masked } from '../release/masked.js'
import type { produce } from '../release/produce.js'
import { replayFrom } from '../release/replay.js'
import type { RunOptions } from '../release/run-options.js'
import { formOutOfCore } from './files/file-forms.js'
import { maskInMemory } from './mask-in-memory.js'
import { checkOutputForm } from './files/output-form.js'
import { sayOf, type Place } from './place/place.js'
import { readFile, type ReadFile } from './files/read-file.js'
import { refuseOutOfCore } from './place/refusals.js'
import { namesParquet } from './files/is-parquet.js'

type Names = 'out' | 'private' | 'groups' | 'fits' | 'screen' | 'manifest'

/** Steps of a masking, and how its result is released. */
export interface MaskPlan extends ReleaseLimits, Omit<RunOptions, Names> {
  readonly registry: Registry
  readonly steps: readonly StepPlan[]
  readonly schema?: FileSchema | undefined
  readonly hierarchies?: HierarchyFiles | undefined
  readonly quasiIdentifiers?: readonly string[] | undefined
  /** Private file of an earlier run, which is replayed. */
  readonly replay?: PrivateManifest | undefined
}

/** Files that a masking reads. */
export interface MaskFiles {
  readonly original: string
  /** Other files that were read, which no output may overwrite. */
  readonly inputs?: readonly string[] | undefined
  readonly read?: ReadFile | undefined
  /** True if the file has another encoding than UTF-8. */
  readonly isRecoded?: boolean | undefined
}

/** Files that a masking writes. */
export interface MaskSink extends Pick<RunOptions, Exclude<Names, 'manifest'>> {
  /** Other files, made with the masked file by `make`. */
  readonly others?: readonly (string | undefined)[] | undefined
  readonly make?: typeof produce | undefined
  /** Writes the files; a front end also prints them. */
  readonly write?: ((artefacts: readonly Artefact[]) => Promise<void>) | undefined
}

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
  const names = { out: sink.out, private: sink.private, groups: sink.groups, fits: sink.fits, screen: sink.screen }
  const { registry, schema: known, hierarchies, quasiIdentifiers, replay: manifest, ...how } = plan
  const { original: dataPath, inputs = [], read = readFile, isRecoded } = files
  const request = { place, toParquet: namesParquet(sink.out), isRecoded }
  const form = await formOutOfCore(dataPath, tableOptions(dataPath, known), request)
  checkOutputForm(sink.out, dataPath, form)
  if (form !== undefined) {
    refuseMaskingOutOfCore(plan, sink)
    const { maskOutOfCore } = await import('./out-of-core/mask-out-of-core.js')
    const options = { ...how, ...names }
    return maskOutOfCore({ ...plan, place, dataPath, inputs, form, schema: known, options, replay: manifest })
  }
  const input = await read(dataPath)
  const table = readTable(input, known)
  const { source, schema: wide, notes } = withHierarchies(table, known, hierarchies)
  notes.forEach(sayOf(place))
  const schema = withQuasiIdentifiers(wide, quasiIdentifiers, source.dataset)
  const bytes = (): Iterable<Uint8Array> => piecesOf(input.content)
  const replay = manifest && replayFrom(manifest, bytes())
  const { others, make, write } = sink
  const run = { ...how, ...names, others, make, write, registry, dataPath, inputs, source, bytes, schema, replay }
  const outcome = await maskInMemory(run, place)
  const { rows: records, names: columns } = source.dataset
  const masked = maskedOf(outcome, { records, columns: columns.length })
  const { metrics, measure, seed } = plan
  if (metrics === undefined) return masked
  const asked = { metrics, schema, seed, measure, screen: sink.screen }
  return { ...masked, measured: await measureProduced(source.dataset, outcome.result, asked, registry) }
}

/** Refuses options of a masking that need the file in memory. */
function refuseMaskingOutOfCore(plan: MaskPlan, sink: MaskSink): void {
  const { replay, metrics = [], limits = {} } = plan
  if (replay !== undefined && (!replay.released || replay.outputs.length > 1))
    throw new SdcError(
      'BAD_OPTION',
      'a private file of a run without a released file, or with several, cannot replay out of core',
      {},
      'Use the CSV file of that run, with enough memory for it.',
    )
  refuseOutOfCore(
    [
      ['--private', plan.release === true ? undefined : sink.private],
      ['--publish-params', plan.release === true ? undefined : plan.publishParams],
      ['--groups', sink.groups],
      ['--fits', sink.fits],
      ['--limit', Object.keys(limits)[0]],
      ['--fail-above', Object.keys(plan.failLimits ?? {})[0]],
      ['--hierarchy', plan.hierarchies?.named[0] ?? plan.hierarchies?.folder[0]],
      ['--quasi-identifiers', plan.quasiIdentifiers],
      ['--metrics', metrics[0]],
    ],
    'it is masked out of core',
  )
}
