import type { CategoricalColumn } from '@sdc/core'

/** Tolerance between a total and the sum of its parts; `size` is an upper bound of the sum of their sizes. */
export type Slack = (parts: number, size: number) => number

/** Returns the greatest tolerance of several tables. */
export function widestSlack(tables: readonly { readonly slack: Slack }[]): Slack {
  return (parts, size) => Math.max(...tables.map(({ slack }) => slack(parts, size)))
}

/** Values of one slice of the other dimensions: at most one per level. */
interface Group {
  readonly codes: number[]
  readonly values: number[]
}

/** Results of addition for the levels of a dimension. */
export interface Additions {
  /** Levels that are the sum of the others in all comparisons, at least one with two non-zero parts. */
  readonly sums: readonly number[]
  /** Levels that no comparison excludes: of two levels, or of zeros, each may be the sum of the others. */
  readonly possible: readonly number[]
  /** Number of comparisons in which each level is not the sum of the others. */
  readonly fails: Int32Array
}

/**
 * Finds the total of a dimension by addition: a level t with Σ of the other levels = t, within `slack`, for every
 * combination of the codes of the other dimensions. O(cells).
 *
 * @param dimensions - One code per cell.
 * @param d - Number of the dimension.
 * @param values - Values of the cells.
 * @param levels - 1 for the levels at the top, which are compared; those below are contained in them.
 * @param slack - Tolerance of a sum.
 * @param mayLack - True if a total may be missing in some combinations: it is computed there.
 * @returns The levels that are sums, and those that may be.
 */
export function additionsOf(
  dimensions: readonly CategoricalColumn[],
  d: number,
  values: Float64Array,
  levels: Uint8Array,
  slack: Slack,
  mayLack: boolean,
): Additions {
  const groups = groupsOf(dimensions, d, values, levels)
  const [has, fails, shows, zeros] = Array.from({ length: 4 }, () => new Int32Array(levels.length))
  let zeroGroups = 0
  for (const { codes, values: own } of groups) {
    const sum = own.reduce((all, value) => all + value, 0)
    const size = own.reduce((all, value) => all + Math.abs(value), 0)
    const nonzero = own.reduce((n, value) => n + Number(value !== 0), 0)
    const isZero = Math.abs(sum) <= slack(own.length, size)
    zeroGroups += Number(isZero)
    codes.forEach((code, i) => {
      const value = own[i]
      const others = sum - value
      has[code]++
      zeros[code] += Number(isZero)
      if (Math.abs(others - value) > slack(own.length - 1, Math.max(size - Math.abs(value), Math.abs(value))))
        fails[code]++
      else if (nonzero - Number(value !== 0) >= 2) shows[code]++
    })
  }
  // A missing level is 0, and then the others must be 0 as well.
  const isSum = (code: number): boolean =>
    levels[code] === 1 &&
    fails[code] === 0 &&
    (mayLack ? shows[code] > 0 : groups.length - has[code] === zeroGroups - zeros[code])
  const possible = [...levels.keys()].filter(isSum)
  return { possible, sums: possible.filter((code) => shows[code] > 0), fails }
}

/**
 * Finds runs of levels, in the order of the file, that sum to the level before or after them in every combination of
 * the other codes: probable subtotals. A level found to be a sum then replaces its parts.
 *
 * @param dimensions - One code per cell.
 * @param d - Number of the dimension.
 * @param values - Values of the cells.
 * @param slack - Tolerance of a sum.
 * @returns Each total with its parts, in the order (total after or before its parts) that gives more of them.
 */
export function runsOf(
  dimensions: readonly CategoricalColumn[],
  d: number,
  values: Float64Array,
  slack: Slack,
): (readonly [total: number, parts: readonly number[]])[] {
  const { levels, codes } = dimensions[d]
  const all = groupsOf(dimensions, d, values, new Uint8Array(levels.length).fill(1))
  const filled = (group: Group): number => group.values.filter((value) => value !== 0).length
  // The fullest first: it excludes most runs.
  all.sort((a, b) => filled(b) - filled(a))
  const groups = all.map((group) => {
    const own = new Map(group.codes.map((code, i) => [code, group.values[i]]))
    return (code: number): number => own.get(code) ?? 0
  })
  const order = [...new Set(codes)]
  const found = [order, order.toReversed()].map((list) => runsIn(list, groups, slack))
  return found[1].length > found[0].length ? found[1] : found[0]
}

function runsIn(
  order: readonly number[],
  groups: readonly ((code: number) => number)[],
  slack: Slack,
): (readonly [number, readonly number[]])[] {
  const found: (readonly [number, readonly number[]])[] = []
  const open: number[] = []
  for (const level of order) {
    const from = runBefore(level, open, groups, slack)
    if (from >= 0) found.push([level, open.splice(from)])
    open.push(level)
  }
  return found
}

/** Start of the run of two or more open levels that sums to a level; −1 if there is none. */
function runBefore(
  level: number,
  open: readonly number[],
  groups: readonly ((code: number) => number)[],
  slack: Slack,
): number {
  let [sum, size] = [0, 0]
  for (let from = open.length - 1; from >= 0; from--) {
    const value = groups[0](open[from])
    sum += value
    size += Math.abs(value)
    if (from === open.length - 1 || !adds(sum, size, open.length - from, groups[0](level), slack)) continue
    if (isRun(open.slice(from), level, groups, slack)) return from
  }
  return -1
}

function isRun(
  parts: readonly number[],
  level: number,
  groups: readonly ((code: number) => number)[],
  slack: Slack,
): boolean {
  let shows = false
  const every = groups.every((of) => {
    const values = parts.map(of)
    const sum = values.reduce((all, value) => all + value, 0)
    const size = values.reduce((all, value) => all + Math.abs(value), 0)
    shows ||= values.filter((value) => value !== 0).length >= 2
    return adds(sum, size, parts.length, of(level), slack)
  })
  return every && shows
}

function adds(sum: number, size: number, parts: number, total: number, slack: Slack): boolean {
  return Math.abs(sum - total) <= slack(parts, Math.max(size, Math.abs(total)))
}

/** Cells of each combination of the other dimensions' codes. */
function groupsOf(
  dimensions: readonly CategoricalColumn[],
  d: number,
  values: Float64Array,
  levels: Uint8Array,
): Group[] {
  const groups = new Map<number, Group>()
  const { codes } = dimensions[d]
  values.forEach((value, c) => {
    if (levels[codes[c]] === 0) return
    let key = 0
    dimensions.forEach((one, other) => {
      if (other !== d) key = key * one.levels.length + one.codes[c]
    })
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { codes: [codes[c]], values: [value] })
    else {
      known.codes.push(codes[c])
      known.values.push(value)
    }
  })
  return [...groups.values()]
}
