import type { Table, Witness } from '@sdc/core'
import type { Highs } from 'highs'
import type { Demand } from '../attackers/attack-model.js'
import type { Room } from '../attackers/room.js'
import { openLoaded, type OpenProgram } from '../solver/program.js'
import { relationIndex } from '../table/relation-index.js'
import { localPrograms, type Knowledge, type LocalProgram } from './local-program.js'
import { reachOf, TOLERANCE } from './reach.js'
import { isWhole, roundedTo, WHOLE, wholeMultiple } from './whole-witness.js'

export interface FindOptions {
  /** Price of the movement of a cell, 0 or more. */
  readonly weight: (cell: number) => number
  /** Number of solves. Each time the prices of cells are divided by their last movement, so that fewer move. */
  readonly rounds: number
  readonly knowledge?: Knowledge | undefined
  /** Level, if it differs from that of the demand. */
  readonly level?: number | undefined
  /** True to search for whole numbers exhaustively: if none are found, there are none. */
  readonly isThorough?: boolean | undefined
}

/** Finds witnesses by linear programs over a few cells of a table. */
export interface Finder {
  /** A cheap witness of a demand that moves these cells only; undefined if there is none. */
  find(demand: Demand, cells: readonly number[], options: FindOptions): Witness | undefined
  /** Greatest movement of the demand's sum, up to its level, with its witness. */
  farthest(
    demand: Demand,
    cells: readonly number[],
    knowledge?: Knowledge,
  ): { readonly reach: number; readonly witness: Witness | undefined }
  /** Number of programs solved. */
  readonly programs: number
}

/** A movement below this share of the level counts as none. */
const STILL = 1e-7
/** Limits of prices relative to the mean cost: the solver's tolerances are absolute. */
const [LEAST_PRICE, GREATEST_PRICE] = [1e-4, 1e4]
/** Number of times that the prices of fractions are raised before an integer program. */
const TURNS = 4
/** An integer program with more nodes counts as failed: the search continues in a larger part of the table. */
const MOST_NODES = 30
/** Node limit of a thorough search; beyond it, no solution is assumed. */
const MOST_THOROUGH = 20_000
/** Permitted relative excess of the cost of an integer program over the least. */
const WHOLE_GAP = 0.05
/** Largest movement in levels that an integer program needs. */
const FAR = 100

/** A cheap witness; else the first fractional solution, with its cost. */
interface Search {
  readonly best: Witness | undefined
  readonly fraction: { readonly cost: Float64Array; readonly moving: Witness } | undefined
}

/**
 * Opens the programs min Σ price·|d| with Σ sign·d = 0 in every relation, −below ≤ d ≤ above, Σ d over the demand's
 * cells = ± its level, over few cells; all others stay. Answers for counts are whole: if that of the linear program is
 * not, an integer program is solved.
 *
 * @param highs - The solver.
 * @param table - Its relations.
 * @param whole - True if values are whole.
 * @param room - Possible deviations of the cells; read anew for each program.
 * @returns The programs.
 */
