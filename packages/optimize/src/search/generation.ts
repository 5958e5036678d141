import type { Rng } from '@sdc/core'
import { parentsOf } from './parents.js'
import { pointId, type Family, type Point } from './search-space.js'
import { newTrial, standings, type Objective, type Standing, type Trial } from './trials.js'
import { fromUnit, toUnit } from './unit-scale.js'
import { widened } from './widen.js'

/** How many tasks a generation has. */
export const GENERATION = 32
/** Parents are run this often before their means are trusted. */
export const RUNS = 5
/** In this share of the children what the method makes is gone on with in another way. */
const OTHER_VARIANT = 0.15
/** This share of the children are of leaders, the others of the best of each family. */
const OF_LEADERS = 0.7
/** A child that is there already is drawn again so often before it is left out. */
const ATTEMPTS = 30

/** A run of a candidate: its number names its stream of random numbers. */
export interface SearchTask {
  readonly point: Point
  readonly run: number
}

export interface Generation {
  /** Fixed before the first of them starts, in the order of their names. */
  readonly tasks: readonly SearchTask[]
  /** The families with the ranges that the tasks were drawn from. */
  readonly families: readonly Family[]
}

/** How far a child moves in the unit scale of a parameter: s = 0.2·0.85^g + 0.02 in generation g = 0, 1, …. */
export function stepSize(generation: number): number {
  let s = 0.2
  for (let g = 0; g < generation; g++) s *= 0.85
  return s + 0.02
}

/**
 * The tasks of a generation, from what is known before it: nothing else, so that the order in which results came in and
 * the number of those who work on them change nothing.
 *
 * Half of the tasks at the most go to parents with fewer than five runs, each once more, leaders first: a mean of few runs
 * is at the front by luck. All others are children: one parameter of a parent moved by N(0, s²) in its unit scale, and in
 * 15 % of them another variant. No candidate is drawn that is there already.
 *
 * @param trials - All candidates so far, in any order.
 * @param families - What is varied of each, with the ranges so far.
 * @param objective - What is searched for.
 * @param generation - Its number, from 0 on.
 * @param rng - The stream of the search; that of the generation is a child of it.
 * @returns The tasks and the ranges; no task where nothing is left to try.
 */
export function nextGeneration(
  trials: readonly Trial[],
  families: readonly Family[],
  objective: Objective,
  generation: number,
  rng: Rng,
): Generation {
  const known = standings(trials)
  const { leaders, others } = parentsOf(known, objective)
  const ranges = widened(families, known, objective)
  const again = [...leaders, ...others]
    .filter(({ trial }) => trial.draws && trial.runs.length < RUNS)
    .slice(0, GENERATION / 2)
    .map(({ trial }): SearchTask => ({ point: trial.point, run: trial.runs.length + 1 }))
  const draws = rng.child(`generation ${generation + 1}`)
  const there = new Set(trials.map(({ id }) => id))
  const children: SearchTask[] = []
  const step = stepSize(generation)
  while (again.length + children.length < GENERATION) {
    const point = newChild({ leaders, others }, ranges, step, there, draws)
    if (point === undefined) break
    there.add(pointId(point))
    children.push({ point, run: 1 })
  }
  return { tasks: inOrder([...again, ...children]), families: ranges }
}

/** Tasks in the order of their names. */
export function inOrder(tasks: readonly SearchTask[]): SearchTask[] {
  const named = tasks.map((task) => ({ task, id: newTrial(task.point).id }))
  return named.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.task.run - b.task.run)).map(({ task }) => task)
}

function newChild(
  { leaders, others }: { readonly leaders: readonly Standing[]; readonly others: readonly Standing[] },
  families: readonly Family[],
  step: number,
  there: ReadonlySet<string>,
  rng: Rng,
): Point | undefined {
  if (leaders.length === 0) return undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const from = others.length === 0 || rng.uniform() < OF_LEADERS ? leaders : others
    const { point } = from[rng.int(from.length)].trial
    const family = families.find(({ id }) => id === point.family)
    if (family === undefined) continue
    const child = childOf(point, family, step, rng)
    if (!there.has(pointId(child))) return child
  }
  return undefined
}

function childOf(point: Point, { parameters, variants }: Family, step: number, rng: Rng): Point {
  const values = [...point.values]
  if (parameters.length > 0) {
    const p = rng.int(parameters.length)
    const parameter = parameters[p]
    values[p] = fromUnit(parameter, toUnit(parameter, values[p] ?? parameter.start) + step * rng.normal())
  }
  const other = variants > 1 && (parameters.length === 0 || rng.uniform() < OTHER_VARIANT)
  const variant = other ? (point.variant + 1 + rng.int(variants - 1)) % variants : point.variant
  return { family: point.family, variant, values }
}
