import { columnLength, isMissing, type Column, type Dataset } from '@sdc/core'
import type { FileState } from './assemble.js'

/**
 * Columns of the original, with the cells filled that a step imputed before it masked them. Later steps that give back
 * original values use these, so that both steps work with the same values.
 *
 * @param original - The original.
 * @param known - Columns that earlier steps imputed.
 * @param before - The file at the beginning of the step, as its method received it.
 * @param names - Columns that it imputed; no step masked them before.
 * @returns The earlier columns and these, with all records of the original. A cell stays missing if no record of the
 *   file comes from its record.
 */
export function filledOriginals(
  original: Dataset,
  known: ReadonlyMap<string, Column>,
  before: FileState,
  names: readonly string[],
): ReadonlyMap<string, Column> {
  const filled = new Map(known)
  for (const name of names) {
    const column = filledColumn(known.get(name) ?? original.column(name), before.data.column(name), before.origin)
    if (column !== null) filled.set(name, column)
  }
  return filled
}

/** Filled column; null if the file's column is no longer the original's. */
function filledColumn(of: Column, seen: Column, origin: Int32Array): Column | null {
  if (of.kind === 'numeric') {
    if (seen.kind !== 'numeric') return null
    const values = of.values.slice()
    each(of, origin, (row, i) => (values[row] = seen.values[i]))
    return { ...of, values }
  }
  if (seen.kind === 'numeric' || seen.levels.some((level, code) => level !== of.levels[code])) return null
  const codes = of.codes.slice()
  each(of, origin, (row, i) => (codes[row] = seen.codes[i]))
  return { ...of, codes }
}

/** Visits the missing cells of the original, with the records of the file that come from them. */
function each(of: Column, origin: Int32Array, fill: (row: number, i: number) => void): void {
  const rows = columnLength(of)
  for (let i = 0; i < origin.length; i++) {
    const row = origin[i]
    if (row >= 0 && row < rows && isMissing(of, row)) fill(row, i)
  }
}
