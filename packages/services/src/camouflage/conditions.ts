import { option, SdcError, unknownColumn, type Query } from '@sdc/core'
import type { CamouflagedFile, OpenColumn } from './saved.js'

/**
 * Selects the records that meet every condition of a query and have values in the needed columns. A missing value meets
 * no condition.
 *
 * @param file - File of the service.
 * @param where - By column: the value, or the least and the greatest one.
 * @param needed - Columns in which a record must have a value.
 * @returns The records, ascending.
 * @throws UNKNOWN_COLUMN; BAD_OPTION for a condition on a camouflaged column, or a comparison of a number with text.
 *
 * Cost: O(n) a condition.
 */
export function selectRecords(
  file: CamouflagedFile,
  where: Query['where'] = {},
  needed: readonly ArrayLike<number>[] = [],
): Int32Array {
  const tests = Object.entries(where).map(([name, wanted]) => {
    const { values, levels } = openOf(file, name)
    return { values, ...rangeOf(name, levels, wanted) }
  })
  const rows: number[] = []
  for (let i = 0; i < file.rows; i++) {
    const meets = tests.every(({ values, least, greatest }) => values[i] >= least && values[i] <= greatest)
    if (meets && needed.every((values) => !Number.isNaN(values[i]))) rows.push(i)
  }
  return Int32Array.from(rows)
}

/** Range of codes or numbers of a condition. A missing code (−1) and NaN are in no range. */
function rangeOf(
  name: string,
  levels: readonly string[] | null,
  wanted: NonNullable<Query['where']>[string],
): { readonly least: number; readonly greatest: number } {
  if ((typeof wanted === 'string') !== (levels !== null)) {
    const [is, fix] = levels
      ? ['categorical', `Compare with text in quotes: ${name} = '${String(wanted)}'.`]
      : ['numeric', 'Remove the quotes.']
    throw new SdcError('BAD_OPTION', `column "${name}" is ${is}`, { column: name }, fix)
  }
  if (typeof wanted === 'string') {
    const code = levels?.indexOf(wanted) ?? -1
    return code < 0 ? { least: Infinity, greatest: -Infinity } : { least: code, greatest: code }
  }
  const [least, greatest] = typeof wanted === 'number' ? [wanted, wanted] : wanted
  return { least, greatest }
}

/**
 * Returns a column that conditions and designs may use.
 *
 * @param file - File of the service.
 * @param name - Name of the column.
 * @param use - Intended use, for the message.
 * @returns The column.
 * @throws BAD_OPTION if it is camouflaged, UNKNOWN_COLUMN if the file does not have it.
 */
export function openOf(file: CamouflagedFile, name: string, use = 'in a condition'): OpenColumn {
  const column = file.open.get(name)
  if (column) return column
  const open = [...file.open.keys()]
  if (!file.camouflaged.has(name)) throw unknownColumn(name, [...file.camouflaged.keys(), ...open])
  const why = 'the selection of records would disclose its values'
  const fix = open.length > 0 ? `Allowed columns: ${open.join(', ')}.` : `The service has no column that can: build it with ${option('given')}.` // oxfmt-ignore
  throw new SdcError('BAD_OPTION', `"${name}" is camouflaged and not allowed ${use}: ${why}`, { column: name }, fix)
}
