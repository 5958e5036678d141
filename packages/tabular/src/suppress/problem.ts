import { SdcError, type Sensitivity, type Table, type Witness } from '@sdc/core'
import { log1p } from '@sdc/stats'
import { cellName } from '../table/cell-name.js'
import { checkCounts } from '../table/check-counts.js'
import { loneRespondents } from '../table/lone-respondents.js'
import { roomOf, type Room } from '../table/room.js'

/** What the cost of suppressing a cell is. */
export const costKinds = ['value', 'count', 'one', 'log', 'column'] as const

export type CostKind = (typeof costKinds)[number]

export interface ProblemOptions {
  readonly cost: CostKind
  /** Whether cells of value 0 are published and known to be 0, or may be suppressed like others. */
  readonly zeros: 'published' | 'suppressible'
  /** Whether a respondent who is alone in a suppressed cell is an attacker, too, who knows it. */
  readonly singletons: 'protect' | 'ignore'
}

/** Which cells must be suppressed, so that every sensitive cell keeps its levels, at the least cost. */
export interface SuppressionProblem {
  readonly table: Table
  readonly room: Room
  /** The sensitive cells, in order. */
  readonly primary: Int32Array
  readonly levels: Sensitivity
  /** 1 for the cells that are suppressed in every pattern: sensitive, or said to be. */
  readonly must: Uint8Array
  /** 1 for the cells that are published in every pattern. */
  readonly fixed: Uint8Array
  /** What each cell costs where it is suppressed besides; 0 for those that must be. */
  readonly costs: Float64Array
  /** Attackers who know a cell or several more than everybody: from each of them the sensitive cell keeps its levels, too. */
  readonly insiders: readonly Insider[]
}

export interface Insider {
  /** The place in `primary` of the cell that is to be protected from them. */
  readonly target: number
  /** What they know. */
  readonly knows: Int32Array
}

/** A pattern that keeps every level. */
export interface Suppression {
  /** By `cellStatuses`. */
  readonly status: Uint8Array
  /** The sum over the secondary cells. */
  readonly cost: number
  /** No pattern costs less. */
  readonly bound: number
  /** Tables that show each level to be kept, where the method has them. */
  readonly witnesses?: readonly Witness[] | undefined
}

/**
 * What a protection is asked, from the table and what the rules found.
 *
 * @param table - The true table.
 * @param sensitive - The sensitive cells and their levels.
 * @param options - Cost, zeros, singletons.
 * @returns The problem; its `primary` is empty where nothing is sensitive.
 * @throws BAD_TABLE for a cell that must be suppressed and must be published, BAD_OPTION for a cost that the table lacks
 */
export function problemOf(table: Table, sensitive: Sensitivity, options: ProblemOptions): SuppressionProblem {
  const { values, given } = table
  const must = sensitive.status.map((one, c) => (one === 1 || given?.[c] === 3 ? 1 : 0))
  const fixed = Uint8Array.from(values, (value, c) => {
    if (given?.[c] === 2) return 1
    return must[c] === 0 && options.zeros === 'published' && value === 0 ? 1 : 0
  })
  const conflict = must.findIndex((one, c) => one === 1 && fixed[c] === 1)
  if (conflict >= 0) {
    const message = `${cellName(table, conflict)} is sensitive, and its status is fixed: it cannot be both`
    const advice =
      'Where its respondent agrees that it is published, that is a waiver: call the cell safe, or name the respondent (--waiver).'
    throw new SdcError('BAD_TABLE', message, { row: conflict + 1 }, advice)
  }
  const costs = costsOf(table, options.cost).map((cost, c) => (must[c] ? 0 : cost))
  const primary = Int32Array.from([...sensitive.status.keys()].filter((c) => sensitive.status[c] === 1))
  const insiders = options.singletons === 'protect' ? insidersOf(table, primary, fixed) : []
  const levels = atLeastHidden(table, sensitive)
  return { table, room: roomOf(table), primary, levels, must, fixed, costs, insiders }
}

/** How wide the interval of a sensitive cell without any level is at least, as a share of its value. */
const HIDDEN = 1e-4

/** A sensitive cell without any level must not be computed exactly all the same: it gets a small width. */
function atLeastHidden({ values }: Table, sensitive: Sensitivity): Sensitivity {
  const { status, lower, upper, width } = sensitive
  const least = values.reduce((a, value) => (value !== 0 ? Math.min(a, Math.abs(value)) : a), Infinity)
  return {
    ...sensitive,
    width: width.map((wide, c) => {
      if (status[c] !== 1 || wide > 0 || lower[c] > 0 || upper[c] > 0) return wide
      return HIDDEN * (Math.abs(values[c]) || (least < Infinity ? least : 1))
    }),
  }
}

function costsOf(table: Table, cost: CostKind): Float64Array {
  const { values, counts, costs } = table
  if (cost === 'value') return values.map(Math.abs)
  if (cost === 'count') {
    checkCounts(table, 'the cost of a cell')
    return Float64Array.from(counts)
  }
  if (cost === 'one') return values.map(() => 1)
  if (cost === 'log') return values.map((value) => log1p(Math.abs(value)))
  if (costs) return costs
  throw new SdcError('BAD_OPTION', 'the table has no column of costs', {}, 'Name it (--cost-column), or another cost.')
}

/**
 * A respondent alone in a cell knows it. Whether the cell ends suppressed or not, for them it does not move: so every
 * sensitive cell that shares a relation with it must keep its levels without it, unless it is their own.
 */
function insidersOf(table: Table, primary: Int32Array, fixed: Uint8Array): Insider[] {
  const whose = loneRespondents(table)
  const cellsOf = new Map<number, number[]>()
  whose.forEach((who, c) => {
    if (who >= 0 && fixed[c] === 0) cellsOf.set(who, [...(cellsOf.get(who) ?? []), c])
  })
  const placeOf = new Map(Array.from(primary, (cell, k) => [cell, k]))
  const met = new Map<string, Insider>()
  for (const { cells } of table.equations) {
    const known = new Set(Array.from(cells, (c) => (fixed[c] === 0 ? whose[c] : -1)).filter((who) => who >= 0))
    if (known.size === 0) continue
    for (const cell of cells) {
      const target = placeOf.get(cell)
      if (target === undefined) continue
      for (const who of known)
        if (whose[cell] !== who) met.set(`${target},${who}`, { target, knows: Int32Array.from(cellsOf.get(who) ?? []) })
    }
  }
  return [...met.values()]
}
