import type { Contributions, Table } from '@sdc/core'
import { loneRespondents } from '../table/lone-respondents.js'
import { totalsOfCells } from '../table/totals-of-cells.js'

/** Known contributions of the respondents of a table; respondents are numbers. */
export interface Respondents {
  /** The only contributor of each cell; −1 if there is none. */
  readonly owner: Int32Array
  /** True if the contributions of respondents of several cells are known. */
  readonly areKnown: boolean
  /** Cells in which a respondent is the only contributor, in order. */
  loneCells(respondent: number): readonly number[]
  /** Respondents known to contribute to two or more inner cells. */
  readonly several: readonly number[]
  /** Known contribution of a respondent to a cell; 0 if unknown. */
  contribution(respondent: number, cell: number): number
  /** Cells of a respondent, with their contribution to each. */
  contributions(respondent: number): ReadonlyMap<number, number>
  /** Known contributions to a cell, by respondent. */
  contributors(cell: number): ReadonlyMap<number, number>
  /** All contributions to a cell; with `without`, those of the others. */
  remainder(cell: number, without?: number): Contributions
  /** Contributions to several cells of one relation, added by respondent. */
  together(cells: ArrayLike<number>): Contributions
}

/** Relative difference up to which contributions count as equal: decimals are rounded to binary. */
const SAME = 1e-9

/**
 * Derives the respondents of a table: lone contributors, contributions to totals (sums over their inner cells), and
 * remainders of cells. Each answer is computed on first use.
 *
 * @param table - Counts, largest contributions, contributions by respondent, lone respondents.
 * @returns The answers.
 */
export function respondentsOf(table: Table): Respondents {
  const { values, counts, contributions, magnitudes } = table
  const owner = loneRespondents(table)
  const above = totalsOfCells(table)
  const isInner = new Uint8Array(values.length).fill(1)
  for (let c = 0; c < values.length; c++)
    for (let k = above.starts[c]; k < above.starts[c + 1]; k++) isInner[above.at[k]] = 0
  const inside = insideOf(above, isInner)
  const lone = listed(owner)
  const byRespondent = new Map<number, [cell: number, x: number][]>()
  const give = (who: number, cell: number, x: number): void => {
    const known = byRespondent.get(who)
    if (known) known.push([cell, x])
    else byRespondent.set(who, [[cell, x]])
  }
  if (contributions)
    for (let c = 0; c < values.length; c++)
      for (let k = contributions.starts[c]; k < contributions.starts[c + 1]; k++)
        if (owner[c] < 0) give(contributions.respondents[k], c, contributions.values[k])
  owner.forEach((who, c) => {
    if (who >= 0 && isInner[c] === 1) give(who, c, values[c])
  })
  const several = [...byRespondent.keys()]
    .filter((who) => (byRespondent.get(who)?.length ?? 0) > 1)
    .sort((a, b) => a - b)

  const inCells = memo((who: number): ReadonlyMap<number, number> => {
    const sums = new Map<number, number>()
    const add = (cell: number, x: number): void => void sums.set(cell, (sums.get(cell) ?? 0) + x)
    for (const [cell, x] of byRespondent.get(who) ?? []) {
      add(cell, x)
      for (let k = above.starts[cell]; k < above.starts[cell + 1]; k++) add(above.at[k], x)
    }
    return sums
  })
  const contributors = memo((cell: number): ReadonlyMap<number, number> => {
    const sums = new Map<number, number>()
    const add = (who: number, x: number): void => void sums.set(who, (sums.get(who) ?? 0) + x)
    for (const inner of isInner[cell] === 1 ? [cell] : inside(cell)) {
      if (owner[inner] >= 0) add(owner[inner], values[inner])
      else if (contributions)
        for (let k = contributions.starts[inner]; k < contributions.starts[inner + 1]; k++)
          add(contributions.respondents[k], contributions.values[k])
    }
    return sums
  })
  const totalOf = (cell: number): number => magnitudes?.[cell] ?? values[cell]
  const others = memo((cell: number): readonly number[] => withoutKnown(table, cell, contributors(cell), totalOf(cell)))

  return {
    owner,
    areKnown: contributions !== undefined,
    loneCells: (who) => lone.get(who) ?? [],
    several,
    contribution: (who, cell) => inCells(who).get(cell) ?? 0,
    contributions: inCells,
    contributors,
    remainder(cell, without) {
      const known = [...contributors(cell)].filter(([who]) => who !== without).map(([, x]) => Math.abs(x))
      const own = without === undefined ? 0 : Math.abs(inCells(without).get(cell) ?? 0)
      const count = counts[cell] < 0 ? -1 : counts[cell] - Number(without !== undefined && own > 0)
      return { total: totalOf(cell) - own, count, largest: largestFirst([...known, ...others(cell)]) }
    },
    together(cells) {
      const merged = new Map<number, number>()
      const rest: number[] = []
      let total = 0
      for (const cell of Array.from(cells)) {
        total += totalOf(cell)
        for (const [who, x] of contributors(cell)) merged.set(who, (merged.get(who) ?? 0) + Math.abs(x))
        rest.push(...others(cell))
      }
      return { total, count: -1, largest: largestFirst([...merged.values(), ...rest]) }
    },
  }
}

