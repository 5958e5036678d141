import { log } from '@sdc/core'
import type { LookedColumn } from './look-at-column.js'

/** What a column determines: who knows its value knows that of each of these. */
interface Determined {
  readonly by: string
  /** The columns that it determines and that determine it: copies and recodes, one value for one. */
  readonly copies: readonly string[]
  /** The columns that it determines, and not the reverse. */
  readonly columns: readonly string[]
}

/** The columns that equal each other in most records, though not in all. */
interface NearlyEqual {
  readonly columns: readonly [string, string]
  readonly share: number
}

/** What was found, and whether all pairs could be looked at. */
export interface DeterminedSearch {
  readonly determined: readonly Determined[]
  readonly nearlyEqual: readonly NearlyEqual[]
  readonly left: readonly string[]
  /** True if the search ended before its last pair. */
  readonly isCut: boolean
}

/** Columns whose pairs are looked at. */
export const MOST_PAIRED = 250
/** Cells that are read in all. */
const MOST_CELLS = 2e8
/** A column that is nearly an identifier determines all others, which says nothing. */
const REPEATED = 0.5
/** Minus the logarithm of the odds that chance makes each value of one column go with one of the other: 1e-13. */
const NO_CHANCE = 30
/** Two numeric columns are nearly equal where so many of the records in which one is not 0 have the same number. */
const NEARLY = 0.8

/**
 * The columns that others determine: a place and its region, a text and its code, all that belongs to a household.
 *
 * A determines B where all records with a value of A have one value of B. That is no chance where Σ over the values of A of (records −
 * 1), times −log Σ p_v² of B, is 30 or more: with a B that is nearly always the same nothing is shown. A missing cell of B
 * counts as a value of its own. A column whose values mostly occur once determines everything and is left out.
 *
 * @param columns - The columns of a file.
 * @returns What determines what. Cost: a pair mostly ends at its first few records; 2·10⁸ cells at the most.
 */
export function determinedColumns(columns: readonly LookedColumn[]): DeterminedSearch {
  const useful = columns.filter(({ distinct }) => distinct >= 2)
  const paired = useful.slice(0, MOST_PAIRED)
  const seen = paired.map((one) => ({ one, classes: one.classes(), surprise: surpriseOf(one) }))
  const budget = { cells: MOST_CELLS }
  const found: Determined[] = []
  const copied = new Set<LookedColumn>()
  for (const a of seen) {
    if (copied.has(a.one) || a.one.distinct > REPEATED * a.one.present) continue
    const repeats = a.one.present - a.one.distinct
    const given = seen.filter(
      (b) =>
        b !== a &&
        b.one.distinct <= a.one.distinct &&
        repeats * b.surprise >= NO_CHANCE &&
        determines(a.classes, a.one.distinct, b.classes, budget),
    )
    const copies = given.filter(
      (b) => b.one.distinct === a.one.distinct && determines(b.classes, b.one.distinct, a.classes, budget),
    )
    for (const { one } of copies) copied.add(one)
    const names = (list: readonly (typeof seen)[number][]): string[] => list.map(({ one }) => one.name)
    const rest = given.filter((b) => !copies.includes(b))
    if (given.length > 0) found.push({ by: a.one.name, copies: names(copies), columns: names(rest) })
  }
  const nearlyEqual = equalPairs(paired, budget)
  const left = useful.slice(MOST_PAIRED).map(({ name }) => name)
  return { determined: found, nearlyEqual, left, isCut: budget.cells <= 0 }
}

/** −log Σ p_v²: how little two records have the same value by chance. */
function surpriseOf({ counts, present, records }: LookedColumn): number {
  const missing = (records - present) / records
  let same = missing * missing
  for (const count of counts) same += (count / records) * (count / records)
  return -log(Math.min(same, 1))
}

function determines(a: Int32Array, distinct: number, b: Int32Array, budget: { cells: number }): boolean {
  if (budget.cells <= 0) return false
  const given = new Int32Array(distinct).fill(-2)
  let i = 0
  for (; i < a.length; i++) {
    const value = a[i]
    if (value < 0) continue
    if (given[value] === -2) given[value] = b[i]
    else if (given[value] !== b[i]) break
  }
  // An array of its own costs, too.
  budget.cells -= i + distinct / 8
  return i === a.length
}

/** Pairs of numeric columns that have the same number in most records, zeros apart. */
function equalPairs(columns: readonly LookedColumn[], budget: { cells: number }): NearlyEqual[] {
  const numbers = columns.flatMap((one) =>
    one.column.kind === 'numeric' && one.distinct > 20 ? [{ name: one.name, values: one.column.values }] : [],
  )
  const found: NearlyEqual[] = []
  for (let a = 0; a < numbers.length; a++) {
    for (let b = a + 1; b < numbers.length && budget.cells > 0; b++) {
      const share = equalShare(numbers[a].values, numbers[b].values, budget)
      if (share >= NEARLY && share < 1) found.push({ columns: [numbers[a].name, numbers[b].name], share })
    }
  }
  return found
}

/** Looked at in some records first: most pairs have none in common. */
function equalShare(x: Float64Array, y: Float64Array, budget: { cells: number }): number {
  const first = Math.min(200, x.length)
  const shareOf = (count: number): number => {
    const step = x.length / count
    let [equal, of] = [0, 0]
    for (let k = 0; k < count; k++) {
      const i = Math.floor(k * step)
      if ((x[i] === 0 && y[i] === 0) || x[i] !== x[i] || y[i] !== y[i]) continue
      of++
      if (x[i] === y[i]) equal++
    }
    budget.cells -= count
    return of < 20 ? 0 : equal / of
  }
  return shareOf(first) < NEARLY - 0.1 ? 0 : shareOf(x.length)
}
