import { asWarning, option, type Column, type Dataset, type Message } from '@sdc/core'
import { spearman } from '@sdc/stats'
import type { Matched } from './match-records.js'

/** Smallest number of records for a warning. */
const LEAST_RECORDS = 100
/** Standard errors beyond chance from which one column shows that the positions are right. */
const BEYOND_CHANCE = 4

/**
 * Warns that records at the same position agree no more than by chance in any column: the file has another order, or
 * its records are new. Every metric that depends on links would show too low a risk.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param matched - Matching of the records; only one by position is tested.
 * @returns The warning, or none.
 */
export function chancePositions(
  original: Dataset,
  masked: Dataset,
  { matching }: Pick<Matched, 'matching'>,
): Message[] {
  if (matching !== 'position' || original.rows < LEAST_RECORDS) return []
  const agreements = original.names
    .filter((name) => masked.names.includes(name))
    .map((name) => agreement(original.column(name), masked.column(name)))
    .filter((z) => !Number.isNaN(z))
  if (agreements.length === 0 || agreements.some((z) => Math.abs(z) > BEYOND_CHANCE)) return []
  return [
    asWarning(
      'records at the same position agree no more than by chance: the masked file has another order, or its records are ' +
        `new. They are not linked, and values that rest on links are lacking; name ${option('link')} or ${option('origin')}`,
    ),
  ]
}

/** Returns the agreement of two columns at the same positions, in standard errors from chance; NaN if it is unknown. */
function agreement(a: Column, b: Column): number {
  if (a.kind === 'numeric') return b.kind === 'numeric' ? ranksAgree(a.values, b.values) : Number.NaN
  if (b.kind === 'numeric') return Number.NaN
  const codeOf = new Map(a.levels.map((level, code) => [level, code]))
  const codes = b.codes.map((code) => (code < 0 ? -1 : (codeOf.get(b.levels[code]) ?? -1)))
  const rows = Int32Array.from(a.codes.keys()).filter((i) => a.codes[i] >= 0 && codes[i] >= 0)
  const [first, second] = [new Float64Array(a.levels.length), new Float64Array(a.levels.length)]
  let equal = 0
  for (const i of rows) {
    first[a.codes[i]]++
    second[codes[i]]++
    if (a.codes[i] === codes[i]) equal++
  }
  const expected = first.reduce((sum, count, code) => sum + count * second[code], 0) / rows.length
  return (equal - expected) / Math.sqrt(expected * (1 - expected / rows.length))
}

function ranksAgree(x: Float64Array, y: Float64Array): number {
  const rows = Int32Array.from(x.keys()).filter((i) => !Number.isNaN(x[i]) && !Number.isNaN(y[i]))
  const [a, b] = [x, y].map((values) => Float64Array.from(rows, (i) => values[i]))
  return rows.length < 3 ? Number.NaN : spearman(a, b) * Math.sqrt(rows.length - 1)
}
