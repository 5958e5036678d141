import { isMap, isSeq, parseDocument } from 'yaml'
import { decodeText } from '@sdc/io'
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

/** No policy is as large: a table was taken for one. */
const MOST = 1e6

/** A file as a policy, or what is wrong with it; what it names is looked up where it is judged. */
export async function policyOfFile(file: File): Promise<NamedPolicy | { readonly wrong: string }> {
  try {
    if (file.size > MOST)
      return { wrong: `${file.name} has ${file.size.toLocaleString('en')} bytes: that is no policy.` }
    return policyOfText(file.name, decodeText(new Uint8Array(await file.arrayBuffer()), file.name))
  } catch (error) {
    return { wrong: `${file.name} cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** A text as a policy, or what is wrong with it. */
export function policyOfText(name: string, text: string): NamedPolicy | { readonly wrong: string } {
  const [error] = parseDocument(text).errors
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
    // An empty list is written as []: what is added has lines of its own.
    if (held.items.length === 0) held.flow = false
    held.add(document.createNode(exception))
  } else document.setIn(path, document.createNode([exception]))
  return document.toString()
}
