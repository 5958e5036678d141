import type { Rng } from '@sdc/core'
import type { OpenWork } from '@sdc/engine'
import {
  byMerit,
  byScore,
  confirmationTasks,
  endingOf,
  FRESH_RUNS,
  GENERATION,
  inOrder,
  isSettled,
  missingRuns,
  nextGeneration,
  parentsOf,
  RUNS,
  standings,
  winnersOf,
  type Ending,
  type Family,
  type Objective,
  type SearchTask,
  type Standing,
  type Trial,
} from '@sdc/optimize'
import { generationsWithin } from './budget.js'
import type { CandidateFamily } from './families.js'
import type { TrialBook } from './trial-book.js'

/** What of a search is being done, for who waits. */
export interface SearchProgress {
  readonly part: 'grid' | 'generation' | 'confirmation' | 'choice' | 'fresh runs'
  /** The number of the generation, from 1 on, and of how many. */
  readonly generation?: readonly [number, number]
  /** How many tasks the part has. */
  readonly tasks: number
  /** How much of the part is done. */
  readonly fraction: number
  /** Seconds that are still to come, by what tasks took so far; undefined where nobody can say. */
  readonly left?: number
}

/** What fixes how much is searched. */
export interface SearchExtent {
  /** The number of generations, where it is fixed. */
  readonly generations?: number | undefined
  /** Else the seconds that the whole search may take. */
  readonly seconds: number
  /** The time in seconds, for the budget only: no result depends on it but through the number of generations. */
  readonly clock: () => number
  /** Is told the number of generations before the first of them starts. */
  readonly decided?: ((generations: number) => void | Promise<void>) | undefined
}

export interface SearchInput {
  readonly families: readonly CandidateFamily[]
  readonly book: TrialBook
  readonly open: OpenWork
  /** What is searched for, by the places of the grid. */
  readonly objective: (grid: readonly Standing[]) => Objective
  readonly extent: SearchExtent
  readonly rng: Rng
  readonly tick: (progress: SearchProgress) => void
}

/** What a search found. */
export interface Searched {
  readonly objective: Objective
  readonly ending: Ending
  /** The best of the usual grid, which has no improving step, by what is accepted and then by score; and by score alone. */
  readonly gridBest: Standing | undefined
  readonly gridLeastScore: Standing | undefined
  /** How many generations were run: fewer than planned where nothing was left to try. */
  readonly generations: number
  readonly planned: number
  /** How many candidates the grid had. */
  readonly grid: number
  /** The families with the ranges at the end. */
  readonly ranges: readonly Family[]
  /** Seconds that one generation was expected to take; no result depends on it. */
  readonly perGeneration: number
}

/** Winners are confirmed so often at the most: each time others may come to the front. */
const ROUNDS = 6
/** How many of the grid's best are run as often as the winners, to find the best of it. */
const GRID_BEST = 3

/**
 * Searches: the usual grid in every variant, then generations, then five runs of every winner.
 *
 * @param input - What to search in, and how far.
 * @returns The winners; all candidates are in the book.
 */
export async function searchCandidates(input: SearchInput): Promise<Searched> {
  const { families, book, open, extent, rng, tick } = input
  const trials = (): Trial[] => book.entries().map(({ trial }) => trial)
  const { clock } = extent
  const started = clock()

  // By variant, so that it is known what a task of each takes.
  const most = Math.max(...families.map(({ variants }) => variants))
  const seconds: number[] = []
  let grid = 0
  for (let variant = 0; variant < most; variant++) {
    const tasks = gridTasks(families, variant)
    const before = clock()
    const done = grid
    grid += tasks.length
    await book.run(open, tasks, (fraction) => tick({ part: 'grid', tasks: done + tasks.length, fraction }))
    seconds.push((clock() - before) / Math.max(tasks.length, 1))
  }
  const known = standings(trials())
  const objective = input.objective(known)
  const inGrid = known.map(({ trial }) => trial.id)

  const { leaders } = parentsOf(known, objective)
  const task = meanOf(leaders.map(({ trial }) => seconds[trial.point.variant]))
  const timing = { left: extent.seconds - (clock() - started), task, generation: GENERATION }
  const winners = winnersOf(endingOf(trials(), objective)).length
  const ending = winners * (RUNS - 1) + Math.min(winners, PRINTED) * FRESH_RUNS
  const planned = extent.generations ?? generationsWithin({ ...timing, ending })
  await extent.decided?.(planned)

  let ranges: readonly Family[] = families
  let generations = 0
  let begun = clock()
  for (; generations < planned && known.length > 0; generations++) {
    const next = nextGeneration(trials(), ranges, objective, generations, rng)
    if (next.tasks.length === 0) break
    ranges = next.families
    const numbers = [generations + 1, planned] as const
    const perGeneration = generations === 0 ? task * GENERATION : (clock() - begun) / generations
    const still = (planned - generations) * perGeneration + ending * task
    await book.run(open, next.tasks, (fraction) => {
      const left = still - fraction * perGeneration
      tick({ part: 'generation', generation: numbers, tasks: next.tasks.length, fraction, left })
    })
  }

  begun = clock()
  for (let round = 0; round < ROUNDS; round++) {
    const usual = usualGrid(book, inGrid)
    const first = round === 0 ? GRID_BEST : 1
    const orders = objective.bounded ? [byMerit(objective)] : [byMerit(objective), byScore(objective)]
    const ofGrid = orders.flatMap((order) => usual.toSorted(order).slice(0, first))
    const tasks = unique([
      ...confirmationTasks(trials(), objective),
      ...ofGrid.flatMap(({ trial }) => missingRuns(trial)),
    ])
    if (tasks.length === 0) break
    await book.run(open, tasks, (fraction) => tick({ part: 'confirmation', tasks: tasks.length, fraction }))
  }
  const settled = endingOf(trials(), objective, true)
  const usual = usualGrid(book, inGrid).filter(({ trial }) => isSettled(trial))
  return {
    objective,
    ending: settled,
    gridBest: usual.toSorted(byMerit(objective))[0],
    gridLeastScore: objective.bounded ? undefined : usual.toSorted(byScore(objective))[0],
    generations,
    planned,
    grid,
    ranges,
    perGeneration: task * GENERATION,
  }
}

/** How many candidates are printed with fresh runs. */
export const PRINTED = 8

function gridTasks(families: readonly CandidateFamily[], variant: number): SearchTask[] {
  const fits = families.filter(({ variants }) => variant < variants)
  return inOrder(fits.flatMap(({ grid }) => grid.map((point) => ({ point: { ...point, variant }, run: 1 }))))
}

/** What the quick grid of a comparison has. */
function usualGrid(book: TrialBook, grid: readonly string[]): Standing[] {
  const usual = book.entries().filter(({ trial, improved }) => grid.includes(trial.id) && !improved)
  return standings(usual.map(({ trial }) => trial))
}

function unique(tasks: readonly SearchTask[]): SearchTask[] {
  const named = new Map(tasks.map((task) => [JSON.stringify([task.point, task.run]), task]))
  return inOrder([...named.values()])
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length
}
