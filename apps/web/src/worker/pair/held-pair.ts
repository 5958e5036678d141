import { takeRows, type Column, type Dataset } from '@sdc/core'
import type { TableFile } from '@sdc/files/formats'
import {
  changesByColumn,
  differing,
  histogramOf,
  isMissing,
  labelled,
  linkedRows,
  nextChanged,
  twoColumns,
  type Differs,
  type TwoColumns,
} from '@sdc/release/reports'
import { barsOf, bothBars } from '../data/bars.js'
import { rowTexts } from '../data/table-page.js'
import type { PairCell, PairPicture, PairQuestion, PairQuestions, PairRow } from '../protocol/pair-types.js'

/** Parts of a pair. */
export interface PairFiles {
  readonly original: TableFile
  readonly masked: Dataset
  /** Original record of every masked one; −1 for none. */
  readonly origin: Int32Array
  /** The masked file as read, if it is from elsewhere; otherwise it is written like the original. */
  readonly file?: TableFile | undefined
}

/** A masked file with its original in a worker. */
export type HeldPair = { readonly [Q in PairQuestion]: (ask: PairQuestions[Q]['ask']) => PairQuestions[Q]['answer'] }

/**
 * Returns the answers to questions about a masked file and its original.
 *
 * @param files - Both files, and the link between their records.
 * @returns A function for every question.
 */
export function heldPair({ original: csv, masked, origin, file }: PairFiles): HeldPair {
  const original = csv.dataset
  const rows = linkedRows(original.rows, origin)
  const changes = changesByColumn(original, masked, rows)
  const labelsOf = (name: string): ReadonlyMap<string, string> | undefined => csv.dictionary?.columns.get(name)?.labels
  const inBoth = (name: string): boolean => original.names.includes(name) && masked.names.includes(name)
  const testsOf = (names: readonly string[]): Differs[] =>
    names.filter(inBoth).map((name) => differing(original.column(name), masked.column(name)))
  const columnOf = (name: string): Column => (original.names.includes(name) ? original : masked).column(name)
  /** Returns the texts of some records, by column and index; no text for missing records. */
  const textsOf = (data: Dataset, records: Int32Array, isMasked: boolean): ((name: string, k: number) => string) => {
    const taken = records.filter((record) => record >= 0)
    const from = isMasked && file === undefined ? taken.map((record) => origin[record]) : taken
    const texts = rowTexts(isMasked ? (file ?? csv) : csv, takeRows(data, taken), from)
    const placeOf = new Map(data.names.map((name, j) => [name, j]))
    let at = 0
    const line = Array.from(records, (record) => (record < 0 ? -1 : at++))
    return (name, k) => {
      const text = texts[line[k]][placeOf.get(name) ?? -1]
      const label = labelsOf(name)?.get(text.trim())
      if (!isMissing(data.column(name), records[k])) return label === undefined ? text : `${text} ${label}`
      return text.trim() === '' ? 'missing' : `${text} ${label ?? 'missing'}`
    }
  }
  return {
    facts: () => ({
      rows: rows.original.length,
      records: masked.rows,
      linked: origin.filter((row) => row >= 0).length,
      columns: changes.map(({ name, ...rest }) => ({
        name,
        label: csv.dictionary?.columns.get(name)?.label,
        kind: columnOf(name).kind,
        ...rest,
      })),
    }),
    page({ from, count, columns }) {
      const [left, right] = [rows.original, rows.masked].map((all) => all.subarray(from, from + count))
      const before = textsOf(original, left, false)
      const after = textsOf(masked, right, true)
      const tests = new Map(columns.filter(inBoth).map((name) => [name, testsOf([name])[0]]))
      const cell = (name: string, k: number): PairCell => ({
        ...(left[k] >= 0 && original.names.includes(name) && { before: before(name, k) }),
        ...(right[k] >= 0 && masked.names.includes(name) && { after: after(name, k) }),
        changed: left[k] >= 0 && right[k] >= 0 && (tests.get(name)?.(left[k], right[k]) ?? false),
      })
      const page = Array.from(left, (_, k): PairRow => ({
        ...(left[k] >= 0 && { original: left[k] + 1 }),
        ...(right[k] >= 0 && { masked: right[k] + 1 }),
        cells: columns.map((name) => cell(name, k)),
      }))
      return { from, rows: page }
    },
    change: ({ from, columns }) => nextChanged(testsOf(columns), rows, from),
    picture({ columns: [a, b] }) {
      const absent = [a, b].find((name) => name !== undefined && !inBoth(name))
      if (absent !== undefined) return { kind: 'none', why: `“${absent}” is in one of the two files only` }
      const [before, after] = [original, masked].map((data) => data.column(a))
      if (b === undefined) return barsPicture(before, after, labelsOf(a))
      const found = twoColumns([before, original.column(b)], [after, masked.column(b)])
      if (found === undefined) return { kind: 'none', why: 'a column has values of another kind in the masked file' }
      return withLabels(found, labelsOf(a), labelsOf(b))
    },
  }
}

type Labels = ReadonlyMap<string, string> | undefined

function barsPicture(before: Column, after: Column, labels: Labels): PairPicture {
  if (before.kind !== after.kind)
    return { kind: 'recoded', before: labelled(barsOf(before), labels), after: labelled(barsOf(after), labels) }
  if (histogramOf(before, after) === undefined) return { kind: 'none', why: 'the column has no values' }
  return { kind: 'bars', ...bothBars(before, after, labels), missing: [missingIn(before), missingIn(after)] }
}

function missingIn(column: Column): number {
  return column.kind === 'numeric'
    ? column.values.filter((value) => Number.isNaN(value)).length
    : column.codes.filter((code) => code < 0).length
}

function withLabels(picture: TwoColumns, first: Labels, second: Labels): TwoColumns {
  const named = (levels: readonly string[], labels: Labels): readonly string[] =>
    labelled({ levels }, labels).levels ?? levels
  if (picture.kind === 'boxes') return { ...picture, levels: named(picture.levels, picture.by === 0 ? first : second) }
  if (picture.kind === 'table')
    return { ...picture, rows: named(picture.rows, first), columns: named(picture.columns, second) }
  return picture
}
