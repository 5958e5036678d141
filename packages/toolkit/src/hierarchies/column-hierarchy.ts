import { SdcError, type Column, type ErrorPlace, type Hierarchy } from '@sdc/core'
import { valueOfText, valueText } from '../columns/value-text.js'

/** One level of a column's hierarchy: labels of its classes, and the class of each value. */
export interface HierarchyLevel {
  readonly labels: readonly string[]
  /** Class of each value of the hierarchy. */
  readonly classOf: Int32Array
  /** Number of values of the hierarchy in each class. */
  readonly sizes: Int32Array
}

/** A column with the classes of its hierarchy. */
export interface ColumnHierarchy {
  /** Row of each record's value in the hierarchy; −1 if missing. */
  readonly codes: Int32Array
  /** Level 0 has the values unchanged, the last level the coarsest classes. */
  readonly levels: readonly HierarchyLevel[]
}

/** Maximum number of wrong rows or lacking values named in one message. */
const NAMED = 5

/**
 * Matches a column with its hierarchy. A recoded column whose categories are all classes of one level begins at that
 * level.
 *
 * @param column - The column; numbers are matched as numbers (1 equals 1.0), dates by day, categories by their text.
 * @param hierarchy - The hierarchy: all rows of one length, every level a function of the one below, no empty class.
 * @param place - Column and method, for error messages.
 * @returns The rows of its records and the classes of every level.
 * @throws BAD_HIERARCHY with every value that has no row and the line to add, or with rows that do not form a
 *   hierarchy. Cost: O(n + rows × levels).
 */
export function columnHierarchy(column: Column, hierarchy: Hierarchy, place: ErrorPlace = {}): ColumnHierarchy {
  checkRows(hierarchy, place)
  const rows = fromLevelOf(column, hierarchy)
  const levels = rows[0].map((_, h) => levelOf(rows.map((row) => row[h])))
  checkNested(rows, levels, place)
  return { codes: rowsOf(column, rows, place), levels }
}

/** Rows from the first level that has all values of a column; the last level, which has nothing above it, twice. */
function fromLevelOf(column: Column, rows: Hierarchy): Hierarchy {
  if (column.kind === 'numeric') return rows
  const used = new Set(column.codes)
  const values = column.levels.filter((_, code) => used.has(code))
  const from = rows[0].findIndex((_, h) => {
    const classes = new Set(rows.map((row) => row[h]))
    return values.every((value) => classes.has(value))
  })
  if (from <= 0) return rows
  const firsts = new Map(rows.map((row) => [row[from], row.slice(from)] as const))
  return [...firsts.values()].map((row) => (row.length === 1 ? [row[0], row[0]] : row))
}

function levelOf(texts: readonly string[]): HierarchyLevel {
  const classes = new Map<string, number>()
  const classOf = Int32Array.from(texts, (text) => {
    const known = classes.get(text) ?? classes.size
    classes.set(text, known)
    return known
  })
  const sizes = new Int32Array(classes.size)
  for (const one of classOf) sizes[one]++
  return { labels: [...classes.keys()], classOf, sizes }
}

function checkRows(rows: Hierarchy, place: ErrorPlace): void {
  const form = 'A hierarchy has a row for each value: value;class;class of the class;… All rows have the same length.'
  const of = nameOf(place)
  if (rows.length === 0) throw new SdcError('BAD_HIERARCHY', `the hierarchy${of} has no rows`, place, form)
  const width = rows[0].length
  if (width < 2) throw new SdcError('BAD_HIERARCHY', `the hierarchy${of} has no level above its values`, place, form)
  const seen = new Map<string, number>()
  for (const [i, row] of rows.entries()) {
    const at = { ...place, row: i + 1 }
    if (row.length !== width) {
      const message = `row ${i + 1} of the hierarchy${of} has ${row.length} cells, but the first has ${width}`
      throw new SdcError('BAD_HIERARCHY', message, at, form)
    }
    const empty = row.findIndex((cell) => cell.trim() === '')
    if (empty >= 0) {
      const what = empty === 0 ? 'no value' : `an empty class at level ${empty}`
      throw new SdcError('BAD_HIERARCHY', `row ${i + 1} of the hierarchy${of} has ${what}`, at, form)
    }
    const before = seen.get(row[0])
    if (before !== undefined) {
      const message = `the hierarchy${of} has the value "${row[0]}" twice, in rows ${before + 1} and ${i + 1}`
      throw new SdcError('BAD_HIERARCHY', message, at, 'Remove one of the rows.')
    }
    seen.set(row[0], i)
  }
}

