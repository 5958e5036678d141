import type { Witness } from '@sdc/core'
import type { Demand, Span } from '../../attackers/attack-model.js'
import { joinedBy, type Room } from '../../attackers/room.js'
import { solver } from '../../solver/solver.js'
import { fewLevels, gridOf, neighbourhood, type Grid } from '../../witness/grid.js'
import { finderOf, reachOf, TOLERANCE, type Finder, type Knowledge } from '../../witness/finder.js'
import { servingOf, type Serving } from '../../witness/serving.js'
import { suppressedAround } from '../../witness/suppressed-around.js'
import { areCounts } from '../../table/counts-only.js'
import { relationIndex, type RelationIndex } from '../../table/relation-index.js'
import { statusOf, type Exception, type Suppression, type SuppressionProblem } from '../problem.js'
import { relationBound } from '../relation-bound.js'
import { coverOf, type Cover, type Task } from './cover.js'
import { meet, scaledTo, type Search } from '../../witness/meet.js'

/** Up to so many cells a program over a neighbourhood is worth its time. */
const MOST_NEAR = 6000
/** So many suppressed cells around a demand are tried where one of them is to be published. */
const BALL = 300
/** So many of the dearest secondary cells are tried to be done without, with so many searches at most. */
const TRIALS = 150
const SEARCHES = 3000
/** A cell that so many demands use is not tried. */
const MOST_USERS = 400
/** Where secondary cells times demands are fewer, every trial is pruned before it is judged. */
const FEW = 1000
/** By how much of itself the cost must fall. */
const GAIN = 1e-9
/** How often unions are looked for: each pattern may make others. */
const UNION_ROUNDS = 10
/** In so many of them the pattern is pruned after. */
const PRUNED_ROUNDS = 4
/** How often components without a suppressed zero are looked for: what is suppressed elsewhere may join them. */
const ZERO_ROUNDS = 10

export interface GreedyOptions {
  /** Called with the share that is done; throws to stop. */
  readonly tick?: ((fraction: number) => void) | undefined
}

/** All that the steps share. */
interface Work {
  readonly problem: SuppressionProblem
  readonly cover: Cover
  readonly finder: Finder
  readonly serving: Serving
  readonly grid: Grid
  readonly index: RelationIndex
  readonly exceptions: Exception[]
  /** How far cells can be from their true values. */
  room: Room
  tick(fraction: number): void
}

/**
 * A pattern at little cost for a table of any size: the largest demand first, each by the cheapest witness that a few cells around
 * it have, beside what is suppressed already; then every secondary cell, the dearest first, is published again where its
 * witnesses can be replaced among what is suppressed, the dearest are tried to be done without, and unions that have become
 * known are met in turn. What no pattern can keep is an exception, and the pattern is made for all others.
 *
 * @param problem - What is asked.
 * @param options - `tick` is called with the share that is done; it throws to stop.
 * @returns The pattern, with the witnesses of its demands and its exceptions.
 */
export async function greedySuppression(
  problem: SuppressionProblem,
  { tick = () => {} }: GreedyOptions = {},
): Promise<Suppression> {
  const { table, model } = problem
  const work: Work = {
    problem,
    cover: coverOf(problem),
    finder: finderOf(await solver(), table, model.whole, () => work.room),
    serving: servingOf(model),
    grid: gridOf(table),
    index: relationIndex(table),
    exceptions: [],
    room: problem.room,
    tick,
  }
  const { cover } = work
  const demands = [...model.demands, ...model.spans.flatMap((span) => sidesOf(work, span))]
  demands.sort((a, b) => b.level - a.level || a.cells[0] - b.cells[0] || b.direction - a.direction)
  for (const demand of demands) cover.add(taskOf(demand))
  grow(work, cover.tasks, (share) => tick(0.5 * share))
  cover.tidy()
  shrink(work, (share) => tick(0.5 + 0.2 * share))
  improve(work, (share) => tick(0.7 + 0.2 * share))
  meetUnions(work, (share) => tick(0.9 + 0.08 * share))
  if (problem.zeros && areCounts(table)) giveZeros(work)
  tick(1)
  const cost = cover.cost()
  return {
    status: statusOf(problem, cover.suppressed),
    cost,
    bound: Math.min(cost, relationBound(problem)),
    witnesses: cover.tasks.flatMap((task) => task.witnesses),
    exceptions: work.exceptions,
  }
}

const taskOf = (demand: Demand): Task => ({ demand, witnesses: [], exempt: new Set() })

