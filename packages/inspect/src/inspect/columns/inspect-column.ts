import type { FileSchema } from '@sdc/engine'
import type { ColumnDescription } from '@sdc/files/formats'
import type { LookedColumn } from '../look-at-column.js'
import { labelledText } from '../words.js'
import { SHORT_LIST, type SeenColumn } from './seen-column.js'
import { seenNumbers } from './seen-numbers.js'
import { seenTexts } from './seen-texts.js'

type Said = FileSchema['columns'][string]

/**
 * Describes a column by its values.
 *
 * @param looked - The column.
 * @param said - Its entry in the schema.
 * @param description - Description by the file: labels, and the reason for its kind.
 * @returns Everything but its role.
 */
export function inspectColumn(
  looked: LookedColumn,
  said: Said | undefined,
  description: ColumnDescription = {},
): SeenColumn {
  const { name, column, records, present, distinct } = looked
  const isSaid = said?.kind !== undefined || said?.levels !== undefined || said?.taxonomy !== undefined
  const common = { name, looked, records, missing: records - present, distinct, isSaid, saidRole: said?.role }
  const seen = column.kind === 'numeric' ? seenNumbers(looked, isSaid) : seenTexts(looked, isSaid)
  const { labels, kindReason } = description
  const why = isSaid || kindReason === undefined ? seen.why : kindReason
  const looks = labels === undefined ? seen.looks : (labelledLooks(looked, labels) ?? seen.looks)
  const suggested = { ...common, kind: column.kind, ...seen, why, looks }
  const isCategories = column.kind !== 'numeric' || (!isSaid && seen.suggestedKind === 'categorical')
  const allLevels = labels !== undefined && isCategories ? levelsOf(looked) : undefined
  return { ...suggested, allLevels, isOrdered: column.kind === 'categorical' && column.ordered }
}

/** Returns all categories in their order; numbers by size. */
function levelsOf({ column, values }: LookedColumn): readonly string[] {
  return column.kind === 'numeric' ? Array.from(values, String) : column.levels
}

/** Returns `1 male, 2 female` for few values with their labels; undefined if no value has one. */
function labelledLooks({ column, values }: LookedColumn, labels: ReadonlyMap<string, string>): string | undefined {
  const texts = Array.from(values.subarray(0, SHORT_LIST), (value) =>
    column.kind === 'numeric' ? String(value) : column.levels[value],
  )
  if (!texts.some((text) => labels.has(text))) return undefined
  const more = values.length > SHORT_LIST ? ', …' : ''
  return `${texts.map((text) => labelledText(text, labels)).join(', ')}${more}`
}
