import type { ColumnInspection, FileFacts } from '../inspection.js'
import { list, scalar } from './yaml-text.js'

/**
 * Returns the lines of a schema with the facts about a column from the file or its schema, so that the schema of a
 * statistical file also fits a text file with the same values.
 *
 * @param column - The column.
 * @param missing - Texts that mean missing in every column.
 * @returns Lines of YAML.
 */
export function factLines(column: ColumnInspection, missing: readonly string[]): string[] {
  const { facts, allLevels, isOrdered } = column
  const { label, labels, measure, format, definition } = facts
  const texts = missingTexts(facts, missing)
  const [low, high] = definition?.range ?? []
  const own = allLevels === undefined ? undefined : new Set([...allLevels, ...(texts ?? missing)])
  const isKnown = (text: string): boolean =>
    own === undefined ||
    own.has(text) ||
    /^\.[a-z_]$/.test(text) ||
    (Number(text) >= Number(low) && Number(text) <= Number(high))
  const known = [...(labels ?? [])].filter(([text]) => isKnown(text))
  return [
    ...(label === undefined ? [] : [`label: ${scalar(label)}`]),
    ...(allLevels === undefined ? [] : [`levels: ${list(allLevels)}`]),
    ...(isOrdered && allLevels !== undefined ? ['ordered: true'] : []),
    ...(known.length === 0
      ? []
      : ['labels:', ...known.map(([text, says]) => `  ${JSON.stringify(text)}: ${scalar(says)}`)]),
    ...(measure === undefined ? [] : [`measure: ${measure}`]),
    ...(format === undefined ? [] : [`format: ${scalar(format)}`]),
    ...(texts === undefined ? [] : [`missing: ${list(texts)}`]),
    ...(low === undefined || high === undefined ? [] : [`missingRange: [${end(low)}, ${end(high)}]`]),
  ]
}

/**
 * Returns the texts that mean missing in a column of a file with kinds of missing values.
 *
 * @param facts - Facts about the column.
 * @param missing - The texts that mean missing in every column.
 * @returns The texts; undefined if those of every column suffice.
 */
export function missingTexts(
  { definition, missingKinds }: FileFacts,
  missing: readonly string[],
): string[] | undefined {
  const [low, high] = definition?.range ?? [Number.NaN, Number.NaN]
  const isInRange = (text: string): boolean => text !== '' && Number(text) >= low && Number(text) <= high
  const kinds = missingKinds.map(({ text }) => text).filter((text) => !isInRange(text))
  const own = [...new Set([...(definition?.values ?? []), ...kinds])].filter((text) => !missing.includes(text))
  return own.length === 0 ? undefined : [...missing, ...own]
}

const end = (value: number): string => (Number.isFinite(value) ? String(value) : value < 0 ? '-.inf' : '.inf')
