import { InvalidArgumentError } from 'commander'

/** Reads a number of records from an option. */
export function recordCount(text: string): number {
  const n = Number(text)
  if (!(n >= 1)) throw new InvalidArgumentError('It is a number of records.')
  return n
}
