import { didYouMean, option, SdcError, type Registry } from '@sdc/core'
import { formError } from '@sdc/engine'
import { inDocument, openDocument, type InputFile } from '@sdc/inspect'
import { checkPolicy } from './check-policy.js'
import { policyForm } from './policy-form.js'
import type { Policy, ReleaseType } from './policy-types.js'

/**
 * Reads a policy (YAML or JSON), and checks all names in it.
 *
 * @param file - The document.
 * @param registry - The metrics of its limits.
 * @returns The policy.
 * @throws BAD_PLAN, BAD_OPTION, UNKNOWN_METRIC with file and line.
 */
export function readPolicy(file: InputFile, registry: Registry): Policy {
  const document = openDocument(file)
  const { value } = document
  const read = (): Policy => {
    const parsed = policyForm.safeParse(value)
    const fix = 'A whole one: sdc gate --print scientific-use; its form: sdc schema policy.'
    if (!parsed.success) throw formError('policy', parsed.error, value, policyForm, fix)
    checkPolicy(parsed.data, registry)
    return parsed.data
  }
  return inDocument(file, read, document)
}

/**
 * Returns the type of release with a name.
 *
 * @param policy - The policy.
 * @param name - Name of the type; optional if there is only one.
 * @returns The name and the type.
 * @throws BAD_OPTION for an unknown type, and if none of several is named.
 */
export function releaseTypeOf(
  { releases }: Policy,
  name?: string,
): { readonly name: string; readonly type: ReleaseType } {
  const names = Object.keys(releases)
  const chosen = name ?? (names.length === 1 ? names[0] : undefined)
  if (chosen === undefined) {
    const message = `nothing says which of the ${names.length} types of release of the policy is meant`
    throw new SdcError(
      'BAD_OPTION',
      message,
      { parameter: option('for') },
      `Add ${option('for')} with one of ${shown(names)}.`,
    )
  }
  if (Object.hasOwn(releases, chosen)) return { name: chosen, type: releases[chosen] }
  const fix = `${didYouMean(chosen, names)}It has ${shown(names)}.`
  throw new SdcError('BAD_OPTION', `the policy has no type of release "${chosen}"`, { parameter: option('for') }, fix)
}

/** Largest number of names in a message. */
const NAMED = 12

function shown(names: readonly string[]): string {
  const more = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
