import { openProgram, type OpenProgram } from '../../solver/program.js'
import { openAttackers, type Attackers } from './attack.js'
import { loneCuts } from './lone-cuts.js'
import { costOf, costStep } from './costs.js'
import type { Cut } from './cuts.js'
import { openRelaxation, rowsOf } from './relaxation.js'
import { openRepairer, type Repairer } from './repair.js'
import { cutPool, fractionalCuts, shortfall, type CutPool } from './separate.js'
import type { Task } from './task.js'

export interface SolveTaskOptions {
  /** Whether time is left; what is found then depends on the machine. */
  secondsLeft(): number
  /** Where the best pattern is known to cost at most this share more than the least, it is taken. */
  readonly gap: number
  /** A valid pattern to begin with. */
  readonly start?: Uint8Array | undefined
  /** Whether to stop after the linear programs: the bound is wanted, no more. */
  readonly boundOnly?: boolean | undefined
  /** Told the best cost and the bound as they come. */
  progress(cost: number, bound: number): Promise<void>
}

export interface SolvedTask {
  /** 1 for suppressed cells; valid. */
  readonly status: Uint8Array
  readonly cost: number
  /** No pattern costs less. */
  readonly bound: number
  /** Whether the pattern is known to be the cheapest, within the gap that was allowed. */
  readonly proved: boolean
  readonly rounds: number
  readonly cuts: number
}

/** What is known so far. */
interface State {
  readonly task: Task
  readonly attackers: Attackers
  readonly repairer: Repairer
  readonly pool: CutPool
  readonly step: number
  best: Uint8Array
  cost: number
  bound: number
  proved: boolean
  rounds: number
}

/** The best cost in the units of the programs: their tolerances are absolute, near 1e-7. */
const UNITS = 1e4

/** The share by which a bound of a program may be too high. */
const ROUNDING = 1e-10

/**
 * The cheapest valid pattern of a task: linear programs with cuts for a bound, then programs in whole numbers with all cuts
 * found, whose solutions violate further ones until one of them is valid. Every solution is also made valid for an upper
 * bound; cells whose reduced costs say that no better pattern has them are left out.
 *
 * @param task - What is to be protected; it must be possible (see `leastReach`).
 * @param options - Time, gap, start.
 * @returns The best pattern, and a bound of every one's cost.
 */
export async function solveTask(task: Task, options: SolveTaskOptions): Promise<SolvedTask> {
  const attackers = await openAttackers(task)
  const repairer = await openRepairer(task, attackers)
  try {
    const best = firstPattern(task, repairer, options.start)
    const step = costStep(task.costs)
    const state: State = {
      task,
      attackers,
      repairer,
      pool: cutPool(),
      step,
      best,
      cost: costOf(task.costs, best),
      bound: 0,
      proved: false,
      rounds: 0,
    }
    if (!isDone(state, options)) {
      const out = await rootBound(state, options)
      if (!options.boundOnly && !isDone(state, options)) await wholeNumbers(state, options, out)
    }
    const { cost, rounds, pool } = state
    const proved = isDone(state, options)
    // What no better pattern can cost is known to be this one's cost where costs are whole numbers.
    const bound = proved && options.gap === 0 ? cost : Math.min(state.bound, cost)
    return { status: state.best, cost, bound, proved, rounds, cuts: pool.cuts.length }
  } finally {
    repairer.close()
    attackers.close()
  }
}

function firstPattern(task: Task, repairer: Repairer, start: Uint8Array | undefined): Uint8Array {
  const status = start ? start.map((one, c) => one | task.must[c]) : task.must.slice()
  repairer.repair(status, task.costs)
  repairer.prune(status)
  return status
}

/** A cost that a better pattern must not exceed. */
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
  if (cost >= state.cost) return
  state.best = status
  state.cost = cost
}

/** Makes a pattern of shares: those that are nearly suppressed are, and cells of great shares are cheap to add. */
function roundUp({ task, repairer }: State, shares: Float64Array, least: number): Uint8Array {
  const status = Uint8Array.from(shares, (share, c) => (share >= least || task.must[c] ? 1 : 0))
  repairer.repair(
    status,
    task.costs.map((cost, c) => cost * (1 - Math.min(1, shares[c])) + 1e-6 * cost),
  )
  repairer.prune(status)
  return status
}

