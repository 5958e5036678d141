import { seededRng } from '@sdc/core'
import { nextGeneration, type SearchTask } from './generation.js'
import { pointId, type Family, type Point, type SearchParameter } from './search-space.js'
import { newTrial, type Objective, type Trial, type TrialRun } from './trials.js'

/** A parameter that may be anything. */
export function free(name: string, least: number, most: number, more: Partial<SearchParameter> = {}): SearchParameter {
  const floor = { value: Number.NEGATIVE_INFINITY, open: true }
  const ceiling = { value: Number.POSITIVE_INFINITY, open: true }
  return { name, least, most, scale: 'linear', whole: false, start: least, floor, ceiling, ...more }
}

/** (risk + loss)/2, with boxes of 1.5 points of risk and a tenth of the loss. */
export const objective: Objective = { weights: [0.5, 0.5], bounded: false, box: [1.5, 0.1] }

/** What a candidate comes to in a run. */
export type Problem = (point: Point, run: number) => TrialRun

/** Runs tasks in any order and adds what they came to, in that order, to what is known. */
export function withTasks(trials: readonly Trial[], tasks: readonly SearchTask[], problem: Problem): Trial[] {
  const known = new Map(trials.map((trial) => [trial.id, trial]))
  for (const { point, run } of tasks) {
    const trial = known.get(pointId(point)) ?? newTrial(point)
    known.set(trial.id, { ...trial, runs: [...trial.runs, problem(point, run)] })
  }
  return [...known.values()]
}

/** A whole search from some points on; `shuffle` decides in which order the runs of a generation come in. */
export function search(
  families: readonly Family[],
  start: readonly Point[],
  problem: Problem,
  generations: number,
  shuffle: (tasks: readonly SearchTask[], generation: number) => readonly SearchTask[] = (tasks) => tasks,
): { readonly trials: Trial[]; readonly families: readonly Family[] } {
  let trials = withTasks(
    [],
    start.map((point) => ({ point, run: 1 })),
    problem,
  )
  let ranges = families
  for (let g = 0; g < generations; g++) {
    const next = nextGeneration(trials, ranges, objective, g, seededRng('a search'))
    ranges = next.families
    trials = withTasks(trials, shuffle(next.tasks, g), problem)
  }
  return { trials, families: ranges }
}
