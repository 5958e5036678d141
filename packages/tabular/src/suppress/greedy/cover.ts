import type { Witness } from '@sdc/core'
import type { Demand } from '../../attackers/attack-model.js'
import type { SuppressionProblem } from '../problem.js'

/** A demand and its witnesses. */
export interface Task {
  /** The demand, at its attainable level. */
  demand: Demand
  witnesses: readonly Witness[]
  /** Respondents from whom it cannot be kept. */
  readonly exempt: Set<number>
}

/** A changing pattern, with the witnesses that prove its demands. */
export interface Cover {
  /** Tasks in the order in which they are met. */
  readonly tasks: Task[]
  readonly suppressed: Uint8Array
  /** Cost to use each cell: 0 if it is suppressed, ∞ if it must be published. */
  readonly prices: Float64Array
  /** The demands of each cell. */
  of(cell: number): readonly Task[]
  add(task: Task): void
  remove(task: Task): void
  /** Replaces the witnesses of a task and suppresses the cells that they use. */
  set(task: Task, witnesses: readonly Witness[]): void
  /** The tasks whose witnesses use a cell. */
  users(cell: number): Task[]
  suppress(cells: Iterable<number>): void
  /** Publishes a cell; with `forGood`, it is never suppressed again. */
  publish(cell: number, forGood?: boolean): void
  /** Publishes cells that no witness uses. */
  tidy(): void
  /** Secondary cells, the most expensive first. */
  secondary(): number[]
  cost(): number
  /** Saves the pattern and the witnesses of some tasks; the result restores them. */
  save(tasks: readonly Task[]): () => void
}

/** Least price of a cell, as a share of the mean cost: free cells are also used sparingly. */
const LEAST_SHARE = 1e-3

/**
 * Returns the pattern that suppresses the required cells.
 *
 * @param problem - Costs, and cells that must or must not be suppressed.
 * @returns The pattern, without tasks.
 */
export function coverOf({ must, fixed, costs }: SuppressionProblem): Cover {
  const suppressed = must.slice()
  const paid = costs.filter((cost, c) => cost > 0 && !fixed[c])
  const least = paid.length > 0 ? (LEAST_SHARE * paid.reduce((a, b) => a + b, 0)) / paid.length : 1
  const usual = costs.map((cost, c) => (fixed[c] ? Infinity : Math.max(cost, least)))
  const prices = usual.map((price, c) => (must[c] ? 0 : price))
  const users = new Map<number, Map<Task, number>>()
  const tasks: Task[] = []
  const of = new Map<number, Task[]>()
  const suppress = (cell: number): void => {
    suppressed[cell] = 1
    prices[cell] = 0
  }
  const publish = (cell: number, forGood = false): void => {
    suppressed[cell] = 0
    prices[cell] = forGood ? Infinity : usual[cell]
  }
  const count = (task: Task, step: 1 | -1): void => {
    for (const { cells } of task.witnesses)
      for (const cell of cells) {
        let by = users.get(cell)
        if (!by) users.set(cell, (by = new Map()))
        const now = (by.get(task) ?? 0) + step
        if (now > 0) by.set(task, now)
        else by.delete(task)
        if (step > 0) suppress(cell)
      }
  }
  const set = (task: Task, witnesses: readonly Witness[]): void => {
    count(task, -1)
    task.witnesses = witnesses
    count(task, 1)
  }
  const secondary = (): number[] => {
    const found: number[] = []
    for (let c = 0; c < suppressed.length; c++) if (suppressed[c] && !must[c]) found.push(c)
    return found.sort((a, b) => costs[b] - costs[a] || a - b)
  }
  return {
    tasks,
    suppressed,
    prices,
    of: (cell) => of.get(cell) ?? [],
    add(task) {
      tasks.push(task)
      if (task.demand.cells.length > 1) return
      const [cell] = task.demand.cells
      of.set(cell, [...(of.get(cell) ?? []), task])
    },
    remove(task) {
      set(task, [])
      tasks.splice(tasks.indexOf(task), 1)
    },
    set,
    users: (cell) => [...(users.get(cell)?.keys() ?? [])],
    suppress: (cells) => {
      for (const cell of cells) suppress(cell)
    },
    publish,
    tidy() {
      for (let c = 0; c < suppressed.length; c++)
        if (suppressed[c] && !must[c] && (users.get(c)?.size ?? 0) === 0) publish(c)
    },
    secondary,
    cost: () => secondary().reduce((sum, c) => sum + costs[c], 0),
    save(those) {
      const [status, price] = [suppressed.slice(), prices.slice()]
      const before = those.map((task) => task.witnesses)
      return () => {
        for (const task of those) set(task, [])
        suppressed.set(status)
        prices.set(price)
        those.forEach((task, k) => {
          task.witnesses = before[k]
          count(task, 1)
        })
        suppressed.set(status)
        prices.set(price)
      }
    },
  }
}
