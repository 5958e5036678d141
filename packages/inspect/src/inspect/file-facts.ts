import type { Column } from '@sdc/core'
import type { CsvFile } from '@sdc/files'
import type { ColumnDescription } from '@sdc/files/formats'
import type { FileFacts, MissingKind } from './inspection.js'

/** Facts about columns from the file or its schema, with the kind of each missing cell. */
export interface ColumnFacts extends FileFacts {
  /** Index in `missingKinds` of the kind of each missing cell; undefined content for other cells. */
  readonly kindOf: Uint8Array
}

/** Most kinds of missing cells; further kinds are pooled. */
const MOST_KINDS = 255

/**
 * Collects the facts about a column: its labels, its measure, and the number of missing cells of each kind.
 *
 * @param column - Its values.
 * @param source - Texts of its missing cells; undefined if there is no file.
 * @param said - Its entry in the dictionary.
 * @returns The facts. Cost: one pass.
 */
export function columnFacts(
  column: Column,
  source: Pick<NonNullable<ReturnType<CsvFile['source']['get']>>, 'exceptions' | 'missing'> | undefined,
  said: ColumnDescription = {},
): ColumnFacts {
  const { label, labels, measure, format, time, missing } = said
  const values = column.kind === 'numeric' ? column.values : column.codes
  const kindOf = new Uint8Array(values.length)
  const kinds = new Map<string, { readonly index: number; records: number }>()
  const usual = source?.missing?.text.trim() ?? ''
  for (let i = 0; i < values.length; i++) {
    if (column.kind === 'numeric' ? values[i] === values[i] : values[i] >= 0) continue
    const text = source?.exceptions.get(i)?.trim() ?? usual
    let kind = kinds.get(text)
    if (kind === undefined) kinds.set(text, (kind = { index: Math.min(kinds.size, MOST_KINDS), records: 0 }))
    kind.records++
    kindOf[i] = kind.index
  }
  const missingKinds = [...kinds].map(([text, { records }]): MissingKind => ({
    text,
    label: labels?.get(text),
    records,
  }))
  return { label, labels, measure, format, time, definition: missing, missingKinds, kindOf }
}

/** Number of records with a unique pattern of missing cells, by the kinds of the cells and by their places alone. */
export interface RareMissing {
  readonly byKind: number
  readonly byPlace: number
}

/** Most cells; counting the patterns of more would take over a second or two. */
const MOST_CELLS = 10_000_000

/**
 * Counts records with a unique pattern of missing cells.
 *
 * @param columns - The columns of the file.
 * @param facts - Facts about them.
 * @param rows - Number of records.
 * @returns The counts; undefined if no column has two kinds, and for a file too large to count quickly.
 */
export function rareMissing(
  columns: readonly Column[],
  facts: readonly ColumnFacts[],
  rows: number,
): RareMissing | undefined {
  const used = columns.flatMap((column, j) => (facts[j].missingKinds.length > 0 ? [{ column, facts: facts[j] }] : []))
  if (used.every((one) => one.facts.missingKinds.length < 2) || used.length * rows > MOST_CELLS) return undefined
  const alone = (kindOf: (own: Uint8Array, i: number) => number): number => {
    const counts = new Map<string, number>()
    for (let i = 0; i < rows; i++) {
      let pattern = ''
      for (const [j, { column, facts: own }] of used.entries()) {
        if (column.kind === 'numeric' ? column.values[i] === column.values[i] : column.codes[i] >= 0) continue
        pattern += `${j}:${kindOf(own.kindOf, i)} `
      }
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
    }
    return [...counts.values()].filter((count) => count === 1).length
  }
  return { byKind: alone((own, i) => own[i]), byPlace: alone(() => 0) }
}
