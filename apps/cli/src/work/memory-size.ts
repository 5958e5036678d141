import { InvalidArgumentError } from 'commander'

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
])
/** Less memory does not suffice for the program and one block of each column. */
const LEAST = 2.5e8

/** Parses bytes, such as `2GB`, `500 MB`. */
export function memorySize(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]B)?$/i.exec(text.trim()) ?? []
  const bytes = Number(number) * (UNITS.get(unit.toUpperCase()) ?? Number.NaN)
  if (!Number.isFinite(bytes)) throw new InvalidArgumentError('it is not a size, as in 2GB or 500MB')
  if (bytes < LEAST)
    throw new InvalidArgumentError('it is too small: a block of records and the program need at least 250MB')
  return bytes
}
