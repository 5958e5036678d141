import type { Table, Witness } from '@sdc/core'
import type { Highs } from 'highs'
import type { Demand } from '../attackers/attack-model.js'
import type { Room } from '../attackers/room.js'
import { openLoaded, type OpenProgram } from '../solver/program.js'
import { relationIndex } from '../table/relation-index.js'

/** Additional knowledge of an attacker, which a witness for them must respect. */
export interface Knowledge {
  /** Cells known exactly. */
  readonly blocked: ReadonlySet<number>
  /** Largest possible distance of cells below their true values. */
  readonly below: ReadonlyMap<number, number>
}

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

/** Permitted relative shortfall of a level. */
export const TOLERANCE = 1e-7
/** A room of this many levels counts as unbounded. */
const BOUNDLESS = 1e6
/** A movement below this share of the level counts as none. */
const STILL = 1e-7
/** Limits of prices relative to the mean cost: the solver's tolerances are absolute. */
const [LEAST_PRICE, GREATEST_PRICE] = [1e-4, 1e4]
/** Distance from a whole number up to which a value counts as whole. */
const WHOLE = 1e-5

/**
 * Opens the programs min Σ price·|d| with Σ sign·d = 0 in every relation, −below ≤ d ≤ above, Σ d over the demand's
 * cells = ± its level, over few cells; all others stay. Cells that are alone in a relation cannot move and are removed
 * first. Answers for counts are whole: if that of the linear program is not, an integer program is solved.
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
  const { equations } = table
  const index = relationIndex(table)
  const place = new Int32Array(table.values.length).fill(-1)
  const members = new Int32Array(equations.length)
  let programs = 0

  /** The movable ones of the cells, and their relations. */
  const movable = (cells: readonly number[]): { readonly cells: number[]; readonly relations: number[] } => {
    const relations: number[] = []
    const those = [...new Set(cells)].sort((a, b) => a - b)
    for (const c of those) {
      place[c] = 0
      for (let k = index.starts[c]; k < index.starts[c + 1]; k++)
        if (members[index.at[k]]++ === 0) relations.push(index.at[k])
    }
    const open = relations.filter((e) => members[e] === 1)
    for (let e = open.pop(); e !== undefined; e = open.pop()) {
      if (members[e] !== 1) continue
      const alone = equations[e].cells.find((c) => place[c] === 0)
      if (alone === undefined) continue
      place[alone] = -1
      for (let k = index.starts[alone]; k < index.starts[alone + 1]; k++)
        if (--members[index.at[k]] === 1) open.push(index.at[k])
    }
    const left = those.filter((c) => place[c] === 0)
    const used = relations.filter((e) => members[e] > 0)
    for (const c of those) place[c] = -1
    for (const e of relations) members[e] = 0
    return { cells: left, relations: used }
  }

  /** Rows of the relations over the columns up (0 … n − 1) and down (n … 2n − 1) of the cells. */
  const rowsOf = (
    cells: readonly number[],
    relations: readonly number[],
    union: ReadonlySet<number> | undefined,
  ): { starts: number[]; columns: number[]; values: number[] } => {
    const n = cells.length
    cells.forEach((c, i) => (place[c] = i))
    const starts = [0]
    const columns: number[] = []
    const values: number[] = []
    for (const e of relations) {
      const { cells: own, signs } = equations[e]
      for (let i = 0; i < own.length; i++) {
        const p = place[own[i]]
        if (p < 0) continue
        columns.push(p, n + p)
        values.push(signs[i], -signs[i])
      }
      starts.push(columns.length)
    }
    if (union) {
      cells.forEach((c, i) => {
        if (!union.has(c)) return
        columns.push(i, n + i)
        values.push(1, -1)
      })
      columns.push(2 * n)
      values.push(-1)
      starts.push(columns.length)
    }
    for (const c of cells) place[c] = -1
    return { starts, columns, values }
  }

  interface Shape {
    readonly cells: readonly number[]
    readonly rows: ReturnType<typeof rowsOf>
    readonly lower: Float64Array
    readonly upper: Float64Array
    /** Column of the demand's sum, in its direction. */
    readonly at: number
  }

  /** Cells, rows and bounds in levels; undefined if the demand's cells cannot move. */
  const shapeOf = (
    demand: Demand,
    given: readonly number[],
    level: number,
    knowledge: Knowledge | undefined,
  ): Shape | undefined => {
    const known = knowledge === undefined ? given : given.filter((c) => !knowledge.blocked.has(c))
    const { cells, relations } = movable(known)
    const targets = new Set(demand.cells)
    if (!cells.some((c) => targets.has(c))) return undefined
    const union = targets.size > 1 ? targets : undefined
    const { below, above } = room()
    const n = cells.length
    const columns = 2 * n + (union ? 1 : 0)
    const lower = new Float64Array(columns)
    const upper = new Float64Array(columns)
    let at = -1
    cells.forEach((c, i) => {
      upper[i] = Math.min(BOUNDLESS, above[c] / level)
      upper[n + i] = Math.min(BOUNDLESS, below[c] / level, (knowledge?.below.get(c) ?? Infinity) / level)
      if (!union && targets.has(c)) {
        at = demand.direction > 0 ? i : n + i
        upper[demand.direction > 0 ? n + i : i] = 0
      }
    })
    if (union) {
      at = 2 * n
      lower[at] = -BOUNDLESS
      upper[at] = BOUNDLESS
    }
    return { cells, rows: rowsOf(cells, relations, union), lower, upper, at }
  }

  const opened = ({ rows, lower, upper }: Shape, cost: Float64Array, integers: boolean): OpenProgram => {
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

  const witnessOf = ({ cells }: Shape, x: Float64Array, level: number): Witness => {
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

  const isWhole = ({ cells, differences }: Witness): boolean =>
    differences.every((d) => Number.isInteger(d)) && addsUp(cells, differences)

  /** True if whole differences satisfy every relation: those of a solver are rounded. */
  const addsUp = (cells: Int32Array, differences: Float64Array): boolean => {
    const sums = new Map<number, number>()
    cells.forEach((c, i) => {
      for (let k = index.starts[c]; k < index.starts[c + 1]; k++)
        sums.set(index.at[k], (sums.get(index.at[k]) ?? 0) + index.signs[k] * differences[i])
    })
    return [...sums.values()].every((sum) => sum === 0)
  }

  /**
   * Multiplies a witness until it is whole, within the bounds: if a larger difference cannot be excluded, neither can
   * the level.
   */
  const severalTimes = (
    { cells, differences }: Witness,
    level: number,
    knowledge: Knowledge | undefined,
  ): Witness | undefined => {
    const { below, above } = room()
    for (let factor = 1; factor <= MOST_TIMES; factor++) {
      const more = differences.map((d) => roundedTo(d * factor, level * factor))
      const fits = more.every((d, i) => {
        const least = Math.min(below[cells[i]], knowledge?.below.get(cells[i]) ?? Infinity)
        return Number.isInteger(d) && d <= above[cells[i]] && -d <= least
      })
      if (fits && addsUp(cells, more)) return { cells, differences: more }
    }
    return undefined
  }

  /**
   * Solves the same program in whole numbers, in units of 1: over the cells that move in the linear one, which mostly
   * suffice, else over all for a short time.
   */
  const inWholeNumbers = (
    shape: Shape,
    level: number,
    cost: Float64Array,
    moving: Witness,
    isThorough: boolean,
  ): Witness | undefined => {
    const support = new Set(moving.cells)
    for (const isTried of [(c: number): boolean => support.has(c), (): boolean => true]) {
      const n = shape.cells.length
      const bound = (value: number, i: number, round: (value: number) => number): number => {
        const isOpen = i >= 2 * n || isTried(shape.cells[i % n])
        return isOpen ? round(Math.min(FAR, Math.max(-FAR, value)) * level) : 0
      }
      const scaled = {
        ...shape,
        lower: shape.lower.map((value, i) => bound(value, i, (one) => Math.ceil(one - WHOLE))),
        upper: shape.upper.map((value, i) => bound(value, i, (one) => Math.floor(one + WHOLE))),
      }
      const program = opened(scaled, cost, true)
      try {
        programs++
        const { x } = program.solve(isThorough ? { nodes: MOST_THOROUGH } : { nodes: MOST_NODES, gap: WHOLE_GAP })
        if (x.length > 0) return witnessOf(shape, x.map(Math.round), 1)
      } finally {
        program.close()
      }
    }
    return undefined
  }

  return {
    get programs() {
      return programs
    },
    find(demand, given, { weight, rounds, knowledge, level = demand.level, isThorough = false }) {
      const shape = shapeOf(demand, given, level, knowledge)
      if (!shape) return undefined
      const { cells, lower, upper, at } = shape
      const n = cells.length
      const towards = demand.cells.length > 1 ? demand.direction : 1
      if (upper[at] < 1 - TOLERANCE) return undefined
      lower[at] = upper[at] = Math.min(towards, upper[at])
      const weights = Float64Array.from(cells, weight)
      const paid = weights.filter((one) => one > 0)
      const unit = paid.length > 0 ? paid.reduce((a, b) => a + b, 0) / paid.length : 1
      const priced = weights.map((one) => Math.min(GREATEST_PRICE, Math.max(LEAST_PRICE, one / unit)))
      const cost = new Float64Array(lower.length)
      priced.forEach((price, i) => {
        cost[i] = price / Math.min(1, Math.max(1e-3, upper[i]))
        cost[n + i] = price / Math.min(1, Math.max(1e-3, upper[n + i]))
      })
      const program = opened(shape, cost, false)
      const all = Int32Array.from({ length: lower.length }, (_, i) => i)
      let best: Witness | undefined
      let least = Infinity
      let fraction: { readonly cost: Float64Array; readonly moving: Witness } | undefined
      try {
        for (let round = 0; round < rounds || (fraction && !best && round < rounds + TURNS); round++) {
          programs++
          const { state, x } = program.solve()
          if (state !== 'optimal') break
          let sum = 0
          for (let i = 0; i < n; i++) if (Math.abs(x[i] - x[n + i]) > STILL) sum += weights[i]
          const moving = witnessOf(shape, x, level)
          const found = whole ? severalTimes(moving, level, knowledge) : moving
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
            cost[i] = cost[n + i] = isTurned ? GREATEST_PRICE : priced[i] / Math.max(Math.min(1, d), 0.01)
          }
          program.setCost(all, cost)
        }
      } finally {
        program.close()
      }
      return best ?? (fraction && inWholeNumbers(shape, level, fraction.cost, fraction.moving, isThorough))
    },
    farthest(demand, given, knowledge) {
      const { level, direction } = demand
      const shape = shapeOf(demand, given, level, knowledge)
      if (!shape) return { reach: 0, witness: undefined }
      const { lower, upper, at } = shape
      const cost = new Float64Array(lower.length)
      if (demand.cells.length > 1) {
        cost[at] = -direction
        if (direction > 0) upper[at] = 1
        else lower[at] = -1
      } else {
        cost[at] = -1
        upper[at] = Math.min(1, upper[at])
      }
      const program = opened(shape, cost, false)
      try {
        programs++
        const { state, x } = program.solve()
        if (state !== 'optimal') return { reach: 0, witness: undefined }
        let witness: Witness | undefined = witnessOf(shape, x, level)
        if (whole && !isWhole(witness)) witness = inWholeNumbers(shape, level, cost, witness, true)
        const reach = witness ? reachOf(witness, demand) : 0
        return { reach: reach > STILL * level ? reach : 0, witness }
      } finally {
        program.close()
      }
    },
  }
}