/** Whether witnesses meet a task, but for whom it cannot be met. */
function isMet({ serving }: Work, { demand, exempt }: Task, witnesses: readonly Witness[]): boolean {
  return serving.open(demand, witnesses)?.every((who) => exempt.has(who)) ?? false
}

/** Meets the tasks that are not met, in order; what a witness meets besides costs nothing more. */
function grow(work: Work, tasks: readonly Task[], tick: (share: number) => void): void {
  const { cover, problem, room } = work
  const { model } = problem
  const search: Search = (...asked) => suppressing(work, ...asked)
  for (const [k, task] of [...tasks].entries()) {
    if (k % 16 === 0) tick(k / tasks.length)
    if (isMet(work, task, task.witnesses)) continue
    cover.set(task, [])
    const met = meet(model, work.serving, task.demand, search) ?? asFarAsItGoes(work, task, search)
    if (met === undefined) continue
    for (const who of met.missed) except(work, task, who)
    cover.set(task, met.witnesses)
    for (const witness of met.witnesses) {
      if (reachOf(witness, task.demand) < task.demand.level * (1 - TOLERANCE)) continue
      for (const cell of witness.cells)
        for (const other of cover.of(cell)) {
          if (other.witnesses.length > 0) continue
          const scaled = scaledTo(witness, other.demand, room.below, room.above, model.whole)
          if (scaled && isMet(work, other, [scaled])) cover.set(other, [scaled])
        }
    }
  }
}

/** The cheapest witness; its cells are suppressed. */
function suppressing(work: Work, ...asked: Parameters<Search>): Witness | undefined {
  const found = cheapest(work, ...asked)
  if (found) work.cover.suppress(found.cells)
  return found
}

/** The cheapest witness that a neighbourhood has; of twice, of four times the levels; of the whole table. */
function cheapest(work: Work, demand: Demand, level: number, knowledge?: Knowledge): Witness | undefined {
  const { finder, cover, grid } = work
  const weight = (cell: number): number => cover.prices[cell]
  const few = fewLevels(grid)
  for (const times of [1, 2, 4]) {
    const cells = around(work, demand, level, few * times, knowledge)
    if (!cells || cells.length > MOST_NEAR) break
    const found = finder.find(demand, cells, { weight, rounds: 3, knowledge, level })
    if (found) return found
  }
  const cells = permitted(work)
  return finder.find(demand, cells, { weight, rounds: cells.length > 20_000 ? 1 : 3, knowledge, level })
}

function permitted({ cover }: Work): number[] {
  const cells: number[] = []
  cover.prices.forEach((price, c) => price < Infinity && cells.push(c))
  return cells
}

/** The cells around a demand's own, by their prices and how much of the level they have room for. */
function around(
  { cover, grid, room }: Work,
  demand: Demand,
  level: number,
  few: number,
  knowledge?: Knowledge,
): number[] | undefined {
  const price = (cell: number): number => {
    if (cover.prices[cell] === Infinity || knowledge?.blocked.has(cell)) return Infinity
    const share = Math.min(1, Math.max(1e-3, room.below[cell] / level))
    return (cover.prices[cell] + 1e-3 * level) / share
  }
  const cells: number[] = []
  for (const cell of demand.cells) {
    const near = neighbourhood(grid, cell, few, price)
    if (!near) return undefined
    for (const one of near) cells.push(one)
  }
  return cells
}

/** A demand that no pattern meets is met as far as it goes, and is an exception. */
function asFarAsItGoes(work: Work, task: Task, search: Search): ReturnType<typeof meet> {
  const { finder, problem } = work
  const { reach } = finder.farthest(task.demand, permitted(work))
  work.exceptions.push({ demand: task.demand, attacker: undefined, asked: task.demand.level, kept: reach })
  const level = problem.model.whole ? Math.floor(reach + TOLERANCE) : reach * (1 - TOLERANCE)
  if (!(level > 0)) return undefined
  task.demand = { ...task.demand, level }
  const found = search(task.demand, level)
  return found && { witnesses: [found], missed: [] }
}

function except(work: Work, { demand, exempt }: Task, who: number): void {
  const { finder, problem, serving } = work
  exempt.add(who)
  const asked = problem.model.levelFrom(who, demand)
  const own = { ...demand, level: asked }
  const { reach } = finder.farthest(own, permitted(work), serving.knowledge([who]))
  work.exceptions.push({ demand, attacker: who, asked, kept: reach })
}

