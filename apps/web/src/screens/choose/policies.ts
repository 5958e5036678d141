import { isMap, isSeq, parseDocument } from 'yaml'
import type { PolicyException } from '@sdc/workflow'

/** A policy's text under the name that it is spoken of. */
export interface NamedPolicy {
  readonly name: string
  readonly text: string
}

/** The types of release of a policy's text, in its order; none where it is no policy. */
export function releaseTypes(text: string): readonly string[] {
  const releases = releasesOf(text)
  return releases === undefined ? [] : Object.keys(releases)
}

/** A file's text as a policy, or what is wrong with it: the rest is looked up where it is judged. */
export function policyOfText(name: string, text: string): NamedPolicy | { readonly wrong: string } {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) return { wrong: `${name} is no YAML: ${error.message.split('\n')[0]}` }
  if (releaseTypes(text).length === 0)
    return { wrong: `${name} has no types of release: it must have one below “releases”.` }
  return { name, text }
}

function releasesOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const document = parseDocument(text)
  if (document.errors.length > 0) return undefined
  const value: unknown = document.toJS()
  if (!isRecord(value) || !isRecord(value.releases)) return undefined
  return value.releases
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The text of a policy with an exception more; one from the same limit is replaced. Comments and order stay as they are.
 *
 * @param text - The policy, YAML or JSON.
 * @param release - The type of release that it is for.
 * @param exception - What is let pass, by whom and why.
 */
export function withException(text: string, release: string, exception: PolicyException): string {
  const document = parseDocument(text)
  const path = ['releases', release, 'exceptions']
  const held = document.getIn(path)
  if (isSeq(held)) {
    held.items = held.items.filter((one) => !(isMap(one) && one.get('metric') === exception.metric))
    held.add(document.createNode(exception))
  } else document.setIn(path, document.createNode([exception]))
  return document.toString()
}