/** An integer program with more nodes counts as failed: the search continues in a larger part of the table. */
const MOST_NODES = 30
/** Node limit of a thorough search; beyond it, no solution is assumed. */
const MOST_THOROUGH = 20_000
/** Number of times that the prices of fractions are raised before an integer program. */
const TURNS = 4
/** A witness of halves or thirds becomes whole when doubled or tripled. */
const MOST_TIMES = 6
/** Permitted relative excess of its cost over the least. */
const WHOLE_GAP = 0.05
/** Largest movement in levels that an integer program needs. */
const FAR = 100

/** Rounds a difference to a whole number within the solver's tolerance, which is relative to the level. */
function roundedTo(value: number, level: number): number {
  const near = Math.round(value)
  return Math.abs(value - near) <= Math.min(0.1, WHOLE * Math.max(1, level)) ? near : value
}

/** Movement of the sum of a demand's cells by a witness, in the demand's direction. */
export function reachOf({ cells, differences }: Witness, { cells: targets, direction }: Demand): number {
  let sum = 0
  if (targets.length === 1) {
    const at = cells.indexOf(targets[0])
    return at < 0 ? 0 : direction * differences[at]
  }
  const those = new Set(targets)
  cells.forEach((cell, i) => {
    if (those.has(cell)) sum += differences[i]
  })
  return direction * sum
}
