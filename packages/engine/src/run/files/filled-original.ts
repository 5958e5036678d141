import { columnLength, isMissing, type Column, type Dataset } from '@sdc/core'
import type { FileState } from './assemble.js'

/**
 * The original's columns with the cells that a step imputed before it masked them: what later steps that give back the
 * original's values take for the original, so that both saw the same.
 *
 * @param original - The original.
 * @param known - Those that earlier steps imputed.
 * @param before - The file that the step began with, as its method saw it.
 * @param names - The columns that it imputed, none of which was masked before.
 * @returns The earlier ones and these, all records of the original; still missing where no record of the file is from one.
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

/** Null where the file's column is not the original's any more. */
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

/** The missing cells of the original, and the records of the file that come from them. */
function each(of: Column, origin: Int32Array, fill: (row: number, i: number) => void): void {
  const rows = columnLength(of)
  for (let i = 0; i < origin.length; i++) {
    const row = origin[i]
    if (row >= 0 && row < rows && isMissing(of, row)) fill(row, i)
  }
}