/** Solves the linear programs; returns the cells that no better pattern suppresses. */
async function rootBound(state: State, options: SolveTaskOptions): Promise<Uint8Array> {
  const { task, attackers, pool } = state
  const scale = state.cost / UNITS
  const out = task.costs.map((cost, c) => (task.must[c] === 0 && cost > state.cost ? 1 : 0))
  const closed = Uint8Array.from(out)
  const relaxation = await openRelaxation(task, scale)
  try {
    relaxation.fix(
      [...closed.keys()].filter((c) => closed[c] === 1),
      0,
    )
    let idle = 0
    for (let round = 0; idle < 12 && options.secondsLeft() > 0; round++) {
      const { state: ended, x, objective, columnDuals } = relaxation.solve()
      state.rounds++
      if (ended === 'infeasible') {
        // A valid pattern is known: none is left that is better.
        state.proved = true
        state.bound = state.cost
        break
      }
      if (ended !== 'optimal') throw new Error(`the relaxation ended ${ended}`)
      const bound = objective * scale
      idle = bound > state.bound + 1e-5 * state.cost ? 0 : idle + 1
      state.bound = Math.max(state.bound, bound)
      if (round % 4 === 0) {
        for (const least of [0.5, 0.9]) improve(state, roundUp(state, x, least))
        await options.progress(state.cost, state.bound)
      }
      if (isDone(state, options)) break
      const cheap: number[] = []
      columnDuals.forEach((dual, c) => {
        if (closed[c] || task.must[c] || x[c] > 1e-9) return
        if ((objective + dual) * scale <= aim(state) + 1e-6 * scale) return
        closed[c] = 1
        cheap.push(c)
      })
      relaxation.fix(cheap, 0)
      const cuts = [...loneCuts(task, x), ...fractionalCuts(task, attackers, x, { more: round < 3 ? 3 : 0 })].filter(
        (cut) => pool.add(cut),
      )
      if (cuts.length === 0) break
      relaxation.add(cuts)
      relaxation.forget()
    }
    const last = isDone(state, options) ? undefined : relaxation.solve()
    if (last?.state === 'optimal') for (const least of [0.3, 0.5, 0.7, 0.9]) improve(state, roundUp(state, last.x, least))
  } finally {
    relaxation.close()
  }
  return closed
}

/** Programs in whole numbers with all cuts found, until one's solution is valid or no better one is left. */
async function wholeNumbers(state: State, options: SolveTaskOptions, closed: Uint8Array): Promise<void> {
  const { task, attackers, repairer, pool } = state
  const scale = state.cost / UNITS
  const n = task.cells.length
  const program: OpenProgram = await openProgram({
    cost: task.costs.map((cost) => cost / scale),
    lower: Float64Array.from(task.must),
    upper: Float64Array.from(closed, (one) => 1 - one),
    rows: rowsOf(pool.cuts),
    whole: new Uint8Array(n).fill(1),
    started: true,
  })
  try {
    while (!isDone(state, options) && options.secondsLeft() > 0) {
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
      const { targets, cuts } = shortfall(task, attackers, status, 3)
      if (targets.length === 0) {
        repairer.prune(status)
        improve(state, status)
        if (exact && solved.state === 'optimal') state.proved = true
      } else {
        const fresh = cuts.filter((cut) => pool.add(cut))
        program.addRows(rowsOf(fresh.length > 0 ? fresh : [withoutPattern(status)]))
        improve(state, roundUp(state, Float64Array.from(status), 0.5))
      }
      await options.progress(state.cost, state.bound)
    }
  } finally {
    program.close()
  }
}

/** A pattern that fails needs a further cell; so does every pattern that is part of it. */
function withoutPattern(status: Uint8Array): Cut {
  const others = [...status.keys()].filter((c) => status[c] === 0)
  return { cells: Int32Array.from(others), values: new Float64Array(others.length).fill(1), least: 1 }
}
