import type { PartsResult } from '@sdc/engine/partitions'
import { groupedWarnings, quoted, type Replayed } from '@sdc/inspect'
import { asInfo, asNext, asWarning, type FileSource, type Message } from '@sdc/core'
import { marginFindings, marginSentences } from '@sdc/engine'
import { whatHappened } from '../../release/what-happened.js'
import type { OutOfCoreRequest } from './mask-document.js'
import type { PartsDocument } from '../work/run-document.js'

/**
 * Returns messages on a run out of core: those of a run in memory, without the shares of changed values.
 *
 * @param result - Result of the steps.
 * @param request - The run.
 * @param document - Its plan, as it is in the work folder.
 * @param original - The file that was read.
 * @param replayed - Outcome of a replay.
 * @returns The messages.
 */
export function runMessages(
  result: PartsResult,
  { options, dataPath, beside }: OutOfCoreRequest,
  { release }: PartsDocument,
  original: FileSource,
  replayed: Replayed | undefined,
): readonly Message[] {
  const { columns, exact, negatives, rows, warnings } = result
  const { out = '', momentMargin } = options
  if (beside !== undefined) {
    const mapped = asInfo(`${out}: ${rows} records; mapped: ${columns.join(', ')}`)
    return [...groupedWarnings(warnings, { names: original.names }), mapped]
  }
  const { dropped = [], renumbered = [], private: key = '' } = release ?? {}
  const names = original.names.filter((name) => !dropped.includes(name))
  const happened = { facts: result, original, negatives, files: 1, released: release !== undefined, names, renumbered }
  return [
    ...marginSentences(marginFindings(exact, momentMargin)).map(asWarning),
    ...whatHappened(happened, { ...options, replayed }),
    ...(release && replayed === undefined
      ? [asNext(`sdc measure ${quoted(dataPath)} ${quoted(out)} --origin ${quoted(key)}`)]
      : []),
  ]
}
