import { seededRng, type Rng } from '@sdc/core'

/** Masked columns: numbers, one of them mostly zero. */
export const maskedColumns: readonly string[] = ['hours', 'income', 'tax', 'wealth', 'weight']

const header = 'id,age,sex,region,occupation,hours,income,tax,wealth,benefits,weight,visits,code\n'

const regions = ['north', 'south', 'east', 'west', 'centre']
const occupations = [
  'farming',
  'mining',
  'manufacturing',
  'trade',
  'transport',
  'health',
  'education',
  'services',
  'none',
]

/** Number of records in one piece of text. */
const perPiece = 10_000

/**
 * Makes a file of n records of 13 typical columns, in pieces. The columns are an id, an age, categories as numbers and
 * as text, amounts with two decimals and mostly-zero ones, measures with one decimal, a count and a code. A record has
 * about 75 bytes.
 */
export function* madeCsv(n: number): Iterable<string> {
  const rng = seededRng('made csv')
  yield header
  for (let begin = 0; begin < n; begin += perPiece) {
    let piece = ''
    for (let i = begin; i < Math.min(n, begin + perPiece); i++) piece += record(i, rng)
    yield piece
  }
}

function record(i: number, rng: Rng): string {
  const income = 22_000 * (0.2 + rng.uniform() + 2 * rng.uniform() ** 4)
  const part = (share: number, most: number, decimals: number): string =>
    rng.uniform() < share ? (most * rng.uniform() ** 3).toFixed(decimals) : '0'
  return `${[
    i + 1,
    below(73, rng) + 18,
    below(2, rng) + 1,
    regions[below(regions.length, rng)],
    occupations[below(occupations.length, rng)],
    (8 + 60 * rng.uniform()).toFixed(1),
    income.toFixed(2),
    (income * 0.2 * rng.uniform()).toFixed(2),
    part(0.4, 900_000, 2),
    part(0.15, 20_000, 2),
    (20 + 400 * rng.uniform()).toFixed(4),
    part(0.1, 9, 0),
    below(900_000, rng) + 100_000,
  ].join(',')}\n`
}

function below(count: number, rng: Rng): number {
  return Math.floor(count * rng.uniform())
}
