import { openProgram, type OpenProgram } from '../../solver/program.js'
import { openAttackers, type Attackers } from './attack.js'
import { loneCuts, type LoneCuts } from './lone-cuts.js'
import { costOf, costStep } from './costs.js'
import { leftSide, type Cut } from './cuts.js'
import { networkOf } from './network.js'
import { openRelaxation, rowsOf } from './relaxation.js'
import { openRepairer, type Repairer } from './repair.js'
import { cutPool, fractionalCuts, shortfall, type CutPool } from './separate.js'
import type { Task } from './task.js'

export interface SolveTaskOptions {
  /** Remaining time; results at the limit depend on the machine. */
  secondsLeft(): number
  /** Permitted excess over the least cost, as a share. */
  readonly gap: number
  /** Initial pattern. */
  readonly start?: Uint8Array | undefined
  /** True if the initial pattern is known to be valid without redundant cells. */
  readonly isStartGood?: boolean | undefined
  /** Further cuts that every valid pattern satisfies. */
  readonly known?: readonly Cut[] | undefined
  /** True if a cell that cannot move never helps, so that no cheapest pattern contains one. */
  readonly needsCompany: boolean
  /** Receives the best cost and the bound whenever they change. */
  progress(cost: number, bound: number): Promise<void>
}

export interface SolvedTask {
  /** 1 for suppressed cells; valid. */
  readonly status: Uint8Array
  readonly cost: number
  /** Lower bound of the cost of all patterns. */
  readonly bound: number
  /** True if the pattern is proved the cheapest, within the permitted gap. */
  readonly proved: boolean
  readonly rounds: number
  /** Cuts found. */
  readonly cuts: readonly Cut[]
}

/** State of the search. */
interface State {
  readonly task: Task
  readonly attackers: Attackers
  readonly repairer: Repairer
  readonly pool: CutPool
  /** Further cuts that every valid pattern satisfies. */
  readonly known: readonly Cut[]
  /** Recently active cuts that only the cheapest patterns satisfy. */
  company: readonly Cut[]
  readonly step: number
  /** 1 for the cells that no better pattern suppresses. */
  readonly closed: Uint8Array
  /** Lower bound of the cost of patterns with each cell, from the relaxation with the greatest bound. */
  with: Float64Array
  best: Uint8Array
  cost: number
  bound: number
  proved: boolean
  rounds: number
  /** Number of attacks spent on building patterns. */
  repairing: number
}

/** Best cost in the units of the programs: their tolerances are absolute, near 1e-7. */
const UNITS = 1e4

/** Position between a valid and a failed pattern at which cuts are searched. */
const BLEND = 0.5

/** Sufficient number of cuts before the next program, if each needs a linear program of its own. */
const ENOUGH = 60

/** Largest share of attacks for building patterns from solutions, if each is a linear program. */
const REPAIRING = 0.3

/** Relative error by which a bound of a program may be too high. */
const ROUNDING = 1e-10

/**
 * Finds the cheapest valid pattern of a task. Linear programs with cuts give a bound. Then integer programs with all
 * cuts are solved, and cuts that their solutions violate are added, until one solution is valid. Every solution is also
 * repaired for an upper bound. Cells are left out if their reduced costs exclude them from better patterns.
 *
 * @param task - Cells, relations and targets, which must be possible (see `leastReach`).
 * @param options - Time, gap and start.
 * @returns The best pattern, and a lower bound of the cost.
 */
export async function solveTask(task: Task, options: SolveTaskOptions): Promise<SolvedTask> {
  const attackers = await openAttackers(task)
  const repairer = await openRepairer(task, attackers)
  try {
    const best = firstPattern(task, repairer, options)
    const step = costStep(task.costs)
    const state: State = {
      task,
      attackers,
      repairer,
      pool: poolOf(options.known ?? []),
      known: options.known ?? [],
      company: [],
      step,
      closed: new Uint8Array(task.cells.length),
      with: task.costs,
      best,
      cost: costOf(task.costs, best),
      bound: 0,
      proved: false,
      rounds: 0,
      repairing: 0,
    }
    if (!isDone(state, options)) {
      await rootBound(state, options)
      if (!isDone(state, options)) await wholeNumbers(state, options)
    }
    const { cost, rounds, pool } = state
    const proved = isDone(state, options)
    // With whole costs, a proof that no pattern is better makes this cost the bound.
    const bound = proved && options.gap === 0 ? cost : Math.min(state.bound, cost)
    return { status: state.best, cost, bound, proved, rounds, cuts: pool.cuts }
  } finally {
    repairer.close()
    attackers.close()
  }
}

