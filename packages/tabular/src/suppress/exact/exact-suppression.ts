import { isOwn, type Demand } from '../../attackers/attack-model.js'
import { roomOf } from '../../attackers/room.js'
import { components } from '../../audit/attacker.js'
import { judgePattern, type Breach, type Judged } from '../../audit/judge-pattern.js'
import { solver } from '../../solver/solver.js'
import { finderOf } from '../../witness/finder.js'
import { servingOf } from '../../witness/serving.js'
import { greedySuppression } from '../greedy/greedy-suppression.js'
import { statusOf, type Suppression, type SuppressionProblem } from '../problem.js'
import { costOf } from './costs.js'
import type { Cut } from './cuts.js'
import { KEPT } from './separate.js'
import { solveTask, type SolvedTask } from './solve-task.js'
import { tasksOf, type Target, type Task } from './task.js'

export interface ExactSuppression extends Suppression {
  /** True if no pattern is cheaper (by more than the permitted gap). */
  readonly proved: boolean
  /** Number of programs solved. */
  readonly rounds: number
}

export interface ExactOptions {
  /** Time limit; unlimited by default. */
  readonly seconds?: number | undefined
  /** Permitted excess over the least cost, as a share; 0 by default. */
  readonly gap?: number | undefined
  /** Receives the share of work done, 0 to 1; throws to stop. */
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Finds the cheapest pattern that keeps every level (Fischetti & Salazar 2001):
 *
 * min Σ cost·y, y = 1 for the cells that must be suppressed, y = 0 for fixed cells. For each level L of a sensitive
 * cell p there is some d with Σ sign·d = 0 in every relation, −below·y ≤ d ≤ above·y and d_p = L (or −L).
 *
 * The attackers' programs are separated from the choice of y (Benders): d exists if and only if Σ min(L, dual·room)·y ≥
 * L for all their duals. It starts with the demands against everybody. The cheapest pattern so far is judged as in the
 * audit, and broken demands are added. Lone respondents get programs of their own. Whole numbers, unions, and
 * respondents of several cells get a cut of the pattern, grown while the demand still fails.
 *
 * @param problem - Table, demands and costs.
 * @param options - Time limit, gap and progress.
 * @returns The pattern; at the time limit, the best valid one with a lower bound of the cost.
 */
export async function exactSuppression(
  problem: SuppressionProblem,
  { seconds = Infinity, gap = 0, tick = () => {} }: ExactOptions = {},
): Promise<ExactSuppression> {
  const until = performance.now() + 1000 * seconds
  const { model, must, fixed, costs } = problem
  const greedy = await greedySuppression(problem, { tick: (share) => tick(0.2 * share) })
  const first = Uint8Array.from(greedy.status, (one) => Number(one > 0))
  const judge = await judgeOf(problem, greedy)
  const impossible = new Map<string, number>()
  // Demands that the first pattern keeps are possible by its witnesses; if it keeps all, none need be checked.
  const isKept = greedy.exceptions.length === 0
  for (const breach of isKept ? [] : judge(fixed.map((one) => 1 - one)).breaches)
    if (breach.cells.length === 1) impossible.set(keyOf(breach), breach.kept)
  const missed = isKept ? [] : judge(first).breaches.filter((breach) => !impossible.has(keyOf(breach)))
  // A union that the first pattern does not keep is not pursued.
  for (const breach of missed) if (breach.cells.length > 1) impossible.set(keyOf(breach), breach.kept)
  const targets = everybodysTargets(problem, impossible)
  const isAlone = problem.zeros || model.respondents.areKnown
  const cuts: Cut[] = []
  let found: Map<Task, SolvedTask> = new Map()
  let rounds = 0
  let bound = 0
  let proved = false
  let best = first
  for (;;) {
    const tasks = tasksOf(problem, targets)
    const before = found
    found = new Map()
    for (const [k, task] of tasks.entries()) {
      tick(0.2 + (0.8 * k) / tasks.length)
      const kept = before.size > 0 ? [...before].find(([one]) => sameCells(one, task))?.[1].cuts : undefined
      const one = await solveTask(task, {
        secondsLeft: () => (until - performance.now()) / 1000,
        gap,
        start: Uint8Array.from(task.cells, (c) => best[c]),
        isStartGood: missed.every(({ cells }) => cells.length > 1),
        needsCompany: !isAlone,
        known: [...(kept ?? []), ...cuts.flatMap((cut) => within(cut, task))],
        progress: (cost, least) => {
          tick(0.2 + (0.8 * (k + 0.9 * (cost > 0 ? least / cost : 1))) / tasks.length)
          // Allows an external stop before the next program.
          return new Promise((resolve) => setTimeout(resolve, 0))
        },
      })
      found.set(task, one)
      rounds += one.rounds
    }
    const solved = [...found.values()]
    bound = Math.max(
      bound,
      solved.reduce((sum, one) => sum + one.bound, 0),
    )
    const suppressed = must.slice()
    for (const [task, one] of found) task.cells.forEach((c, i) => (suppressed[c] ||= one.status[i]))
    const breaches = judge(suppressed).breaches.filter((breach) => !impossible.has(keyOf(breach)))
    if (breaches.length === 0) {
      best = suppressed
      proved = solved.every((one) => one.proved)
      break
    }
    if (performance.now() > until) break
    const more = await asksOf(problem, suppressed, breaches, targets)
    targets.push(...more.targets)
    cuts.push(...more.cuts)
  }
  tick(1)
  const cost = costOf(costs, best)
  const exceptions = [...impossible].length > 0 ? greedy.exceptions : []
  return {
    status: statusOf(problem, best),
    cost,
    bound: proved && gap === 0 ? cost : Math.min(bound, cost),
    witnesses: best === first ? greedy.witnesses : undefined,
    exceptions,
    proved,
    rounds,
  }
}

const keyOf = ({ cells, direction, attacker }: Pick<Breach, 'cells' | 'direction' | 'attacker'>): string =>
  `${cells.join('+')},${direction},${attacker ?? ''}`

/** Judges a pattern as the audit does; the witnesses of the first pattern save time. */
async function judgeOf(
  { table, model }: SuppressionProblem,
  { witnesses = [] }: Suppression,
): Promise<(suppressed: Uint8Array) => Judged> {
  const highs = await solver()
  return (suppressed) => {
    const { members, componentOf } = components(table, suppressed)
    const room = roomOf(table, suppressed)
    const held = witnesses.filter(({ cells, differences }) =>
      cells.every((c, i) => suppressed[c] > 0 && -differences[i] <= room.below[c]),
    )
    return judgePattern(highs, model, { suppressed, room, members, componentOf, witnesses: held }, () => {})
  }
}

/** Targets against everybody, except impossible ones. */
function everybodysTargets(
  { model: { demands, spans } }: SuppressionProblem,
  impossible: ReadonlyMap<string, number>,
): Target[] {
  const none = new Int32Array()
  const sides = demands.map(({ cells: [cell], direction, level }): Target => {
    const kept = impossible.get(keyOf({ cells: Int32Array.of(cell), direction, attacker: undefined }))
    return { cell, side: direction > 0 ? 'above' : 'below', level: kept ?? level, knows: none }
  })
  const widths = spans.map(({ cell, width }): Target => {
    const kept = impossible.get(keyOf({ cells: Int32Array.of(cell), direction: 0, attacker: undefined }))
    return { cell, side: 'both', level: kept ?? width, knows: none }
  })
  return [...sides, ...widths].filter(({ level }) => level > 0)
}

const sameCells = (a: Task, b: Task): boolean =>
  a.cells.length === b.cells.length && a.cells.every((c, i) => b.cells[i] === c)

/** Translates a cut over cells of the table to the cells of a task, if it belongs to the task. */
function within({ cells, values, least }: Cut, task: Task): Cut[] {
  const place = new Map(Array.from(task.cells, (c, i) => [c, i]))
  const kept = [...cells.keys()].filter((i) => place.has(cells[i]))
  if (kept.length === 0 || values.some((value, i) => value < 0 && !place.has(cells[i]))) return []
  return [
    {
      cells: Int32Array.from(kept, (i) => place.get(cells[i]) ?? 0),
      values: Float64Array.from(kept, (i) => values[i]),
      least,
    },
  ]
}

/** Targets and cuts that exclude a pattern with these breaches. */
async function asksOf(
  problem: SuppressionProblem,
  suppressed: Uint8Array,
  breaches: readonly Breach[],
  targets: readonly Target[],
): Promise<{ readonly targets: Target[]; readonly cuts: Cut[] }> {
  const { model } = problem
  const more: Target[] = []
  const cuts: Cut[] = []
  const asked = new Set(targets.map(({ cell, side, knows }) => `${cell},${side},${knows[0] ?? -1}`))
  for (const { cells, direction, required: level, attacker } of breaches) {
    const knows = attacker === undefined || isOwn(attacker) ? [] : model.respondents.loneCells(attacker)
    const side = direction === 0 ? 'both' : direction > 0 ? 'above' : 'below'
    const key = `${cells[0]},${side},${knows[0] ?? -1}`
    if (cells.length === 1 && knows.length > 0 && !asked.has(key)) {
      asked.add(key)
      more.push({ cell: cells[0], side, level, knows: Int32Array.from(knows) })
    } else cuts.push(await grownCut(problem, suppressed, { cells, direction, level }, attacker))
  }
  return { targets: more, cuts }
}

/**
 * Grows a failed pattern while the demand still fails, since every subset of it fails as well; a valid pattern contains
 * one of the remaining cells. A union also fails with other suppressed parts in its relation: those remain outside, or
 * one of the union's own is published.
 */
async function grownCut(
  problem: SuppressionProblem,
  suppressed: Uint8Array,
  demand: Omit<Demand, 'direction'> & { readonly direction: 1 | -1 | 0 },
  attacker: number | undefined,
): Promise<Cut> {
  const { table, model, fixed, must, costs } = problem
  const serving = servingOf(model)
  const knowledge = attacker === undefined ? undefined : serving.knowledge([attacker])
  const grown = suppressed.slice()
  let room = roomOf(table, grown)
  const finder = finderOf(await solver(), table, model.whole, () => room)
  const fails = (): boolean => {
    room = roomOf(table, grown)
    const cells = [...grown.keys()].filter((c) => grown[c] === 1)
    const { direction, level } = demand
    if (direction !== 0)
      return !finder.find({ ...demand, direction }, cells, { weight: () => 0, rounds: 1, knowledge, isThorough: true })
    const reach = (side: 1 | -1): number => finder.farthest({ ...demand, direction: side }, cells, knowledge).reach
    return reach(1) + reach(-1) < level * KEPT
  }
  const isUnion = demand.cells.length > 1
  const beside = new Set<number>()
  if (isUnion)
    for (const { cells } of table.equations)
      if (demand.cells.every((c) => cells.includes(c))) cells.forEach((c) => beside.add(c))
  const free = [...grown.keys()].filter((c) => grown[c] === 0 && fixed[c] === 0 && !beside.has(c))
  free.sort((a, b) => costs[a] - costs[b] || a - b)
  const add = (cells: readonly number[]): void => {
    if (cells.length === 0) return
    for (const c of cells) grown[c] = 1
    if (fails()) return
    for (const c of cells) grown[c] = 0
    if (cells.length === 1) return
    add(cells.slice(0, cells.length >> 1))
    add(cells.slice(cells.length >> 1))
  }
  add(free)
  const outside = [...grown.keys()].filter((c) => grown[c] === 0 && fixed[c] === 0)
  const own = isUnion ? [...demand.cells].filter((c) => must[c] === 0) : []
  return {
    cells: Int32Array.from([...outside, ...own]),
    values: Float64Array.from([...outside.map(() => 1), ...own.map(() => -1)]),
    least: 1 - own.length,
  }
}
