import { columnLength, isMissing, type Column, type Dataset } from '@sdc/core'
import { isRecoded } from '../measure/recoded.js'
import type { FileState } from '../run/assemble.js'
import { columnIn } from '../bind/in-place.js'

/** A column that is not written as the original's: its categories in their order, and what a missing cell says. */
export interface WrittenColumn {
  readonly kind: Column['kind']
  readonly levels?: readonly string[] | undefined
  readonly ordered?: boolean | undefined
  readonly missing: readonly string[]
}

/**
 * The columns of a masked file that nobody could read by what is known of the original: those that hold classes, and those
 * of which cells went missing.
 *
 * @param original - The original file.
 * @param file - The masked one.
 * @param names - The columns that were masked.
 * @param missingText - What a cell of a column says that went missing.
 * @returns What is written of each; only categories that a record has, those without an order by the alphabet, since
 *   another order could tell that of the original's records.
 */
export function writtenColumns(
  original: Dataset,
  file: FileState,
  names: readonly string[],
  missingText: (name: string) => string,
): ReadonlyMap<string, WrittenColumn> {
  const written = new Map<string, WrittenColumn>()
  for (const name of original.names) {
    if (!file.data.names.includes(name)) continue
    const [before, after] = [original.column(name), file.data.column(name)]
    if (before === after) continue
    const recoded = names.includes(name) && isRecoded(before, after)
    if (!recoded && !wentMissing(columnIn(before, file.origin, original.rows), after)) continue
    written.set(name, {
      kind: after.kind,
      ...(recoded && after.kind === 'categorical' && { levels: usedLevels(after), ordered: after.ordered }),
      missing: [missingText(name)],
    })
  }
  return written
}

function wentMissing(before: Column, after: Column): boolean {
  for (let i = 0; i < columnLength(after); i++) if (isMissing(after, i) && !isMissing(before, i)) return true
  return false
}

function usedLevels({ codes, levels, ordered }: Extract<Column, { kind: 'categorical' }>): string[] {
  const used = new Set(codes)
  const kept = levels.filter((_, code) => used.has(code))
  return ordered ? kept : kept.sort()
}
