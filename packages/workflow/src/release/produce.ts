import { SdcError, type Registry, type Rng } from '@sdc/core'
import {
  checkAccepted,
  groupTable,
  privateManifest,
  publicManifest,
  release,
  replicateRng,
  runSteps,
  type FileSchema,
  type FileState,
  type PrivateManifest,
  type RunRecord,
  type RunResult,
  type StepPlan,
} from '@sdc/engine'
import { writeCsv, type CsvFile } from '@sdc/io'
import { bytesOf } from '../files/input-file.js'
import { artefactIfNamed, type Artefact, type Outcome } from '../outcome.js'
import { rootRng } from '../root-rng.js'
import { manifestName, outputNames } from './output-names.js'
import { replaySentence } from './replay.js'
import { openDoors } from './open-doors.js'
import { checkRunOptions, type RunOptions } from './run-options.js'
import { whatHappened } from './what-happened.js'

export interface ProduceData {
  /** The original, as it was read: what is not masked goes out as it came in. */
  readonly source: CsvFile
  /** The bytes of its file, which a private file holds to; they are asked for after the run, and only for one. */
  readonly bytes: () => Uint8Array | Promise<Uint8Array>
}

export interface ProduceOptions extends RunOptions {
  readonly steps: readonly StepPlan[]
  readonly schema?: FileSchema | undefined
  /** For a replay: what it replays, and the stream to begin with. */
  readonly replay?: { readonly manifest: PrivateManifest; readonly root: Rng } | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Runs the steps: the masked file or files, with the manifests where a name says where they go. */
export async function produce(
  { source, bytes }: ProduceData,
  options: ProduceOptions,
  registry: Registry,
): Promise<Outcome<RunResult>> {
  checkRunOptions(options)
  const { steps, schema, replay, tick } = options
  const root = replay?.root ?? rootRng(options.seed)
  const released = replay?.manifest.released ?? options.release ?? false
  const original = source.dataset
  checkAccepted(original, options.acceptOpen ?? [])
  const run = await runSteps({ registry, original, schema, steps, rng: replicateRng(root), tick })
  const doors = openDoors(
    { original, schema, files: run.files, columns: run.columns },
    { ...options, release: released },
  )
  const files = released ? run.files.map((file, f) => releasedFile(file, f, schema, root)) : run.files
  const groups = artefactIfNamed('groups', options.groups, () => groupsCsv(run, original.rows))
  const masked = files.map(({ data, origin }) => ({ text: writeCsv(source, data, origin), origin }))
  const { out } = options

  const happened = { run, original, released, names: files[0].data.names }
  if (out === undefined) {
    refuseSeveral(masked.length)
    const artefacts = [{ kind: 'masked', name: out, content: masked[0].text } as const, ...groups]
    return { result: run, artefacts, sentences: [...doors, ...whatHappened(happened, options)] }
  }
  const record: RunRecord = {
    registry,
    steps,
    schema,
    root,
    released,
    input: options.private === undefined ? new Uint8Array() : await bytes(),
    outputs: masked.map(({ text, origin }) => ({ bytes: bytesOf(text), origin })),
    reports: run.reports,
    acceptOpen: options.acceptOpen,
    maxUnchanged: options.maxUnchanged,
  }
  const outputs = record.outputs.map((output) => output.bytes)
  return {
    result: run,
    artefacts: [...maskedArtefacts(outputs, out), ...manifests(record, out, options), ...groups],
    sentences: [
      ...doors,
      ...whatHappened(happened, options),
      ...(replay ? [replaySentence(replay.manifest, outputs)] : []),
    ],
  }
}

function releasedFile(file: FileState, f: number, schema: FileSchema | undefined, root: Rng): FileState {
  return release(file, schema, f === 0 ? root : root.child(`file ${f + 1}`))
}

function maskedArtefacts(outputs: readonly Uint8Array[], out: string): Artefact[] {
  const names = outputNames(out, outputs.length)
  return outputs.map((content, f) => ({ kind: 'masked', name: names[f], content }))
}

function manifests(record: RunRecord, out: string, options: RunOptions): Artefact[] {
  const manifest = publicManifest(record, options.publishParams)
  return [
    { kind: 'public-manifest', name: manifestName(out), content: `${JSON.stringify(manifest, null, 2)}\n` },
    ...artefactIfNamed('private-manifest', options.private, () => `${JSON.stringify(privateManifest(record))}\n`),
  ]
}

function refuseSeveral(count: number): void {
  if (count === 1) return
  const message = `this run makes ${count} files, which cannot be printed one after the other`
  throw new SdcError('BAD_OPTION', message, {}, 'Add -o OUT.csv: they become OUT.1.csv, OUT.2.csv, …')
}

/** Throws BAD_OPTION where no step forms groups. */
function groupsCsv(run: RunResult, rows: number): string {
  const table = groupTable(run.reports, rows)
  if (table) return writeCsv(undefined, table)
  const used = [...new Set(run.reports.map(({ step }) => step))].join(', ')
  const message = `there are no groups to write${used === '' ? '' : `: ${used} forms none`}`
  throw new SdcError('BAD_OPTION', message, {}, 'Leave out --groups, or microaggregate.')
}
