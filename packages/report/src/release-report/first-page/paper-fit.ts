import { textWidth } from '../../text.js'
import { shownName } from '../page/page-text.js'

/** Millimetres per point. */
const POINT = 25.4 / 72
/** Factor for lines that words do not fill. */
const RAGGED = 1.1
/** Tolerance for sums of millimetres. */
const ROUNDING = 1e-6

/**
 * Returns the approximate number of lines of a text on paper, rather one too many and at most `most`; the rest is cut.
 */
export function linesOf(text: string, width: number, size: number, most: number): number {
  const needed = (textWidth(shownName(text, 2000), size) * POINT) / width
  return Math.max(1, Math.min(most, Math.ceil(needed <= 1 ? needed : needed * RAGGED)))
}

/** Returns true if a text does not fit this number of lines. */
export function isCut(text: string, width: number, size: number, most: number): boolean {
  return linesOf(text, width, size, most + 1) > most
}

/** A list cut to the room of a page. */
export interface Fitted<Item> {
  readonly shown: readonly Item[]
  readonly left: readonly Item[]
}

/** Returns as many items as fit; if some do not, room is kept for a line that says so. */
export function fitted<Item>(
  items: readonly Item[],
  height: (item: Item) => number,
  room: number,
  line: number,
): Fitted<Item> {
  const whole = items.reduce((sum, item) => sum + height(item), 0)
  if (whole <= room + ROUNDING) return { shown: items, left: [] }
  let used = line
  const count = items.findIndex((item) => (used += height(item)) > room + ROUNDING)
  return { shown: items.slice(0, count), left: items.slice(count) }
}

/**
 * Divides a height among several parts: each gets at least its share if it needs it, and the first ones get what others
 * leave.
 */
export function shared(needs: readonly number[], shares: readonly number[], room: number): number[] {
  const given = needs.map((need, i) => Math.min(need, shares[i] * room))
  let rest = room - given.reduce((sum, one) => sum + one, 0)
  for (const [i, need] of needs.entries()) {
    const more = Math.min(rest, need - given[i])
    given[i] += more
    rest -= more
  }
  return given
}
