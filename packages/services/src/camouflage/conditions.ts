import { SdcError, unknownColumn, type Query } from '@sdc/core'
import type { CamouflagedFile, OpenColumn } from './saved.js'

/**
 * The records that meet every condition of a query and have a value in some columns; a missing value meets no condition.
 *
 * @param file - what the service answers from
 * @param where - by column the value, or the least and the greatest one
 * @param needed - columns without which a record does not count
 * @returns the records, ascending
 * @throws UNKNOWN_COLUMN, and BAD_OPTION where a condition is on a camouflaged column, or compares a number with text
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

/** A category by its code, which no missing one (−1) has; a number or a range, in which NaN never lies. */
function rangeOf(
  name: string,
  levels: readonly string[] | null,
  wanted: NonNullable<Query['where']>[string],
): { readonly least: number; readonly greatest: number } {
  if ((typeof wanted === 'string') !== (levels !== null)) {
    const [is, fix] = levels
      ? ['categorical', `Compare it with text in quotes: ${name} = '${String(wanted)}'.`]
      : ['numeric', 'Leave out the quotes.']
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
 * A column that may stand in conditions and designs.
 *
 * @param file - what the service answers from
 * @param name - its name
 * @param use - what it is to be used as, for the message
 * @returns the column
 * @throws BAD_OPTION where it is camouflaged, UNKNOWN_COLUMN where it is not there
 */
export function openOf(file: CamouflagedFile, name: string, use = 'in a condition'): OpenColumn {
  const column = file.open.get(name)
  if (column) return column
  const open = [...file.open.keys()]
  if (!file.camouflaged.has(name)) throw unknownColumn(name, [...file.camouflaged.keys(), ...open])
  const why = 'who is let in by a value would tell it'
  const fix = open.length > 0 ? `Those that can: ${open.join(', ')}.` : 'The service has no column that can: build it with --given.' // oxfmt-ignore
  throw new SdcError('BAD_OPTION', `"${name}" is camouflaged and cannot stand ${use}: ${why}`, { column: name }, fix)
}
