/** Largest number of columns named in a sentence. */
const MOST_NAMED = 5

/** Collects facts that a format cannot represent. */
export interface Losses {
  /** Adds a sentence with the placeholder `{columns}` for one column. */
  readonly add: (sentence: string, column: string) => void
  /** Returns each sentence once, with its columns. */
  readonly finish: () => readonly string[]
}

/** Returns an empty list of losses. */
export function losses(): Losses {
  const bySentence = new Map<string, string[]>()
  return {
    add(sentence, column) {
      const columns = bySentence.get(sentence)
      if (columns === undefined) bySentence.set(sentence, [column])
      else if (!columns.includes(column)) columns.push(column)
    },
    finish: () => [...bySentence].map(([sentence, columns]) => sentence.replace('{columns}', () => listed(columns))),
  }
}

/** Joins names to a list: "a, b and c", or "a, b, c, d, e and 14 others". */
export function listed(names: readonly string[]): string {
  if (names.length > MOST_NAMED + 1)
    return `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} others`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
}
