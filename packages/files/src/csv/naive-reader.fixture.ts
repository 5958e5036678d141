/** A cell as read by the naive reader. */
export interface NaiveCell {
  readonly text: string
  readonly quoted: boolean
  readonly trailing: string
}

/**
 * Divides a text into records as plainly as possible: letter by letter, with a state for each part of a cell. It shares
 * nothing with the reader.
 *
 * @param text - The text, without its byte order mark.
 * @param marks - Its separator and quote, and the letter that ends lines; a carriage return before a line feed
 *   belongs to it.
 * @returns The records, without blank lines at the end; undefined if a quote is malformed.
 */
export function naiveRecords(
  text: string,
  { separator, quote, lineEnd }: { readonly separator: string; readonly quote: string; readonly lineEnd: '\n' | '\r' },
): NaiveCell[][] | undefined {
  const records: NaiveCell[][] = []
  let record: NaiveCell[] = []
  let cell = ''
  let trailing = ''
  let state: 'start' | 'plain' | 'quoted' | 'behind' = 'start'
  const endCell = (last: boolean): void => {
    const cut = (some: string): string => (last && lineEnd === '\n' && some.endsWith('\r') ? some.slice(0, -1) : some)
    const quoted = state === 'behind'
    record.push({ text: quoted ? cell : cut(cell), quoted, trailing: quoted ? cut(trailing) : '' })
    cell = ''
    trailing = ''
    state = 'start'
  }
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]
    if (state === 'quoted') {
      if (letter !== quote) cell += letter
      else if (text[i + 1] === quote) {
        cell += quote
        i++
      } else state = 'behind'
    } else if (letter === separator) endCell(false)
    else if (letter === lineEnd) {
      endCell(true)
      records.push(record)
      record = []
    } else if (state === 'behind') {
      if (letter.trim() !== '') return undefined
      trailing += letter
    } else if (state === 'start' && letter === quote) state = 'quoted'
    else {
      state = 'plain'
      cell += letter
    }
  }
  if (state === 'quoted' || (state === 'behind' && trailing !== '')) return undefined
  if (state !== 'start' || record.length > 0) {
    endCell(false)
    records.push(record)
  }
  while (records.length > 0 && isBlank(records[records.length - 1])) records.pop()
  return records
}

function isBlank(record: readonly NaiveCell[]): boolean {
  return record.length === 1 && record[0].text === '' && !record[0].quoted
}
