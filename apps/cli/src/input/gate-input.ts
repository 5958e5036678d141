import { basename } from 'node:path'
import { didYouMean, SdcError, type Registry } from '@sdc/core'
import { examplePolicies, isDay, readPolicy, type Policy } from '@sdc/release'
import { isFile, readInput } from './files.js'

/** A policy with what it is called in sentences. */
export interface NamedPolicy {
  readonly policy: Policy
  readonly name: string
}

/** Reads the policy of `--policy`: an example by its name, or a file. */
export async function readNamedPolicy(path: string, registry: Registry): Promise<NamedPolicy> {
  if (Object.hasOwn(examplePolicies, path)) {
    const policy = readPolicy({ name: path, content: examplePolicies[path] }, registry)
    return { policy, name: 'the example policies' }
  }
  const names = Object.keys(examplePolicies)
  if (/^[\w-]+$/.test(path) && path !== '-' && !(await isFile(path))) {
    const fix = `${didYouMean(path, names)}Name a file (./policy.yaml), or one of the examples: ${names.join(', ')}.`
    throw new SdcError('BAD_OPTION', `there is no policy "${path}"`, { parameter: '--policy' }, fix)
  }
  return { policy: readPolicy(await readInput(path), registry), name: path === '-' ? 'the policy' : basename(path) }
}

/** Returns the day of `--today`, by default the local one, as 2027-03-31. */
export function dayOf(given: string | undefined): string {
  if (given !== undefined && !isDay(given)) {
    const fix = 'Write it as 2027-03-31.'
    throw new SdcError('BAD_OPTION', `"${given}" is not a date`, { parameter: '--today' }, fix)
  }
  const now = new Date()
  const two = (part: number): string => String(part).padStart(2, '0')
  return given ?? `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Options that only a plan has use for, and those that only two files have. */
const ofPlans = ['data', 'allowPlugins', 'workers'] as const
const ofFiles = ['schema', 'quasiIdentifiers', 'link', 'origin', 'columns', 'given'] as const

/** Refuses options that do not apply to a plan, or to two files. */
export function checkGateOptions(isPlan: boolean, options: Readonly<Record<string, unknown>>): void {
  const idle = (isPlan ? ofFiles : ofPlans).find((name) => options[name] !== undefined)
  if (idle === undefined) return
  const flag = `--${idle.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const message = isPlan ? `${flag} needs two files, but one is named` : `${flag} needs a plan, but two files are named`
  const fix = isPlan
    ? 'A plan has it already; for files write sdc gate ORIGINAL MASKED.'
    : 'Leave it out; for a plan write sdc gate PLAN.'
  throw new SdcError('BAD_OPTION', message, { parameter: flag }, fix)
}
