import { emptyFileOf } from '@sdc/engine/partitions'
import { manifestName } from '@sdc/inspect'
import { SdcError, type Dataset, type Rng, type FileSource } from '@sdc/core'
import { checkAccepted, idColumns, type FileSchema, type PrivateManifest, type StepPlan } from '@sdc/engine'
import { checkPrecision, checkRunOptions, type RunOptions } from '../../release/run-options.js'
import { checkNames, checkOutputs, isFile } from '../files/outputs.js'
import type { Place } from '../place/place.js'
import type { PlannedRelease } from '../work/run-document.js'

/** Options of a release out of core. */
export type ReleaseOptions = Pick<
  RunOptions,
  'release' | 'private' | 'seed' | 'out' | 'acceptOpen' | 'maxUnchanged' | 'momentMargin' | 'publishParams'
>

/**
 * Checks the options and the names of the files to write, before anything is read.
 *
 * @param options - The options.
 * @param place - True for `resume` if the run is resumed.
 * @param request - The input and its masking.
 * @throws BAD_OPTION for options that exclude each other, names that are taken or would be overwritten.
 */
export async function checkRelease(
  options: ReleaseOptions,
  { resume = false }: Pick<Place, 'resume'>,
  { steps, inputs }: { readonly steps: readonly StepPlan[]; readonly inputs: readonly string[] },
): Promise<void> {
  checkRunOptions(options)
  checkPrecision(steps, options.release === true)
  const { out, private: key } = options
  if (out === undefined) return
  const beside = manifestName(out)
  await checkOutputs(inputs, [key, beside, out])
  if (key !== undefined && !resume) await refuseTaken(key)
  const secret = key === undefined ? [] : [{ path: key, exclusive: !resume }]
  await checkNames([...secret, { path: beside }])
}

/**
 * Refuses to overwrite a private file.
 *
 * @param key - Name of the private file to write.
 * @throws BAD_OPTION if it exists.
 */
export async function refuseTaken(key: string): Promise<void> {
  if (!(await isFile(key))) return
  const message = `the private file ${key} exists already`
  const fix = 'It may be the only key to a released file: choose another name, or move it away.'
  throw new SdcError('BAD_OPTION', message, { file: key }, fix)
}

/** Facts that decide which columns of ids are released. */
interface ReleasedOf {
  readonly schema: FileSchema | undefined
  /** Columns whose values are pseudonyms. */
  readonly pseudonyms: readonly string[]
}

function plannedIds(
  data: Dataset,
  { schema, pseudonyms }: ReleasedOf,
): Pick<PlannedRelease, 'dropped' | 'renumbered' | 'pseudonyms'> {
  const { dropped, numbered: renumbered } = idColumns(data, schema, pseudonyms)
  return { dropped, renumbered, pseudonyms }
}

/** Returns the plan of a release; undefined if the file is not released. */
export function plannedRelease(
  options: ReleaseOptions,
  root: Rng,
  source: FileSource,
  { schema, pseudonyms }: ReleasedOf,
): PlannedRelease | undefined {
  if (options.release !== true || options.private === undefined) return undefined
  const data = emptyFileOf(source)
  const acceptOpen = options.acceptOpen ?? []
  checkAccepted(data, acceptOpen)
  return {
    key: Buffer.from(root.state.key).toString('hex'),
    private: options.private,
    ...plannedIds(data, { schema, pseudonyms }),
    acceptOpen: [...new Set(acceptOpen)],
    maxUnchanged: options.maxUnchanged,
    momentMargin: options.momentMargin,
    publishParams: options.publishParams,
  }
}

/**
 * Returns the plan for a replay of a release.
 *
 * @param manifest - Private file of the release.
 * @param source - The original.
 * @param of - Facts of the columns.
 * @returns The same release; nothing is refused any more.
 */
export function replayedRelease({ key, plan }: PrivateManifest, source: FileSource, of: ReleasedOf): PlannedRelease {
  return {
    key,
    isReplay: true,
    ...plannedIds(emptyFileOf(source), of),
    acceptOpen: plan.acceptOpen ?? [],
    maxUnchanged: plan.maxUnchanged,
  }
}
