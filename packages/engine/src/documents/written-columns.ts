import { columnLength, isMissing, type Column, type Dataset } from '@sdc/core'
import { isRecoded } from '../measure/recoded.js'
import type { FileState } from '../run/files/assemble.js'
import { columnIn } from '../bind/in-place.js'

/** A column that is written differently from the original: its categories in order, and the text of a missing cell. */
export interface WrittenColumn {
  readonly kind: Column['kind']
  readonly levels?: readonly string[] | undefined
  readonly ordered?: boolean | undefined
  readonly missing: readonly string[]
}

/**
 * Returns the columns of a masked file that the original's schema cannot read: those with classes, and those with new
 * missing cells. Their categories are those that occur; unordered ones are sorted alphabetically, since another order
 * could disclose that of the original's records.
 *
 * @param original - The original file.
 * @param file - The masked file.
 * @param names - The masked columns.
 * @param missingText - Text of a cell that became missing, by column.
 * @returns Written content of each.
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