/** The sides that a sliding level comes down to: half on each, or all of it on one, what costs least by itself. */
function sidesOf(work: Work, { cell, width }: Span): Demand[] {
  const { problem, cover, room } = work
  const { levels, whole } = problem.model
  const [lower, upper] = [levels.lower[cell], levels.upper[cell]]
  const [down, up] = [room.below[cell], room.above[cell]]
  const half = lower + (width - lower - upper) / 2
  const splits = [whole ? Math.ceil(half) : half, lower, width - upper].map((below) =>
    Math.max(width - up, Math.min(down, below)),
  )
  const ways = splits.map((below): Demand[] =>
    [
      { cells: Int32Array.of(cell), direction: 1 as const, level: width - below },
      { cells: Int32Array.of(cell), direction: -1 as const, level: below },
    ].filter(({ level }) => level > 0),
  )
  const costs = ways.map((sides) => {
    const used = new Set<number>()
    for (const side of sides) {
      const found = cheapest(work, side, side.level)
      if (!found) return Infinity
      for (const one of found.cells) used.add(one)
    }
    return [...used].reduce((sum, one) => sum + cover.prices[one], 0)
  })
  return ways[costs.indexOf(Math.min(...costs))]
}

/** A witness among what is suppressed, that moves as few cells of respondents who are alone as it can. */
function among(work: Work): Search {
  const { finder, problem, cover, index } = work
  const { owner } = problem.model.respondents
  const near = ({ cells }: Demand): number[] => suppressedAround(problem.table, index, cover.suppressed, cells, BALL)
  return (demand, level, knowledge) => {
    const own = owner[demand.cells[0]]
    const weight = (cell: number): number => Number(owner[cell] >= 0 && owner[cell] !== own)
    return finder.find(demand, near(demand), { weight, rounds: 1, knowledge, level })
  }
}

/** Publishes the secondary cells, dearest first, whose witnesses can all be replaced among what is suppressed. */
function shrink(work: Work, tick: (share: number) => void): void {
  const { cover } = work
  const cells = cover.secondary()
  const search = among(work)
  for (const [done, cell] of cells.entries()) {
    if (done % 8 === 0) tick(done / cells.length)
    const fresh: [Task, readonly Witness[]][] = []
    cover.publish(cell)
    const replaced = cover.users(cell).every((task) => {
      const witnesses = without(work, task, cell) ?? metBy(work, task, search)
      if (witnesses) fresh.push([task, witnesses])
      return witnesses !== undefined
    })
    if (replaced) for (const [task, witnesses] of fresh) cover.set(task, witnesses)
    else cover.suppress([cell])
  }
  cover.tidy()
}

/** The witnesses of a task that do not use a cell, where they suffice. */
function without(work: Work, task: Task, cell: number): readonly Witness[] | undefined {
  const kept = task.witnesses.filter((one) => !one.cells.includes(cell))
  return kept.length > 0 && isMet(work, task, kept) ? kept : undefined
}

/** Witnesses that meet a task, by a search; undefined where it finds none for somebody. */
function metBy({ problem, serving }: Work, task: Task, search: Search): readonly Witness[] | undefined {
  const met = meet(problem.model, serving, task.demand, search)
  return met?.missed.every((who) => task.exempt.has(who)) ? met.witnesses : undefined
}

/** Tries to do without each of the dearest secondary cells: its demands are met elsewhere, and that is kept where it costs less. */
function improve(work: Work, tick: (share: number) => void): void {
  const { cover, finder, grid } = work
  const few = fewLevels(grid)
  const search: Search = (demand, level, knowledge) => {
    for (const times of [1, 2]) {
      const cells = around(work, demand, level, few * times, knowledge)
      if (!cells || cells.length > MOST_NEAR / 2) return undefined
      const weight = (cell: number): number => cover.prices[cell]
      const found = finder.find(demand, cells, { weight, rounds: 3, knowledge, level })
      if (found) {
        cover.suppress(found.cells)
        return found
      }
    }
    return undefined
  }
  let searches = 0
  let now = cover.cost()
  const cells = cover.secondary().slice(0, TRIALS)
  for (const [done, cell] of cells.entries()) {
    tick(done / cells.length)
    const users = cover.users(cell)
    if (cover.suppressed[cell] === 0 || users.length > MOST_USERS || searches > SEARCHES) continue
    const isFew = cells.length * cover.tasks.length < FEW
    const back = cover.save(isFew ? cover.tasks : users)
    cover.publish(cell, true)
    const found = users.every((task) => {
      searches++
      const kept = without(work, task, cell)
      cover.set(task, [])
      const witnesses = kept ?? metBy(work, task, search)
      if (witnesses) cover.set(task, witnesses)
      return witnesses !== undefined
    })
    if (found) {
      cover.tidy()
      if (isFew && cover.cost() >= now * (1 - GAIN)) shrink(work, () => {})
      const cost = cover.cost()
      if (cost < now * (1 - GAIN)) {
        now = cost
        cover.publish(cell)
        continue
      }
    }
    back()
  }
  shrink(work, () => {})
}

