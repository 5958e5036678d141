import type { RareMissing } from './file-facts.js'
import type { ColumnInspection, Finding } from './inspection.js'
import { counted, groupedNumber, labelledText, missingKindText } from './words.js'

/** Most labels in a line; the others are counted. */
const MOST_LABELS = 8

/**
 * Makes a finding for each column with a label or labelled values.
 *
 * @param columns - The columns.
 * @returns A sentence per column: its label, its measure, its values with their labels.
 */
export function labelFindings(columns: readonly ColumnInspection[]): Finding[] {
  return columns.flatMap(({ name, facts: { label, labels, measure, missingKinds } }) => {
    if (label === undefined && labels === undefined) return []
    const missing = new Set(missingKinds.map(({ text }) => text))
    const own = [...(labels?.keys() ?? [])].filter((text) => !missing.has(text))
    const shown = own.slice(0, own.length > MOST_LABELS + 1 ? MOST_LABELS : own.length)
    const rest = own.length - shown.length
    const list = shown.map((text) => labelledText(text, labels))
    const parts = [
      ...(label === undefined ? [] : [label]),
      ...(measure === undefined ? [] : [measure]),
      ...(list.length === 0 ? [] : [`${list.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`]),
    ]
    return [{ kind: 'labels', columns: [name], text: `${name}: ${parts.join('; ')}` }]
  })
}

/**
 * Returns a finding for each column with named kinds of missing cells, and one about records that these make unique.
 *
 * @param columns - The columns.
 * @param rare - Numbers of records with a unique pattern of missing cells.
 * @returns The findings.
 */
export function missingKindFindings(columns: readonly ColumnInspection[], rare: RareMissing | undefined): Finding[] {
  const named = columns.map((column) => ({ name: column.name, kinds: namedKinds(column) })).filter(hasKinds)
  if (named.length === 0) return []
  const lines = named.map(({ name, kinds }): Finding => {
    return { kind: 'kinds', columns: [name], text: `${name}: ${kinds.join(', ')}` }
  })
  if (rare === undefined || rare.byKind === 0) return lines
  const alone = `${counted(rare.byKind, 'record')} ${rare.byKind === 1 ? 'has' : 'have'}`
  const text = `${alone} a pattern of these kinds that no other record has; without the kinds ${groupedNumber(rare.byPlace)}`
  return [...lines, { kind: 'kinds', columns: named.map(({ name }) => name), text }]
}

const hasKinds = ({ kinds }: { readonly kinds: readonly string[] }): boolean => kinds.length > 0

/**
 * Lists the kinds of missing cells of a column with their numbers of records, if the file names its kinds.
 *
 * @param column - The column.
 * @returns For example `-9 no answer: 106`; empty if all missing cells are of one kind without a name.
 */
export function namedKinds({ facts: { missingKinds, definition, labels } }: ColumnInspection): readonly string[] {
  const isCoded = definition !== undefined || missingKinds.some(({ text }) => labels?.has(text) === true)
  if (missingKinds.length < 2 && !isCoded) return []
  return missingKinds.map((kind) => `${missingKindText(kind)}: ${groupedNumber(kind.records)}`)
}
