import { closeSync, openSync, writeSync } from 'node:fs'

/** Number of columns of the large file: integers, and amounts with two decimals. */
const COLUMNS = 13
const AT_ONCE = 10_000

/**
 * Writes a CSV file of `records` × 13: the first column is a year, every second of the others has decimals. The file is
 * the same each time.
 *
 * @param path - Path of the file.
 * @param records - Number of records.
 */
export function writeLargeFile(path, records) {
  const file = openSync(path, 'w')
  writeSync(file, `${Array.from({ length: COLUMNS }, (_, j) => `V${j + 1}`).join(',')}\n`)
  let state = 88172645
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  for (let from = 0; from < records; from += AT_ONCE) {
    let text = ''
    for (let i = from; i < Math.min(records, from + AT_ONCE); i++) {
      const size = next() + next() + next()
      text += 1930 + Math.floor(90 * next())
      for (let j = 1; j < COLUMNS; j++) {
        // All columns are slightly correlated, like incomes and taxes.
        const value = 30_000 * (size + next())
        text += `,${j % 2 === 0 ? value.toFixed(2) : Math.round(value)}`
      }
      text += '\n'
    }
    writeSync(file, text)
  }
  closeSync(file)
}
