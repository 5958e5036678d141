/** Positions of the values of a range in another order, which is read piece by piece. */
import type { SortedFile } from '../tasks/stage.js'
import type { SortedRanks } from './sorted-ranks.js'

/** An order, sorted. */
interface SortedOrder {
  readonly file: SortedFile
  readonly ranks: SortedRanks
}

/** Number of values that are read at a time. */
const PIECE = 1 << 20

/**
 * Counts the values of another order below each value, and those not above it. Cost: O(n + m) for the m other values
 * between the first value and the last.
 *
 * @param others - The other order, sorted.
 * @param values - n values, ascending.
 * @returns 2n numbers, two per value.
 */
export async function placesIn(others: SortedOrder, values: Float64Array): Promise<Float64Array> {
  const places = new Float64Array(2 * values.length)
  const pieces = piecesFrom(others, values)
  let piece: Piece = { before: 0, values: new Float64Array(0) }
  let at = 0
  let isOver = false
  const next = async (): Promise<void> => {
    const { value, done } = await pieces.next()
    isOver = done === true
    piece = value ?? { before: piece.before + piece.values.length, values: new Float64Array(0) }
    at = 0
  }
  for (let start = 0; start < values.length;) {
    const value = values[start]
    for (;;) {
      while (piece.values[at] < value) at++
      if (at < piece.values.length || isOver) break
      await next()
    }
    const below = piece.before + at
    for (;;) {
      while (piece.values[at] === value) at++
      if (at < piece.values.length || isOver) break
      await next()
    }
    const upTo = piece.before + at
    for (; values[start] === value; start++) {
      places[2 * start] = below
      places[2 * start + 1] = upTo
    }
  }
  return places
}

interface Piece {
  /** Number of values before it. */
  readonly before: number
  readonly values: Float64Array
}

/**
 * Yields the others piece by piece, from the piece that may contain the first value; returns an empty piece with the
 * count before it.
 */
async function* piecesFrom({ file, ranks }: SortedOrder, values: Float64Array): AsyncGenerator<Piece, Piece> {
  let before = 0
  for (const [range, { count, last }] of (await ranks.edges(file)).entries()) {
    for (let from = last < values[0] ? count : 0; from < count; from += PIECE) {
      const end = Math.min(count, from + PIECE)
      yield { before: before + from, values: await ranks.values(file, range, from, end) }
    }
    before += count
  }
  return { before, values: new Float64Array(0) }
}