export function finderOf(
  highs: Highs,
  table: Pick<Table, 'values' | 'equations'>,
  whole: boolean,
  room: () => Room,
): Finder {
  const index = relationIndex(table)
  const programOf = localPrograms(table, index, room)
  let programs = 0
  return {
    get programs() {
      return programs
    },
    find(demand, given, options) {
      const { knowledge, level = demand.level, isThorough = false } = options
      const local = programOf(demand, given, level, knowledge)
      if (!local || !fixSum(local, demand)) return undefined
      const { best, fraction } = cheapest(local, level, options)
      return best ?? (fraction && inWholeNumbers(local, level, fraction.cost, fraction.moving, isThorough))
    },
    farthest(demand, given, knowledge) {
      const { level } = demand
      const local = programOf(demand, given, level, knowledge)
      if (!local) return { reach: 0, witness: undefined }
      const cost = maximiseSum(local, demand)
      const program = opened(highs, local, cost, false)
      try {
        programs++
        const { state, x } = program.solve()
        if (state !== 'optimal') return { reach: 0, witness: undefined }
        let witness: Witness | undefined = witnessOf(local, x, level)
        if (whole && !isWhole(witness, index)) witness = inWholeNumbers(local, level, cost, witness, true)
        const reach = witness ? reachOf(witness, demand) : 0
        return { reach: reach > STILL * level ? reach : 0, witness }
      } finally {
        program.close()
      }
    },
  }

  /** Solves a program several times with changing prices. */
  function cheapest(local: LocalProgram, level: number, { weight, rounds, knowledge }: FindOptions): Search {
    const n = local.cells.length
    const weights = Float64Array.from(local.cells, weight)
    const prices = pricesOf(weights)
    const cost = firstCost(local, prices)
    const all = Int32Array.from({ length: cost.length }, (_, i) => i)
    const program = opened(highs, local, cost, false)
    let best: Witness | undefined
    let least = Infinity
    let fraction: Search['fraction']
    try {
      for (let round = 0; round < rounds || (fraction && !best && round < rounds + TURNS); round++) {
        programs++
        const { state, x } = program.solve()
        if (state !== 'optimal') break
        let sum = 0
        for (let i = 0; i < n; i++) if (Math.abs(x[i] - x[n + i]) > STILL) sum += weights[i]
        const moving = witnessOf(local, x, level)
        const found = whole ? wholeMultiple(moving, level, index, room(), knowledge) : moving
        if (!found) fraction ??= { cost: cost.slice(), moving }
        else if (sum < least * (1 - 1e-12)) {
          least = sum
          best = found
        } else break
        if (least === 0) break
        for (let i = 0; i < n; i++) {
          const d = Math.abs(x[i] - x[n + i])
          // Cells with fractional movements become expensive until a whole solution is found.
          const isTurned = round + 1 >= rounds && !Number.isInteger(roundedTo(d * level, level))
          cost[i] = cost[n + i] = isTurned ? GREATEST_PRICE : prices[i] / Math.max(Math.min(1, d), 0.01)
        }
        program.setCost(all, cost)
      }
    } finally {
      program.close()
    }
    return { best, fraction }
  }

  /**
   * Solves the same program in whole numbers, in units of 1: over the cells that move in the linear one, which mostly
   * suffice, else over all for a short time.
   */
  function inWholeNumbers(
    local: LocalProgram,
    level: number,
    cost: Float64Array,
    moving: Witness,
    isThorough: boolean,
  ): Witness | undefined {
    const support = new Set(moving.cells)
    for (const isTried of [(c: number): boolean => support.has(c), (): boolean => true]) {
      const program = opened(highs, inUnits(local, level, isTried), cost, true)
      try {
        programs++
        const { x } = program.solve(isThorough ? { nodes: MOST_THOROUGH } : { nodes: MOST_NODES, gap: WHOLE_GAP })
        if (x.length > 0) return witnessOf(local, x.map(Math.round), 1)
      } finally {
        program.close()
      }
    }
    return undefined
  }

  function witnessOf({ cells }: LocalProgram, x: Float64Array, level: number): Witness {
    const n = cells.length
    const moved: number[] = []
    const differences: number[] = []
    for (let i = 0; i < n; i++) {
      const d = x[i] - x[n + i]
      if (Math.abs(d) <= STILL) continue
      moved.push(cells[i])
      differences.push(whole ? roundedTo(d * level, level) : d * level)
    }
    return { cells: Int32Array.from(moved), differences: Float64Array.from(differences) }
  }
}

/** Fixes the demand's sum at its level; false if the sum cannot reach it. */
function fixSum({ lower, upper, at }: LocalProgram, { cells, direction }: Demand): boolean {
  if (upper[at] < 1 - TOLERANCE) return false
  lower[at] = upper[at] = Math.min(cells.length > 1 ? direction : 1, upper[at])
  return true
}

/** Limits the demand's sum to its level; returns the cost that maximises it. */
function maximiseSum({ lower, upper, at }: LocalProgram, { cells, direction }: Demand): Float64Array {
  const cost = new Float64Array(lower.length)
  if (cells.length === 1) {
    cost[at] = -1
    upper[at] = Math.min(1, upper[at])
  } else {
    cost[at] = -direction
    if (direction > 0) upper[at] = 1
    else lower[at] = -1
  }
  return cost
}

/** Weights relative to the mean positive one, within the limits of prices. */
function pricesOf(weights: Float64Array): Float64Array {
  const paid = weights.filter((one) => one > 0)
  const unit = paid.length > 0 ? paid.reduce((a, b) => a + b, 0) / paid.length : 1
  return weights.map((one) => Math.min(GREATEST_PRICE, Math.max(LEAST_PRICE, one / unit)))
}

/** Prices divided by the room of each column, at most a level. */
function firstCost({ upper }: LocalProgram, prices: Float64Array): Float64Array {
  const n = prices.length
  const cost = new Float64Array(upper.length)
  prices.forEach((price, i) => {
    cost[i] = price / Math.min(1, Math.max(1e-3, upper[i]))
    cost[n + i] = price / Math.min(1, Math.max(1e-3, upper[n + i]))
  })
  return cost
}

/** A program in units of 1, with whole bounds; cells that are not tried stay. */
function inUnits(local: LocalProgram, level: number, isTried: (cell: number) => boolean): LocalProgram {
  const n = local.cells.length
  const bound = (value: number, i: number, round: (value: number) => number): number => {
    const isOpen = i >= 2 * n || isTried(local.cells[i % n])
    return isOpen ? round(Math.min(FAR, Math.max(-FAR, value)) * level) : 0
  }
  return {
    ...local,
    lower: local.lower.map((value, i) => bound(value, i, (one) => Math.ceil(one - WHOLE))),
    upper: local.upper.map((value, i) => bound(value, i, (one) => Math.floor(one + WHOLE))),
  }
}

function opened(
  highs: Highs,
  { rows, lower, upper }: LocalProgram,
  cost: Float64Array,
  integers: boolean,
): OpenProgram {
  const none = new Float64Array(rows.starts.length - 1)
  return openLoaded(highs, {
    cost,
    lower,
    upper,
    rows: {
      lower: none,
      upper: none,
      starts: Int32Array.from(rows.starts),
      columns: Int32Array.from(rows.columns),
      values: Float64Array.from(rows.values),
    },
    ...(integers && { whole: new Uint8Array(lower.length).fill(1) }),
  })
}
