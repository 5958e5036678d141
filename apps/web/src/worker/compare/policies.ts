import { isMap, isSeq, parseDocument } from 'yaml'
import { SdcError, type Registry } from '@sdc/core'
import { decodeText } from '@sdc/files'
import { bytesOf } from '@sdc/inspect'
import { readPolicy, type PolicyException } from '@sdc/release'
import type { DataSource } from '../data/data-source.js'
import type { NamedPolicy, Settings } from '../protocol/protocol.js'

/** No policy is as large: a table was taken for one. */
const MOST = 1e6

/**
 * A policy of a user's own.
 *
 * @param registry - The metrics that it may name.
 * @param file - The file.
 * @returns Its text, with its types of release.
 * @throws BAD_PLAN for what is no policy; BAD_OPTION, UNKNOWN_METRIC for what it names, with the line.
 */
export function readPolicyFile(registry: Registry, { name, bytes, pieces }: DataSource): NamedPolicy {
  if (bytes > MOST) {
    const message = `${name} has ${bytes.toLocaleString('en')} bytes, too many for a policy`
    throw new SdcError(
      'BAD_PLAN',
      message,
      { file: name },
      'A policy is a short text. Compare the example policies of this page.',
    )
  }
  const text = decodeText(bytesOf(pieces), name)
  const { releases } = readPolicy({ name, content: text }, registry)
  return { name, text, types: Object.keys(releases) }
}

/**
 * The text of a policy with an exception more; one from the same limit is replaced. Comments and order stay as they are.
 *
 * @param policy - The policy, YAML or JSON, and the type of release that it is for.
 * @param exception - What is let pass, by whom and why.
 * @returns Its text.
 */
export function withException({ text, release }: Settings['policy'], exception: PolicyException): string {
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
