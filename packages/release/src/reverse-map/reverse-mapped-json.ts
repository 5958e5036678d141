import { textsOf } from '@sdc/core'
import type { Matching } from '@sdc/engine'
import { type Outcome, reverseMapping } from '@sdc/inspect'
import { hashOf } from '../release/hashed-content.js'
import type { ReverseMapFileOptions } from './reverse-map-file.js'

/**
 * Returns the result of reverse mapping for programs; the form is described by `reverseMapOutput`.
 *
 * @param outcome - Outcome of the step; its file is written.
 * @param options - Options of the step.
 * @param matched - Number of records, and their matching.
 * @returns JSON.
 */
export function reverseMappedJson(
  { result, artefacts, messages }: Outcome<readonly string[]>,
  { ties, distance }: Pick<ReverseMapFileOptions, 'ties' | 'distance'>,
  { records, matching }: { readonly records: number; readonly matching: Matching },
): unknown {
  const files = artefacts.filter(({ kind }) => kind === 'masked')
  return {
    files: files.map(({ name = '', content }) => ({ name, sha256: hashOf(content), records })),
    method: reverseMapping,
    params: { ties, mode: matching === 'none' ? 'quantile' : 'linked', distance },
    columns: [...result],
    matching,
    warnings: textsOf(messages, 'warning'),
    notes: textsOf(messages, 'note'),
  }
}
