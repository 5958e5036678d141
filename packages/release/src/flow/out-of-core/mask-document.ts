import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { existsAlready } from '@sdc/files/node'
import { SdcError, type Message, type Registry, type Rng } from '@sdc/core'
import { emptyFileOf } from '@sdc/engine/partitions'
import { withHierarchies, withQuasiIdentifiers, type HierarchyFiles } from '@sdc/inspect'
import {
  inputHmac,
  pseudonymsOf,
  replayOf,
  replicateRng,
  rootRng,
  type FileSchema,
  type PrivateManifest,
  type StepPlan,
} from '@sdc/engine'
import type { FileForm } from '../files/file-forms.js'
import type { ProjectKey } from '../work/project-key.js'
import type { Place } from '../place/place.js'
import type { ReleaseLimits } from '../../release/draw-within-limits.js'
import { plannedRelease, refuseTaken, replayedRelease, type ReleaseOptions } from './release-plan.js'
import { categoriesOf, cutOf } from '../place/cut.js'
import { pluginsIn } from '../work/open-plan.js'
import { maskingPlanIn } from '../work/plan-file.js'
import {
  FORMAT,
  releaseRoot,
  rngOf,
  type PartsDocument,
  type PlannedLink,
  type PlannedManifests,
} from '../work/run-document.js'
import { foundFiles, plannedFile, type FoundFiles } from '../work/run-files.js'
import { planVersion } from '../work/version.js'

/** A run out of core. */
export interface OutOfCoreRequest extends ReleaseLimits {
  readonly place: Place
  readonly registry: Registry
  readonly dataPath: string
  readonly form: FileForm
  /** The file, opened already; a resumed run looks for it by its plan. */
  readonly found?: FoundFiles | undefined
  readonly schema: FileSchema | undefined
  readonly hierarchies?: HierarchyFiles | undefined
  readonly quasiIdentifiers?: readonly string[] | undefined
  readonly steps: readonly StepPlan[]
  readonly options: ReleaseOptions
  /** Other files that were read. */
  readonly inputs?: readonly string[] | undefined
  /** Private file of the release, for a replay. */
  readonly replay?: PrivateManifest | undefined
  /** Key of the project, for pseudonyms. */
  readonly projectKey?: ProjectKey | undefined
  /** A masked file of another program, for the steps to continue, with its original; both opened already. */
  readonly beside?: FoundBeside | undefined
}

/** An original and its masked file, opened already. */
export interface FoundBeside {
  readonly original: FoundFiles
  readonly masked: FoundFiles
  readonly path: string
  readonly schema: FileSchema
  readonly columns: readonly string[]
  /** Link between the records of both; without it, record i belongs to record i. */
  readonly link?: PlannedLink | undefined
}

/**
 * Returns the plan of a masking, as it is written to its work folder.
 *
 * @param request - The file, the steps and the options.
 * @param draw - Name of the masked file, work folder (with the plan of a resumed run), and number of the draw.
 * @returns The plan, and the number of workers that share the memory.
 * @throws EMPTY_FILE for a file without records; BAD_OPTION if the memory does not suffice for so many workers.
 */
export async function documentOf(
  {
    place,
    registry,
    dataPath,
    form,
    found: looked,
    schema: known,
    hierarchies,
    quasiIdentifiers,
    steps,
    options,
    replay,
    projectKey,
    beside,
  }: OutOfCoreRequest,
  { out, folder, attempt }: { readonly out: string; readonly folder: string; readonly attempt: number },
): Promise<{ readonly document: PartsDocument; readonly workers: number; readonly notes: readonly Message[] }> {
  const before = place.resume === true ? await maskingPlanIn(folder) : undefined
  if (place.resume === true && before === undefined) await refuseEnded(out, options)
  const found =
    beside?.original ?? looked ?? (await foundFiles(dataPath, form, known, before?.source.csv, place.memory))
  const { source, types } = found
  const head = emptyFileOf(source)
  const { schema: wide, notes } = withHierarchies({ dataset: head }, known, hierarchies)
  const schema = withQuasiIdentifiers(wide, quasiIdentifiers, head)
  if (source.rows === 0) throw new SdcError('EMPTY_FILE', `${dataPath} has no records`, { file: dataPath }, '')
  const begun = rootOf(options, before)
  const root = replay === undefined ? begun : replayOf(replay, found.bytes()).root
  const drawn = replay?.attempt ?? before?.attempt ?? attempt
  const rng = replicateRng(root, drawn)
  const of = { schema, pseudonyms: pseudonymsOf(registry, steps) }
  const release = replay === undefined ? plannedRelease(options, root, source, of) : replayedRelease(replay, source, of)
  const written = beside?.masked.source ?? source
  const categories = categoriesOf(source) + (beside === undefined ? 0 : categoriesOf(written))
  const rows = Math.max(source.rows, written.rows)
  const file = { rows, columns: written.names.length, categories }
  const { partBlocks, ranges, memory, workers } = cutOf(file, place)
  const document: PartsDocument = {
    format: FORMAT,
    sdc: place.version ?? planVersion(),
    run: randomBytes(16).toString('hex'),
    source: {
      ...plannedFile(dataPath, found),
      ...((release || options.private !== undefined) && {
        content: replay?.inputHmac ?? inputHmac(root.state.key, found.bytes()),
      }),
    },
    ...(beside && {
      masked: {
        ...plannedFile(beside.path, beside.masked),
        schema: beside.schema,
        columns: beside.columns,
        link: beside.link,
      },
    }),
    sink: {
      path: resolve(out),
      types: beside === undefined ? types : typesOf(beside),
      replaces: release === undefined || replay !== undefined,
    },
    attempt: drawn,
    schema,
    steps,
    plugins: await pluginsIn(
      place,
      registry,
      steps.map(({ use }) => use),
    ),
    rng: { source: rng.state.source, key: Buffer.from(rng.state.key).toString('hex') },
    partBlocks,
    ranges,
    memory,
    release,
    ...(projectKey && { projectKey: { path: projectKey.path, fingerprint: projectKey.fingerprint } }),
    ...(beside === undefined && release === undefined && { manifests: manifestsOf(root, options) }),
  }
  return { document, workers, notes }
}

/** Returns the root of the random numbers of a run: if it is resumed without a seed, the root that it began with. */
function rootOf({ seed }: ReleaseOptions, before: PartsDocument | undefined): Rng {
  if (before?.release !== undefined) return releaseRoot(before.release)
  const known = seed === undefined ? before?.manifests : undefined
  return known === undefined || known.root.source !== 'chacha20' ? rootRng(seed) : rngOf(known.root)
}

function manifestsOf({ state }: Rng, options: ReleaseOptions): PlannedManifests {
  return {
    root: { source: state.source, key: Buffer.from(state.key).toString('hex') },
    private: options.private,
    publishParams: options.publishParams,
  }
}

/** Returns the types of the written masked file; its masked columns get those of the original values. */
function typesOf({ original, masked, columns }: FoundBeside): PartsDocument['sink']['types'] {
  const mapped = Object.entries(original.types).filter(([name]) => columns.includes(name))
  return { ...masked.types, ...Object.fromEntries(mapped) }
}

/** Refuses to resume a run that has ended: its file exists, and its key may be the only one. */
async function refuseEnded(out: string, options: ReleaseOptions): Promise<void> {
  if (existsSync(out)) throw existsAlready(out)
  if (options.private !== undefined) await refuseTaken(options.private)
}
