import type { LookedColumn } from './look-at-column.js'
import { counted } from './words.js'

/** Most levels that are examined; more levels are texts, not categories. */
const LOOKED_AT = 100_000
/** Most levels in a sentence. */
const SHOWN = 2

/**
 * Finds levels that are probably one: they differ in surrounding blanks or in case.
 *
 * @param looked - A column.
 * @returns A clause for each kind of difference; empty for numbers. Cost: O(levels), at most 100,000.
 */
export function unevenLevels({ column, values }: LookedColumn): string[] {
  if (column.kind === 'numeric') return []
  const levels = Array.from(values.subarray(0, LOOKED_AT), (code) => column.levels[code])
  const blank = levels.filter((level) => level !== level.trim())
  const byLetters = new Map<string, string[]>()
  for (const level of levels) {
    const letters = level.trim().toLowerCase()
    const held = byLetters.get(letters)
    if (held) held.push(level)
    else byLetters.set(letters, [level])
  }
  const alike = [...byLetters.values()].filter((list) => new Set(list.map((level) => level.trim())).size > 1)
  const show = (list: readonly string[]): string =>
    list
      .slice(0, SHOWN)
      .map((text) => JSON.stringify(text))
      .join(', ')
  return [
    ...(blank.length > 0 ? [`${counted(blank.length, 'level')} with blanks before or behind: ${show(blank)}`] : []),
    ...(alike.length > 0
      ? [
          `levels that differ by capitals only: ${alike
            .slice(0, SHOWN)
            .map((list) => list.map((one) => JSON.stringify(one)).join(' and '))
            .join('; ')}`,
        ]
      : []),
  ]
}
