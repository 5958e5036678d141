import { closeSync, openSync, writeSync } from 'node:fs'

/** Columns of the large file: whole numbers, and amounts of two decimals. */
const COLUMNS = 13
const AT_ONCE = 10_000

/**
 * Writes a CSV file of so many records × 13: its first column is no more than a year, every second of the others has decimals.
 * The same file each time.
 *
 * @param path where it goes
 * @param records how many
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
        // Every column goes a little with the others, as incomes and taxes do.
        const value = 30_000 * (size + next())
        text += `,${j % 2 === 0 ? value.toFixed(2) : Math.round(value)}`
      }
      text += '\n'
    }
    writeSync(file, text)
  }
  closeSync(file)
}
