import { didYouMean, option, SdcError, type Registry } from '@sdc/core'
import { withoutFolders, type FileAccess } from '@sdc/inspect'
import { isDay } from './calendar-day.js'
import { examplePolicies } from './examples/examples.js'
import type { Policy } from './policy-types.js'
import { readPolicy } from './read-policy.js'

/** Policy with its name in messages, without folders. */
export interface NamedPolicy {
  readonly policy: Policy
  readonly name: string
}

/**
 * Reads a policy: an example by its name, or a file.
 *
 * @param files - Access to the files.
 * @param path - Name of an example, or path of a file.
 * @param registry - Registry with the metrics of its limits.
 * @returns The policy, and its name in messages.
 * @throws BAD_OPTION if it is neither.
 */
export async function readNamedPolicy(files: FileAccess, path: string, registry: Registry): Promise<NamedPolicy> {
  if (Object.hasOwn(examplePolicies, path)) {
    const policy = readPolicy({ name: path, content: examplePolicies[path] }, registry)
    return { policy, name: 'the example policies' }
  }
  const names = Object.keys(examplePolicies)
  if (/^[\w-]+$/.test(path) && path !== '-' && !(await files.isFile(path))) {
    const fix = `${didYouMean(path, names)}Name a file (./policy.yaml), or one of the examples: ${names.join(', ')}.`
    throw new SdcError('BAD_OPTION', `there is no policy "${path}"`, { parameter: option('policy') }, fix)
  }
  const policy = readPolicy(await files.read(path), registry)
  return { policy, name: path === '-' ? 'the policy' : withoutFolders(path) }
}

/**
 * Checks the day on which exceptions of a policy are judged.
 *
 * @param given - Date as 2027-03-31; undefined for the local day.
 * @returns The date.
 * @throws BAD_OPTION for another form, or a day that does not exist.
 */
export function dayOf(given: string | undefined): string {
  if (given !== undefined && !isDay(given)) {
    const fix = 'Write it as 2027-03-31.'
    throw new SdcError('BAD_OPTION', `"${given}" is not a date`, { parameter: option('today') }, fix)
  }
  const now = new Date()
  const two = (part: number): string => String(part).padStart(2, '0')
  return given ?? `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
