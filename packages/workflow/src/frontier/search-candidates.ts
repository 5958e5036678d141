import type { Rng } from '@sdc/core'
import type { OpenWork } from '@sdc/engine'
import {
  byMerit,
  byScore,
  CHOICE_RUNS,
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
  /** Such as `generation 3 of 9`. */
  readonly stage: string
  /** How many runs the stage has, and how many are done. */
  readonly tasks: number
  readonly done: number
  /** How much of the whole search is done, as far as anybody can say. */
  readonly fraction: number
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
  /** How many tasks were run so far, and in how many seconds: none that an earlier run kept. */
  readonly spent: () => { readonly tasks: number; readonly seconds: number }
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
  /** Seconds that one generation was expected to take, where the budget chose; for a sentence only. */
  readonly perGeneration: number | undefined
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
  const { families, book, extent, rng } = input
  const started = extent.clock()
  const seconds = await runGrid(input)
  const known = standings(trialsOf(book))
  const grid = book.entries().length
  const objective = input.objective(known)
  const inGrid = new Set(known.map(({ trial }) => trial.id))

  const { leaders } = parentsOf(known, objective)
  const improved = new Set(book.entries().flatMap((entry) => (entry.improved ? [entry.trial.id] : [])))
  const task = meanOf(leaders.flatMap(({ trial }) => seconds[improved.has(trial.id) ? 'improved' : 'usual'] ?? []))
  const ending = endingTasks(book, objective)
  const timing = { left: extent.seconds - (extent.clock() - started), task, generation: GENERATION, ending }
  const planned = extent.generations ?? generationsWithin(timing)
  await extent.decided?.(planned)

  let ranges: readonly Family[] = families
  let generations = 0
  const all = grid + planned * GENERATION + ending
  for (; generations < planned && known.length > 0; generations++) {
    const next = nextGeneration(trialsOf(book), ranges, objective, generations, rng)
    if (next.tasks.length === 0) break
    ranges = next.families
    const stage = `generation ${generations + 1} of ${planned}`
    await runStage(input, stage, next.tasks, grid + generations * GENERATION, all)
  }
  await confirm(input, objective, inGrid, [grid + planned * GENERATION, all])

  const usual = usualGrid(book, inGrid).filter(({ trial }) => isSettled(trial))
  return {
    objective,
    ending: endingOf(trialsOf(book), objective, true),
    gridBest: usual.toSorted(byMerit(objective))[0],
    gridLeastScore: objective.bounded ? undefined : usual.toSorted(byScore(objective))[0],
    generations,
    planned,
    grid,
    ranges,
    perGeneration: extent.generations === undefined ? task * GENERATION : undefined,
  }
}

/** Generations that are taken to come, for the progress of the grid. */
const GUESS = 4

/** The seconds that a task of either sort took; undefined where none was run now. */
type TaskSeconds = Readonly<Record<'usual' | 'improved', number | undefined>>

/**
 * Runs the usual grid, and of each family the best of it improved: that step takes many times as long as a masking, and what
 * it makes of the others comes in generations, where it is worth it.
 */
async function runGrid(input: SearchInput): Promise<TaskSeconds> {
  const { families, book, spent, extent } = input
  const tasks = inOrder(families.flatMap(usualTasks))
  const guess = tasks.length + 2 * families.length + (extent.generations ?? GUESS) * GENERATION
  const timed = async (of: readonly SearchTask[], before: number): Promise<number | undefined> => {
    const since = spent()
    await runStage(input, 'the usual grid', of, before, guess)
    const now = spent()
    const ran = now.tasks - since.tasks
    return ran > 0 ? (now.seconds - since.seconds) / ran : undefined
  }
  const usual = await timed(tasks, 0)
  const known = standings(trialsOf(book))
  const objective = input.objective(known)
  const best = families.flatMap(({ id, improved }) => {
    const own = improved < 0 ? [] : known.filter(({ trial }) => trial.point.family === id)
    const points = [byMerit(objective), byScore(objective)].flatMap((order) => own.toSorted(order).slice(0, 1))
    return points.map(({ trial: { point } }): SearchTask => ({ point: { ...point, variant: improved }, run: 1 }))
  })
  return { usual, improved: await timed(unique(best), tasks.length) }
}

/** Runs the winners up to five times, and again where others are the winners then. */
async function confirm(
  input: SearchInput,
  objective: Objective,
  inGrid: ReadonlySet<string>,
  [from, all]: readonly [number, number],
): Promise<void> {
  const { book } = input
  const orders = objective.bounded ? [byMerit(objective)] : [byMerit(objective), byScore(objective)]
  let done = from
  for (let round = 0; round < ROUNDS; round++) {
    const usual = usualGrid(book, inGrid)
    const first = round === 0 ? GRID_BEST : 1
    const ofGrid = orders.flatMap((order) => usual.toSorted(order).slice(0, first))
    const winners = confirmationTasks(trialsOf(book), objective)
    const tasks = unique([...winners, ...ofGrid.flatMap(({ trial }) => missingRuns(trial))])
    if (tasks.length === 0) return
    await runStage(input, 'the winners again', tasks, done, all)
    done += tasks.length
  }
}

async function runStage(
  { book, open, tick }: SearchInput,
  stage: string,
  tasks: readonly SearchTask[],
  before: number,
  all: number,
): Promise<void> {
  await book.run(open, tasks, (part) => {
    const fraction = Math.min(1, (before + part * tasks.length) / all)
    tick({ stage, tasks: tasks.length, done: Math.floor(part * tasks.length + 1e-9), fraction })
  })
}

/** How many runs come after the last generation, about: those of winners, and fresh ones of what is printed. */
function endingTasks(book: TrialBook, objective: Objective): number {
  const winners = winnersOf(endingOf(trialsOf(book), objective)).length
  // To five runs, these once more by every risk, which takes about twice as long, and fresh ones.
  return winners * (RUNS - 1) + winners * 2 * RUNS + Math.min(winners, PRINTED) * FRESH_RUNS + CHOICE_RUNS
}

function trialsOf(book: TrialBook): Trial[] {
  return book.entries().map(({ trial }) => trial)
}

/** How many candidates are printed with fresh runs. */
export const PRINTED = 8

/** A family's part of the usual grid: every point in every variant but the improved one. */
export function usualTasks({ grid, variants, improved }: CandidateFamily): SearchTask[] {
  const usual = Array.from({ length: variants }, (_, variant) => variant).filter((variant) => variant !== improved)
  return grid.flatMap((point) => usual.map((variant): SearchTask => ({ point: { ...point, variant }, run: 1 })))
}

/** What the quick grid of a comparison has. */
function usualGrid(book: TrialBook, inGrid: ReadonlySet<string>): Standing[] {
  const usual = book.entries().filter(({ trial, improved }) => inGrid.has(trial.id) && !improved)
  return standings(usual.map(({ trial }) => trial))
}

function unique(tasks: readonly SearchTask[]): SearchTask[] {
  const named = new Map(tasks.map((task) => [JSON.stringify([task.point, task.run]), task]))
  return inOrder([...named.values()])
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length
}
