import { utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from '@sdc/core'
import { sha256Hex } from '../documents/manifest.js'
import { exactJson } from './exact-json.js'
import type { Task } from './job.js'

/**
 * The name of a task by what it does: its steps, the labels that its errors and warnings have, and which of its runs it is.
 * The order of a parameter's keys does not matter, nor which other tasks there are.
 *
 * @param task - What is to be run.
 * @returns 32 hexadecimal digits of SHA-256: among 10⁹ tasks two have the same with a chance of 10⁻²¹.
 */
export function taskId({ job, replicates }: Task): string {
  const candidates = job.map(({ label, masking, steps }) => ({ label, masking, steps }))
  const text = canonicalJson(exactJson({ candidates, replicates: replicates ?? null }))
  return sha256Hex(utf8ToBytes(text)).slice(0, 32)
}
