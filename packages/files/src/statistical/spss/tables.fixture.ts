import type { ColumnDescription } from '../../dictionary/dictionary.js'
import type { StatColumn, StatTable } from '../../dictionary/stat-table.js'

/** Column of numbers; a text instead of one is the kind of a missing cell. */
export function numbers(
  name: string,
  cells: readonly (number | string)[],
  description: ColumnDescription = {},
): StatColumn {
  const texts = ['', ...new Set(cells.filter((cell) => typeof cell === 'string' && cell !== ''))] as string[]
  const of = Int32Array.from(cells, (cell) => (typeof cell === 'string' ? texts.indexOf(cell) : 0))
  const values = Float64Array.from(cells, (cell) => (typeof cell === 'string' ? NaN : cell))
  const missing = texts.length > 1 ? { texts, of } : null
  return { name, description: { stored: 'number', ...description }, cells: { kind: 'numbers', values, missing } }
}

/** Column of texts; empty ones and those of `kinds` are missing. */
export function texts(
  name: string,
  cells: readonly string[],
  description: ColumnDescription = {},
  kinds: readonly string[] = [],
): StatColumn {
  const levels = [...new Set(cells)].filter((text) => text !== '' && !kinds.includes(text))
  const codes = Int32Array.from(cells, (text) => levels.indexOf(text))
  const of = Int32Array.from(cells, (text) => kinds.indexOf(text) + 1)
  const missing = kinds.length > 0 ? { texts: ['', ...kinds], of } : null
  return { name, description: { stored: 'text', ...description }, cells: { kind: 'texts', levels, codes, missing } }
}

/** Table of some columns with as many records as the first. */
export function tableOf(columns: readonly StatColumn[], facts: Partial<StatTable> = {}): StatTable {
  const { cells } = columns[0]
  return { rows: cells.kind === 'numbers' ? cells.values.length : cells.codes.length, columns, ...facts }
}

/** Column as plain values, with the kinds of missing cells in angle brackets. */
export function plain({ cells }: StatColumn): (number | string)[] {
  const rows = cells.kind === 'numbers' ? cells.values.length : cells.codes.length
  return Array.from({ length: rows }, (_, i) => {
    const kind = `<${cells.missing === null ? '' : cells.missing.texts[cells.missing.of[i]]}>`
    if (cells.kind === 'numbers') return Number.isNaN(cells.values[i]) ? kind : cells.values[i]
    return cells.codes[i] < 0 ? kind : cells.levels[cells.codes[i]]
  })
}
