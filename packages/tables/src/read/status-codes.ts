import { givenStatuses, listed, option, SdcError } from '@sdc/core'
import { readRows } from '@sdc/files'
import type { InputFile } from '@sdc/inspect'

/** A status that a table may give a cell. */
export type StatusName = Exclude<(typeof givenStatuses)[number], ''>

/** Meanings of codes. */
export type StatusCodes = ReadonlyMap<string, StatusName>

/** The words, without the empty one. */
export const statusNames = givenStatuses.filter((word): word is StatusName => word !== '')

const codes = (of: Partial<Record<StatusName, string>>): StatusCodes =>
  new Map(statusNames.flatMap((word) => [...(of[word]?.split(' ') ?? [])].map((code) => [code, word] as const)))

/** Codes of statuses by the program or office that uses them. Case matters: `z` must be published, `Z` is empty. */
export const statusDialects: Readonly<Record<string, StatusCodes>> = {
  argus: codes({ safe: 'S s', primary: 'U u', fixed: 'P p z', must: 'M m D x w', zero: 'E Z' }),
  sdmx: codes({ safe: 'F', primary: 'A O T G M', must: 'D S' }),
  eurostat: codes({ primary: 'A B C', must: 'D' }),
}

/**
 * Reads the status codes of an office from a file of lines `code;word`.
 *
 * @param file - The file; its separator is detected.
 * @returns Meaning of each code.
 * @throws WRONG_INPUT with the line for an unknown word or a code with two meanings; RAGGED_ROW, EMPTY_FILE
 */
export function readStatusCodes(file: InputFile): StatusCodes {
  const found = new Map<string, StatusName>()
  for (const [i, row] of readRows(file.content, { file: file.name, encoding: file.encoding }).entries()) {
    const [code, text] = row.map((cell) => cell.trim())
    const word = wordOf(text ?? '')
    const place = { file: file.name, line: i + 1 }
    if (row.length !== 2 || code === '' || word === undefined) {
      const message = `"${row.join(';')}" says of no code what it means`
      throw new SdcError('WRONG_INPUT', message, place, `Lines are CODE;WORD. The words: ${listed(statusNames)}.`)
    }
    if ((found.get(code) ?? word) !== word) {
      const message = `the code "${code}" means ${found.get(code)} and ${word}`
      throw new SdcError('WRONG_INPUT', message, place, 'Leave out one of the two lines.')
    }
    found.set(code, word)
  }
  return found
}

/**
 * Returns the reader of the texts in a column of statuses. Letters have different meanings in different offices (S is
 * safe, or suppressed). Without codes, only the words have a meaning, and U, and S if the column has U as well.
 *
 * @param texts - All texts of the column, trimmed.
 * @param known - The codes, if given.
 * @returns A function that returns the word of a text; undefined for one without meaning.
 */
export function statusReader(texts: readonly string[], known?: StatusCodes): (text: string) => StatusName | undefined {
  const letters: StatusCodes = known ?? new Map(texts.includes('U') ? [['S', 'safe']] : [])
  return (text) => letters.get(text) ?? wordOf(text) ?? (text === 'U' ? 'primary' : undefined)
}

/**
 * Returns advice on a text that is not a status.
 *
 * @param known - The codes, if given.
 * @param more - Further permitted texts.
 * @returns A sentence.
 */
export function statusAdvice(known: StatusCodes | undefined, more: readonly string[] = []): string {
  const words = `A status is empty, ${[...statusNames, ...more].join(', ')}, or U`
  if (known !== undefined) return `${words}; of the codes: ${[...known.keys()].join(', ')}.`
  return `${words}. Letters differ from house to house: say whose they are with ${option('statusCodes', Object.keys(statusDialects).join(', '))}, or a file of lines CODE;WORD.`
}

function wordOf(text: string): StatusName | undefined {
  return statusNames.find((word) => word === text.toLowerCase())
}
