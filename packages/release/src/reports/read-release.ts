import { option, SdcError, type Registry } from '@sdc/core'
import type { FileAccess, InputFile } from '@sdc/inspect'
import { dayOf, readNamedPolicy } from '../policy/named-policy.js'
import { releaseTypeOf } from '../policy/read-policy.js'
import type { PolicyChoice } from './internal/judged-facts.js'
import { originalBeside, releaseFolder, type ReleaseFolder } from './report-folder.js'

/** A release with its original, read for a report. */
export interface ReleaseToReport {
  readonly folder: ReleaseFolder
  readonly original: InputFile
}

/**
 * Reads the files of a release and its original.
 *
 * @param files - Access to the files.
 * @param folder - Name of the folder, for messages.
 * @param paths - Files of the folder, without the original if `data` names it.
 * @param options - Path of the original, and whether the public report is made.
 * @returns The release.
 * @throws BAD_OPTION for the public report of a file that was not released.
 */
export async function readRelease(
  files: FileAccess,
  folder: string,
  paths: readonly string[],
  { data, public: isPublic = false }: { readonly data?: string | undefined; readonly public?: boolean | undefined },
): Promise<ReleaseToReport> {
  const inputs = await Promise.all(paths.map((path) => files.read(path)))
  const isDocument = ({ name }: InputFile): boolean => /\.json$/i.test(name)
  const release = releaseFolder(
    folder,
    inputs.filter(isDocument),
    inputs.filter((one) => !isDocument(one)),
  )
  const how = 'Release the file first: sdc run PLAN --release --private KEY -o OUT.'
  if (isPublic && release.manifest.source === 'seedrandom')
    throw notPublic('a run with a seed has', `A person who guesses the seed can undo the masking. ${how}`)
  if (isPublic && !release.manifest.released) throw notPublic('a file that was not released has', how)
  return { folder: release, original: data === undefined ? originalBeside(release) : await files.read(data) }
}

/**
 * Returns the error of a public report that must not be made.
 *
 * @param what - Subject of the message.
 * @param fix - Remedy.
 * @returns BAD_OPTION.
 */
export function notPublic(what: string, fix: string): SdcError {
  return new SdcError('BAD_OPTION', `${what} no public report`, { parameter: option('public') }, fix)
}

/**
 * Reads the policy that a report judges by; undefined without one.
 *
 * @param files - Access to the files.
 * @param options - Path of the policy, type of release, and day of the judgement.
 * @param registry - Registry with the metrics of the policy.
 * @returns The policy with the type and the day.
 */
export async function readPolicyChoice(
  files: FileAccess,
  { policy: path, for: type, today }: Readonly<Partial<Record<'policy' | 'for' | 'today', string>>>,
  registry: Registry,
): Promise<PolicyChoice | undefined> {
  if (path === undefined) return undefined
  const { policy, name } = await readNamedPolicy(files, path, registry)
  const { name: release } = releaseTypeOf(policy, type)
  return { policy, name, release, today: dayOf(today) }
}
