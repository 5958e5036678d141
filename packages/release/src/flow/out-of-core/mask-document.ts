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
import { documentIn, pluginsIn } from '../work/plan-file.js'
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
  /** The file as it was found; a resumed run looks for it by what its plan says. */
  readonly found?: FoundFiles | undefined
  readonly schema: FileSchema | undefined
  readonly hierarchies?: HierarchyFiles | undefined
  readonly quasiIdentifiers?: readonly string[] | undefined
  readonly steps: readonly StepPlan[]
  readonly options: ReleaseOptions
  /** The other files that were read. */
  readonly inputs?: readonly string[] | undefined
  /** The private file of a release, where it is made again. */
  readonly replay?: PrivateManifest | undefined
  /** Key of the project, for pseudonyms. */
  readonly projectKey?: ProjectKey | undefined
  /** What others masked of it, for the steps to go on with, both looked at by now. */
  readonly beside?: FoundBeside | undefined
}

/** An original and its masked file as they were found. */
export interface FoundBeside {
  readonly original: FoundFiles
  readonly masked: FoundFiles
  readonly path: string
  readonly schema: FileSchema
  readonly columns: readonly string[]
  /** By what the records of both belong together, where it is not their place. */
  readonly link?: PlannedLink | undefined
}

/**
 * The plan of a masking, as it lies in its store.
 *
 * @param request - The file, the steps and the options.
 * @param draw - Where the masked file goes; the work folder, which has the plan of a resumed run; and the number of the draw.
 * @returns The plan, and how many workers the memory is shared among.
 * @throws EMPTY_FILE for a file without records; BAD_OPTION where the memory does not hold so many workers.
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
  const before = place.resume === true ? await documentIn(folder) : undefined
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

/** The root of the random numbers of a run: of one that is resumed without a seed, the root that it began with. */
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

/** What is written is the masked file, in which columns have the values of the original. */
function typesOf({ original, masked, columns }: FoundBeside): PartsDocument['sink']['types'] {
  const mapped = Object.entries(original.types).filter(([name]) => columns.includes(name))
  return { ...masked.types, ...Object.fromEntries(mapped) }
}

/** There is nothing to go on with where the run has ended: what it made is there, and its key may be the only one. */
async function refuseEnded(out: string, options: ReleaseOptions): Promise<void> {
  if (existsSync(out)) throw existsAlready(out)
  if (options.private !== undefined) await refuseTaken(options.private)
}
