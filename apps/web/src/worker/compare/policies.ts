import { isMap, isSeq, parseDocument } from 'yaml'
import { SdcError, type Registry } from '@sdc/core'
import { decodeText } from '@sdc/files'
import { bytesOf } from '@sdc/inspect'
import { readPolicy, type PolicyException } from '@sdc/release'
import type { DataSource } from '../data/data-source.js'
import type { NamedPolicy, Settings } from '../protocol/settings-types.js'

/** Greatest size of a policy; a larger file is a table. */
const MOST = 1e6

/**
 * Reads a policy of the user.
 *
 * @param registry - The metrics that it may name.
 * @param file - The file.
 * @returns Its text, with its release types.
 * @throws BAD_PLAN for an invalid policy; BAD_OPTION, UNKNOWN_METRIC for an unknown name, with the line.
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
 * Returns the text of a policy with a further exception, which replaces one from the same limit. Comments and order are
 * kept.
 *
 * @param policy - The policy, YAML or JSON, and its release type.
 * @param exception - The accepted value, with person and reason.
 * @returns The text.
 */
export function withException({ text, release }: Settings['policy'], exception: PolicyException): string {
  const document = parseDocument(text)
  const path = ['releases', release, 'exceptions']
  const held = document.getIn(path)
  if (isSeq(held)) {
    held.items = held.items.filter((one) => !(isMap(one) && one.get('metric') === exception.metric))
    // An empty list is written as []; an added item needs its own line.
    if (held.items.length === 0) held.flow = false
    held.add(document.createNode(exception))
  } else document.setIn(path, document.createNode([exception]))
  return document.toString()
}
