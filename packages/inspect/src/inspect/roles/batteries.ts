import type { LookedColumn } from '../look-at-column.js'

/** Fewest columns of a battery. */
const FEWEST = 8
/** Most answers of an item. */
const MOST_ANSWERS = 11

/** A column described by its values. */
interface AnsweredColumn {
  readonly name: string
  readonly looked: LookedColumn
  readonly missingCodes: readonly { readonly text: string }[]
}

/** Items of a questionnaire: columns with similar names and the same few answers. */
export interface Battery {
  /** Names of its columns, in the order of the file. */
  readonly columns: readonly string[]
  /** Their answers, in order. */
  readonly levels: readonly string[]
  /** True if the answers are three or more consecutive integers. */
  readonly isScale: boolean
  /** Common beginning of the names. */
  readonly stem: string
}

/**
 * Finds batteries of items: eight or more columns with the same few answers and numbered names, or names with the same
 * first word.
 *
 * @param columns - Columns of a file that may be items.
 * @returns The batteries, in the order of their first columns.
 */
export function batteriesOf(columns: readonly AnsweredColumn[]): Battery[] {
  const taken = new Set<string>()
  return [numberedStem, firstWord].flatMap((stemOf) => {
    const byStem = new Map<string, AnsweredColumn[]>()
    for (const column of columns) {
      const stem = stemOf(column.name)
      if (stem === undefined || taken.has(column.name)) continue
      byStem.set(stem, [...(byStem.get(stem) ?? []), column])
    }
    return [...byStem].flatMap(([stem, members]) => {
      const battery = batteryOf(stem, members)
      battery?.columns.forEach((name) => taken.add(name))
      return battery ? [battery] : []
    })
  })
}

/** Returns q for q01, q1a, q_1. */
function numberedStem(name: string): string | undefined {
  return /^(.*?\D)\d+[a-z]?$/iu.exec(name)?.[1]
}

/** Returns trust_ for trust_police. */
function firstWord(name: string): string | undefined {
  return /^([^_.\s-]+[_.\s-])./u.exec(name)?.[1]
}

/** Returns the columns whose answers are most or all of those of the most frequent set of answers. */
function batteryOf(stem: string, members: readonly AnsweredColumn[]): Battery | undefined {
  const answers = members.map(answersOf)
  const known = answers.flatMap((one) => (one === undefined ? [] : [one]))
  const counts = new Map<string, number>()
  for (const one of known) counts.set(one.join('\n'), (counts.get(one.join('\n')) ?? 0) + 1)
  // Rare answers are missing in some columns; of two frequent sets the larger one contains them.
  const common = known
    .filter((one) => 4 * (counts.get(one.join('\n')) ?? 0) >= known.length)
    .sort((a, b) => b.length - a.length)[0]
  if (common === undefined) return undefined
  const isLike = (one: readonly string[]): boolean =>
    2 * one.length > common.length && one.every((text) => common.includes(text))
  const columns = members.flatMap(({ name }, j) => (answers[j] !== undefined && isLike(answers[j]) ? [name] : []))
  if (columns.length < FEWEST) return undefined
  const numbers = common.map(Number)
  const isScale = numbers.length >= 3 && numbers.every((value, i) => value === numbers[0] + i)
  return { stem, columns, levels: common, isScale }
}

/** Returns the answers of a column without codes for missing values; undefined if they are too many or too few. */
function answersOf({ looked: { column, values }, missingCodes }: AnsweredColumn): readonly string[] | undefined {
  if (values.length > MOST_ANSWERS + missingCodes.length) return undefined
  const texts = Array.from(values, (value) => (column.kind === 'numeric' ? String(value) : column.levels[value]))
  const answers = texts.filter((text) => !missingCodes.some((code) => code.text === text))
  if (answers.length < 2 || answers.length > MOST_ANSWERS) return undefined
  return column.kind === 'numeric' ? answers : answers.sort()
}