/** Checks that every level is a function of the one below: two rows of one class have the same classes above. */
function checkNested(rows: Hierarchy, levels: readonly HierarchyLevel[], place: ErrorPlace): void {
  for (let h = 1; h + 1 < levels.length; h++) {
    const first = new Int32Array(levels[h].labels.length).fill(-1)
    for (let i = 0; i < rows.length; i++) {
      const own = levels[h].classOf[i]
      const other = first[own]
      if (other < 0) first[own] = i
      else if (levels[h + 1].classOf[other] !== levels[h + 1].classOf[i]) {
        const message =
          `the hierarchy${nameOf(place)} puts "${rows[i][h]}" of level ${h} into two classes at level ${h + 1}: ` +
          `"${rows[other][h + 1]}" in row ${other + 1} ("${rows[other][0]}"), "${rows[i][h + 1]}" in row ${i + 1} ("${rows[i][0]}")`
        throw new SdcError('BAD_HIERARCHY', message, { ...place, row: i + 1 }, 'Each class has one class above it.')
      }
    }
  }
}

/** Row of the value of each record. */
function rowsOf(column: Column, rows: Hierarchy, place: ErrorPlace): Int32Array {
  if (column.kind === 'numeric') {
    const rowOf = new Map<number, number>()
    for (const [i, [text]] of rows.entries()) {
      const value = valueOfText(column.time, text)
      if (value !== undefined && !rowOf.has(value + 0)) rowOf.set(value + 0, i)
    }
    const lacking = new Map<string, number>()
    const codes = Int32Array.from(column.values, (value, i) => {
      if (Number.isNaN(value)) return -1
      const row = rowOf.get(value + 0)
      if (row === undefined) {
        const text = valueText(column.time, value)
        if (!lacking.has(text)) lacking.set(text, i)
      }
      return row ?? -1
    })
    refuseLacking(lacking, rows, place)
    return codes
  }
  const { codes, levels } = column
  const rowOf = new Map(rows.map(([text], i) => [text, i]))
  const rowOfCode = Int32Array.from(levels, (level) => rowOf.get(level) ?? -1)
  const lacking = new Map<string, number>()
  const found = Int32Array.from(codes, (code, i) => {
    if (code < 0) return -1
    if (rowOfCode[code] < 0 && !lacking.has(levels[code])) lacking.set(levels[code], i)
    return rowOfCode[code]
  })
  refuseLacking(lacking, rows, place)
  return found
}

/** Reports all values without a row at once, with the first record of each and the line to add. */
function refuseLacking(lacking: ReadonlyMap<string, number>, rows: Hierarchy, place: ErrorPlace): void {
  if (lacking.size === 0) return
  const values = [...lacking]
  const named = values.slice(0, NAMED).map(([value, i]) => `"${value}" (record ${i + 1})`)
  const more = values.length > NAMED ? ` and ${values.length - NAMED} more` : ''
  const message = `the hierarchy${nameOf(place)} lacks ${values.length === 1 ? 'the value' : 'the values'} ${named.join(', ')}${more}`
  const classes = rows[0].slice(1).map((_, h) => (h === rows[0].length - 2 ? rows[0][h + 1] : `CLASS${h + 1}`))
  const lines = values.slice(0, NAMED).map(([value]) => [value, ...classes].join(';'))
  const fix =
    `Add ${lines.length === 1 ? 'the line' : 'the lines'} with ` +
    `${classes.length > 1 ? 'their own classes' : 'that class'}: ${lines.join('  ')}  Then run it again.`
  throw new SdcError('BAD_HIERARCHY', message, { ...place, row: values[0][1] + 1 }, fix)
}

function nameOf({ column }: ErrorPlace): string {
  return column === undefined ? '' : ` of column "${column}"`
}
