import { InvalidArgumentError } from 'commander'

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
])
/** Less does not hold the program itself and one block of each column. */
const LEAST = 2.5e8

/** Bytes of a text such as `2GB`, `500 MB`. */
export function memorySize(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]B)?$/i.exec(text.trim()) ?? []
  const bytes = Number(number) * (UNITS.get(unit.toUpperCase()) ?? Number.NaN)
  if (!Number.isFinite(bytes)) throw new InvalidArgumentError('it is not a size, as in 2GB or 500MB')
  if (bytes < LEAST)
    throw new InvalidArgumentError('it is too small: a block of records and the program need at least 250MB')
  return bytes
}