/** Sums over suppressed cells that are sensitive and known are demands, too; meeting them may make others. */
function meetUnions(work: Work, tick: (share: number) => void): void {
  const { cover, problem, exceptions } = work
  for (let round = 0; round < UNION_ROUNDS; round++) {
    tick(round / UNION_ROUNDS)
    for (const task of cover.tasks.filter(({ demand }) => demand.cells.length > 1)) cover.remove(task)
    const search = among(work)
    const open: Task[] = []
    for (const { cells, upper, lower } of problem.model.unionsIn(cover.suppressed)) {
      for (const [direction, level] of [
        [1, upper],
        [-1, lower],
      ] as const) {
        if (!(level > 0)) continue
        const task = taskOf({ cells, direction, level })
        cover.add(task)
        const found = search(task.demand, level)
        if (found) cover.set(task, [found])
        else open.push(task)
      }
    }
    if (open.length === 0) return
    if (round + 1 < UNION_ROUNDS) {
      const before = exceptions.length
      grow(work, open, () => {})
      // What no pattern keeps is looked at again in the next round, as it then is.
      exceptions.splice(before)
      if (round < PRUNED_ROUNDS) shrink(work, () => {})
    } else for (const task of open) asFarAsItGoes(work, task, search)
  }
}

/**
 * A pattern that suppresses no empty cell is judged as if they were published: whoever guesses "at least 1" is right there. So
 * every component without a suppressed zero keeps its demands with that bound, or is joined to a zero, whichever costs less.
 */
function giveZeros(work: Work): void {
  const { cover, problem } = work
  const { table, model } = problem
  const search = among(work)
  for (let round = 0; round < ZERO_ROUNDS; round++) {
    work.room = model.roomIn(cover.suppressed)
    const { below } = work.room
    const holds = ({ cells, differences }: Witness): boolean =>
      cells.every((cell, i) => -differences[i] <= below[cell] + TOLERANCE)
    const joined = joinedBy(table.equations, cover.suppressed)
    const open = new Map<number, Task[]>()
    for (const task of cover.tasks) {
      if (task.witnesses.every(holds)) continue
      const kept = task.witnesses.filter(holds)
      const witnesses = isMet(work, task, kept) ? kept : metBy(work, task, search)
      if (witnesses) cover.set(task, witnesses)
      else {
        const component = joined(task.demand.cells[0])
        open.set(component, [...(open.get(component) ?? []), task])
      }
    }
    if (open.size === 0) return
    for (const tasks of open.values()) {
      const path = pathToZero(work, tasks[0].demand.cells[0])
      const joining = path.reduce((sum, cell) => sum + (cover.suppressed[cell] ? 0 : problem.costs[cell]), 0)
      const back = cover.save(tasks)
      const before = cover.cost()
      const isMetElsewhere = tasks.every((task) => {
        cover.set(task, [])
        const witnesses = metBy(work, task, (...asked) => suppressing(work, ...asked))
        if (witnesses) cover.set(task, witnesses)
        return witnesses !== undefined
      })
      if (isMetElsewhere && cover.cost() - before <= joining) continue
      back()
      cover.suppress(path)
    }
  }
}

/** The cheapest cells that join a cell to an empty one by relations, from the empty one on; none where nothing does. */
function pathToZero({ cover, problem, index }: Work, start: number): number[] {
  const { table } = problem
  const cost = new Map([[start, 0]])
  const from = new Map<number, number>()
  const open = new Set([start])
  while (open.size > 0) {
    let cell = -1
    for (const one of open) if (cell < 0 || (cost.get(one) ?? 0) < (cost.get(cell) ?? 0)) cell = one
    open.delete(cell)
    if (table.values[cell] === 0) {
      const path = [cell]
      for (let at = from.get(cell); at !== undefined; at = from.get(at)) path.push(at)
      return path
    }
    for (let k = index.starts[cell]; k < index.starts[cell + 1]; k++)
      for (const next of table.equations[index.at[k]].cells) {
        const sum = (cost.get(cell) ?? 0) + cover.prices[next]
        if (!(sum < (cost.get(next) ?? Infinity))) continue
        cost.set(next, sum)
        from.set(next, cell)
        open.add(next)
      }
  }
  return []
}