/**
 * The largest contributions to a cell by respondents who are not known by name: the list of the table without the known
 * ones. If the list does not add up to the value, one more is appended, as large as possible: no level is too small.
 */
function withoutKnown(
  { largest, top = 2 }: Table,
  cell: number,
  known: ReadonlyMap<number, number>,
  total: number,
): readonly number[] {
  let rest = total
  for (const x of known.values()) rest -= Math.abs(x)
  if (!(rest > SAME * total)) return []
  const list = largest ? Array.from(largest.subarray(top * cell, top * cell + top), Math.abs).filter((x) => x > 0) : []
  for (const x of known.values()) {
    const at = list.findIndex((one) => Math.abs(one - Math.abs(x)) <= SAME * total)
    if (at >= 0) list.splice(at, 1)
  }
  const named = largest ? Array.from(largest.subarray(top * cell, top * cell + top), Math.abs).filter((x) => x > 0) : []
  for (const x of list) rest -= x
  if (!(rest > SAME * total)) return list
  const last = named.at(-1) ?? Infinity
  return [...list, Math.min(last, rest)]
}

function largestFirst(numbers: number[]): number[] {
  return numbers.filter((x) => x > 0).sort((a, b) => b - a)
}

/** The inner cells in each total. */
function insideOf(
  { starts, at }: { readonly starts: Int32Array; readonly at: Int32Array },
  isInner: Uint8Array,
): (total: number) => Int32Array {
  const ends = new Int32Array(isInner.length + 1)
  for (const total of at) ends[total + 1]++
  for (let c = 0; c < isInner.length; c++) ends[c + 1] += ends[c]
  const next = ends.slice(0, isInner.length)
  const inner = new Int32Array(at.length)
  for (let c = 0; c < isInner.length; c++) for (let k = starts[c]; k < starts[c + 1]; k++) inner[next[at[k]]++] = c
  return (total) => inner.subarray(ends[total], ends[total + 1])
}

function listed(owner: Int32Array): ReadonlyMap<number, readonly number[]> {
  const lists = new Map<number, number[]>()
  owner.forEach((who, c) => {
    if (who < 0) return
    const known = lists.get(who)
    if (known) known.push(c)
    else lists.set(who, [c])
  })
  return lists
}

/** Returns a function that caches its results by key. */
export function memo<T>(make: (key: number) => T): (key: number) => T {
  const made = new Map<number, T>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined || made.has(key)) return known as T
    const now = make(key)
    made.set(key, now)
    return now
  }
}
