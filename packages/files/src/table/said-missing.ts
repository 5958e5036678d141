import type { ColumnSource } from '../csv/csv-file.js'
import { packedText } from '../csv/text/packed-text.js'
import { kindAt, missingKinds } from '../dictionary/missing-kinds.js'
import type { NumberCells, TextCells } from '../dictionary/stat-table.js'

/** Missing values of a column by a schema: these texts, and the numbers of a range. */
export interface SaidMissing {
  readonly texts: readonly string[]
  readonly range?: readonly [low: number, high: number] | undefined
}

/**
 * Applies the missing values of a schema to numbers, instead of those of the file: a user-missing number that the
 * schema does not name is a value again.
 */
export function numbersWithMissing(cells: NumberCells, said: SaidMissing | undefined): NumberCells {
  if (said === undefined) return cells
  const codes = new Set(said.texts.filter((text) => text.trim() !== '').map(Number))
  const [low, high] = said.range ?? [Number.NaN, Number.NaN]
  const values = cells.values.slice()
  const kinds = missingKinds(values.length)
  for (let i = 0; i < values.length; i++) {
    const text = Number.isNaN(values[i]) ? kindAt(cells.missing, i) : ''
    const value = text === '' ? values[i] : Number(text)
    if (Number.isNaN(value)) kinds.note(i, text)
    else if (codes.has(value) || (value >= low && value <= high)) {
      values[i] = Number.NaN
      kinds.note(i, String(value))
    } else values[i] = value
  }
  return { kind: 'numbers', values, missing: kinds.finish() }
}

/** Applies the missing values of a schema to texts, instead of those of the file. */
export function textsWithMissing(cells: TextCells, said: SaidMissing | undefined): TextCells {
  if (said === undefined) return cells
  const levels = [...cells.levels]
  const codeOf = new Map(levels.map((level, code) => [level, code]))
  const codes = cells.codes.slice()
  const kinds = missingKinds(codes.length)
  for (let i = 0; i < codes.length; i++) {
    const text = codes[i] < 0 ? kindAt(cells.missing, i) : levels[codes[i]]
    if (text === '' || said.texts.includes(text)) {
      codes[i] = -1
      kinds.note(i, text)
    } else {
      let code = codeOf.get(text)
      if (code === undefined) codeOf.set(text, (code = levels.push(text) - 1))
      codes[i] = code
    }
  }
  return { kind: 'texts', levels, codes, missing: kinds.finish() }
}

/**
 * Returns the source of a column's missing cells. System-missing is the empty text, also for cells that become missing;
 * every other kind is an exception.
 */
export function missingSource(cells: NumberCells | TextCells): Omit<ColumnSource, 'header'> {
  const exceptions = packedText()
  const { missing } = cells
  let some = false
  const rows = cells.kind === 'numbers' ? cells.values.length : cells.codes.length
  for (let i = 0; i < rows; i++) {
    if (cells.kind === 'numbers' ? !Number.isNaN(cells.values[i]) : cells.codes[i] >= 0) continue
    some = true
    const text = kindAt(missing, i)
    if (text !== '') exceptions.push(i, text)
  }
  return {
    missing: some ? { text: '', quoted: false } : null,
    newMissing: { text: '', quoted: false },
    decimals: -1,
    exceptions,
    quoted: null,
    trailing: new Map(),
  }
}