function poolOf(cuts: readonly Cut[]): CutPool {
  const pool = cutPool()
  for (const cut of cuts) pool.add(cut)
  return pool
}

function firstPattern(task: Task, repairer: Repairer, { start, isStartGood }: SolveTaskOptions): Uint8Array {
  const status = start ? start.map((one, c) => one | task.must[c]) : task.must.slice()
  if (start && isStartGood) return status
  repairer.repair(status, task.costs)
  repairer.prune(status)
  return status
}

/** Largest cost that a better pattern may have. */
function aim({ cost, step }: State): number {
  return step > 0 ? cost - step : cost
}

function isDone(state: State, { gap }: SolveTaskOptions): boolean {
  if (state.proved) return true
  const { cost, bound, step } = state
  const slack = ROUNDING * cost
  return bound >= cost * (1 - gap) - slack || (step > 0 && bound > cost - step + 1e-6 * step + slack)
}

function improve(state: State, status: Uint8Array): void {
  const cost = costOf(state.task.costs, status)
  if (cost >= state.cost || !keepsKnown(state, status)) return
  state.best = status
  state.cost = cost
}

/** True if a pattern satisfies the cuts besides those of the targets. */
function keepsKnown({ known }: State, status: Uint8Array): boolean {
  return known.every((cut) => leftSide(cut, status) >= cut.least - 1e-6)
}

/** Closes the cells that no better pattern suppresses; returns the new ones. */
function close(state: State): number[] {
  const { task, closed, best } = state
  const least = aim(state) * (1 + ROUNDING) + 1e-6 * (state.cost / UNITS)
  const found = [...closed.keys()].filter((c) => !closed[c] && !task.must[c] && !best[c] && state.with[c] > least)
  for (const c of found) closed[c] = 1
  return found
}

/**
 * Builds a pattern from shares: nearly suppressed cells are suppressed, and cells with large shares are cheap to add.
 * Skipped if too many attacks were spent on this already.
 */
function roundUp(state: State, shares: Float64Array, least: number): void {
  const { task, repairer, attackers } = state
  const { count } = attackers
  if (!attackers.isQuick && state.repairing > REPAIRING * count) return
  const status = Uint8Array.from(shares, (share, c) => (share >= least || task.must[c] ? 1 : 0))
  repairer.repair(
    status,
    task.costs.map((cost, c) => cost * (1 - Math.min(1, shares[c])) + 1e-6 * cost),
  )
  repairer.prune(status)
  state.repairing += attackers.count - count
  improve(state, status)
}

