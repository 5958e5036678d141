import type { SuppressionProblem } from '../problem.js'

/** Independent part of a table: cells that may be suppressed and the relations that connect them. */
export interface Task {
  /** Cells of the table for the task's cells 0, 1, … */
  readonly cells: Int32Array
  readonly below: Float64Array
  readonly above: Float64Array
  readonly costs: Float64Array
  /** 1 for the cells that are suppressed in every pattern. */
  readonly must: Uint8Array
  readonly relations: readonly TaskRelation[]
  readonly targets: readonly Target[]
}

/** Σ sign·d = 0 over the cells of a relation that may be suppressed. */
export interface TaskRelation {
  readonly cells: Int32Array
  readonly signs: Int8Array
}

/** Protection of one value from one attacker. */
export interface Target {
  readonly cell: number
  /** Required movement of the cell: up, down, or both together. */
  readonly side: 'above' | 'below' | 'both'
  readonly level: number
  /** Cells that this attacker knows; empty for everybody. */
  readonly knows: Int32Array
}

/**
 * Splits a problem into parts that share no relation after removal of published cells. A cell that is alone in a
 * relation is known in any pattern: it is removed as well, and its other relations are checked again. O(cells ×
 * dimensions).
 *
 * @param problem - Cells, relations, costs.
 * @param asked - Possible targets, by cells of the table.
 * @returns The parts with targets.
 */
export function tasksOf(problem: SuppressionProblem, asked: readonly Target[]): readonly Task[] {
  const { table, fixed, must } = problem
  const movable = movableCells(problem)
  const { partOf, parts } = partsOf(problem, movable)
  const place = new Int32Array(fixed.length)
  const members: number[][] = Array.from({ length: parts }, () => [])
  partOf.forEach((part, c) => {
    if (part >= 0) place[c] = members[part].push(c) - 1
  })
  const targets: Target[][] = Array.from({ length: parts }, () => [])
  for (const target of asked) {
    const part = partOf[target.cell]
    if (part < 0) continue
    const known = target.knows.filter((c) => partOf[c] === part)
    targets[part].push({ ...target, cell: place[target.cell], knows: known.map((c) => place[c]) })
  }
  const relations: TaskRelation[][] = Array.from({ length: parts }, () => [])
  for (const { cells, signs } of table.equations) {
    const kept = [...cells.keys()].filter((i) => movable[cells[i]])
    if (kept.length === 0) continue
    relations[partOf[cells[kept[0]]]].push({
      cells: Int32Array.from(kept, (i) => place[cells[i]]),
      signs: Int8Array.from(kept, (i) => signs[i]),
    })
  }
  const tasks = members.map((cells, part): Task => ({
    cells: Int32Array.from(cells),
    below: Float64Array.from(cells, (c) => problem.room.below[c]),
    above: Float64Array.from(cells, (c) => problem.room.above[c]),
    costs: Float64Array.from(cells, (c) => problem.costs[c]),
    must: Uint8Array.from(cells, (c) => must[c]),
    relations: relations[part],
    targets: withoutImplied(targets[part]),
  }))
  return tasks.filter((task) => task.targets.length > 0)
}

/** An attacker with more knowledge learns more: a level kept from an insider is kept from everybody. */
function withoutImplied(targets: readonly Target[]): Target[] {
  const guarded = new Map<string, number>()
  for (const { cell, side, level, knows } of targets)
    if (knows.length > 0) guarded.set(`${cell},${side}`, Math.max(level, guarded.get(`${cell},${side}`) ?? 0))
  return targets.filter(
    ({ cell, side, level, knows }) => knows.length > 0 || (guarded.get(`${cell},${side}`) ?? 0) < level,
  )
}

function movableCells({ table: { equations, values }, fixed, zeros, model }: SuppressionProblem): Uint8Array {
  // A suppressed empty cell allows other cells to be empty, even if it cannot move itself.
  const loosens = (c: number): boolean => zeros && model.whole && values[c] === 0
  const movable = fixed.map((one) => 1 - one)
  const left = equations.map(({ cells }) => cells.reduce((sum, c) => sum + movable[c], 0))
  const of = new Map<number, number[]>()
  equations.forEach(({ cells }, e) => cells.forEach((c) => void of.set(c, [...(of.get(c) ?? []), e])))
  const waiting = [...left.keys()].filter((e) => left[e] === 1)
  for (let e = waiting.pop(); e !== undefined; e = waiting.pop()) {
    const alone = equations[e].cells.find((c) => movable[c] === 1 && !loosens(c))
    if (alone === undefined) continue
    movable[alone] = 0
    for (const other of of.get(alone) ?? []) if (--left[other] === 1) waiting.push(other)
  }
  return movable
}

function partsOf(
  { table: { equations } }: SuppressionProblem,
  movable: Uint8Array,
): { readonly partOf: Int32Array; readonly parts: number } {
  const parent = Int32Array.from(movable, (_, c) => c)
  const root = (cell: number): number => {
    let at = cell
    while (parent[at] !== at) at = parent[at] = parent[parent[at]]
    return at
  }
  for (const { cells } of equations) {
    const kept = cells.filter((c) => movable[c])
    for (const cell of kept) parent[root(cell)] = root(kept[0])
  }
  const numbers = new Map<number, number>()
  const found = new Int32Array(movable.length).fill(-1)
  movable.forEach((one, c) => {
    if (!one) return
    const at = root(c)
    const part = numbers.get(at) ?? numbers.size
    numbers.set(at, part)
    found[c] = part
  })
  return { partOf: found, parts: numbers.size }
}
