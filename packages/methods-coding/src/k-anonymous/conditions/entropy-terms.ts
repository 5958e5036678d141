import { log } from '@sdc/stats'

/** Numbers below this have their term in a table, which is filled on demand. */
const TABLED = 1 << 16

let table = new Float64Array(1)
/** table[c] is c·ln c below this. */
let made = 1

/**
 * c·ln c; for a small whole number from a table.
 *
 * @param c - 0 or more.
 * @returns 0 for 0.
 */
export function timesLog(c: number): number {
  if (c >= TABLED || !Number.isInteger(c)) return c * log(c)
  if (c < made) return table[c]
  const grown = new Float64Array(Math.min(TABLED, Math.max(256, 2 * c)))
  grown.set(table)
  for (let i = made; i < grown.length; i++) grown[i] = i * log(i)
  table = grown
  made = grown.length
  return table[c]
}