/** Solves the linear programs, and adds the cuts that their solutions violate. */
async function rootBound(state: State, options: SolveTaskOptions): Promise<void> {
  const { task, attackers, pool } = state
  const scale = state.cost / UNITS
  const relaxation = await openRelaxation(task, scale)
  relaxation.add(state.pool.cuts)
  const lone: LoneCuts = options.needsCompany ? loneCuts(task, networkOf(task)) : () => []
  const companies = cutPool()
  const enough = attackers.isQuick ? Infinity : ENOUGH
  let from = 0
  let asked = 1
  try {
    let idle = 0
    for (let round = 0; idle < 12 && options.secondsLeft() > 0; round++) {
      relaxation.fix(close(state), 0)
      const { state: ended, x, objective, columnDuals } = relaxation.solve()
      state.rounds++
      if (ended === 'infeasible') {
        // A valid pattern is known, and none is better.
        state.proved = true
        state.bound = state.cost
        return
      }
      if (ended !== 'optimal') throw new Error(`the relaxation ended ${ended}`)
      const bound = objective * scale
      idle = bound > state.bound + 1e-5 * state.cost ? 0 : idle + asked
      if (bound > state.bound || round === 0) {
        state.bound = bound
        state.with = columnDuals.map((dual) => bound + Math.max(0, dual) * scale)
      }
      if (isDone(state, options)) return
      const separated = fractionalCuts(task, attackers, x, { more: round < 3 ? 3 : 0, from, enough })
      from = separated.next
      asked = separated.asked
      const cuts = [...lone(x).filter((cut) => companies.add(cut)), ...separated.cuts.filter((cut) => pool.add(cut))]
      state.company = companies.cuts.filter((cut) => leftSide(cut, x) < 1e-6)
      if (round % 4 === 0 || cuts.length === 0) {
        const shares = cuts.length === 0 ? [0.3, 0.5, 0.7, 0.9] : [0.5, 0.9]
        for (const least of shares) roundUp(state, x, least)
        await options.progress(state.cost, state.bound)
      }
      if (cuts.length === 0) return
      relaxation.add(cuts)
      relaxation.forget()
    }
  } finally {
    relaxation.close()
  }
}

/** Solves integer programs with all cuts, until a solution is valid or no better one remains. */
async function wholeNumbers(state: State, options: SolveTaskOptions): Promise<void> {
  const { task, attackers, repairer, pool, closed } = state
  const scale = state.cost / UNITS
  close(state)
  const enough = attackers.isQuick ? Infinity : ENOUGH
  let from = 0
  const n = task.cells.length
  const program: OpenProgram = await openProgram({
    cost: task.costs.map((cost) => cost / scale),
    lower: Float64Array.from(task.must),
    upper: Float64Array.from(closed, (one) => 1 - one),
    rows: rowsOf([...pool.cuts, ...state.company]),
    whole: new Uint8Array(n).fill(1),
    started: true,
  })
  try {
    while (!isDone(state, options) && options.secondsLeft() > 0) {
      const none = close(state)
      program.setBounds(Int32Array.from(none), new Float64Array(none.length), new Float64Array(none.length))
      program.start(Float64Array.from(state.best))
      const gap = Math.max(options.gap, (0.2 * (state.cost - state.bound)) / state.cost)
      const exact = gap < 1e-4
      const solved = program.solve({ seconds: options.secondsLeft(), gap: exact ? options.gap : gap })
      state.rounds++
      if (solved.state === 'infeasible') {
        state.proved = true
        state.bound = state.cost
        return
      }
      state.bound = Math.max(state.bound, Math.min(solved.bound * scale, state.cost))
      if (solved.x.length === 0) return
      const status = Uint8Array.from(solved.x, (share) => (share > 0.5 ? 1 : 0))
      const { targets, cuts } = shortfall(task, attackers, status, { more: 3, enough })
      if (targets.length === 0) {
        improve(state, status.slice())
        repairer.prune(status)
        improve(state, status)
        if (exact && solved.state === 'optimal') state.proved = true
      } else {
        // Cuts between a failed and a valid pattern exclude more patterns.
        const between = Float64Array.from(status, (one, c) => BLEND * one + (1 - BLEND) * state.best[c])
        const { cuts: deep, next } = fractionalCuts(task, attackers, between, { from, enough })
        from = next
        const fresh = [...cuts, ...deep].filter((cut) => pool.add(cut))
        program.addRows(rowsOf(fresh.length > 0 ? fresh : [withoutPattern(status)]))
        roundUp(state, Float64Array.from(status), 0.5)
      }
      await options.progress(state.cost, state.bound)
    }
  } finally {
    program.close()
  }
}

/** A failed pattern needs a further cell, as do all its subsets. */
function withoutPattern(status: Uint8Array): Cut {
  const others = [...status.keys()].filter((c) => status[c] === 0)
  return { cells: Int32Array.from(others), values: new Float64Array(others.length).fill(1), least: 1 }
}
