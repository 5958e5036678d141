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
import { runGrid, usualTasks } from './run-grid.js'
import type { SearchCut, SearchExtent } from './search-extent.js'
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
  /** How many runs the whole grid has, and how much of the search a budget let be done. */
  readonly gridRuns: number
  readonly cut: SearchCut
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
  const { started = extent.clock() } = extent
  const whole = families.flatMap(usualTasks).length + 2 * families.length + (extent.generations ?? GUESS) * GENERATION
  const { seconds, runs, done } = await runGrid({
    ...input,
    started,
    run: (tasks, from, of) => runStage(input, 'the usual grid', tasks, { before: from, all: whole, from, of }),
    endingTasks: (of) => endingTasks(book, of),
  })
  const known = standings(trialsOf(book))
  const grid = book.entries().length
  const objective = input.objective(known)
  const inGrid = new Set(known.map(({ trial }) => trial.id))

  const { leaders } = parentsOf(known, objective)
  const improved = new Set(book.entries().flatMap((entry) => (entry.improved ? [entry.trial.id] : [])))
  const task = meanOf(leaders.flatMap(({ trial }) => seconds[improved.has(trial.id) ? 'improved' : 'usual'] ?? []))
  const ending = endingTasks(book, objective)
  const left = extent.seconds - (extent.clock() - started)
  const fitting = done < runs ? 0 : generationsWithin({ left, task, generation: GENERATION, ending })
  const planned = extent.generations ?? fitting
  const isShort = extent.generations === undefined && planned === 0 && ending * task > left
  const cut = extent.cut ?? { gridRuns: done, isShort }
  await extent.decided?.(planned, cut)

  let ranges: readonly Family[] = families
  let generations = 0
  const all = grid + planned * GENERATION + ending
  for (; generations < planned && known.length > 0; generations++) {
    const next = nextGeneration(trialsOf(book), ranges, objective, generations, rng)
    if (next.tasks.length === 0) break
    ranges = next.families
    const stage = `generation ${generations + 1} of ${planned}`
    await runStage(input, stage, next.tasks, { before: grid + generations * GENERATION, all })
  }
  await confirm(input, objective, inGrid, { isShort: cut.isShort, before: grid + planned * GENERATION, all })

  const usual = usualGrid(book, inGrid).filter(({ trial }) => isSettled(trial))
  return {
    objective,
    ending: endingOf(trialsOf(book), objective, true),
    gridBest: usual.toSorted(byMerit(objective))[0],
    gridLeastScore: objective.bounded ? undefined : usual.toSorted(byScore(objective))[0],
    generations,
    planned,
    grid,
    gridRuns: runs,
    cut,
    ranges,
    perGeneration: extent.generations === undefined ? task * GENERATION : undefined,
  }
}

/** Generations that are taken to come, for the progress of the grid. */
const GUESS = 4

/** Runs the winners up to five times, and again where others are the winners then; in the short form the best of them. */
async function confirm(
  input: SearchInput,
  objective: Objective,
  inGrid: ReadonlySet<string>,
  { isShort, before: from, all }: { readonly isShort: boolean; readonly before: number; readonly all: number },
): Promise<void> {
  const { book } = input
  const orders = objective.bounded ? [byMerit(objective)] : [byMerit(objective), byScore(objective)]
  let done = from
  for (let round = 0; round < ROUNDS; round++) {
    const usual = usualGrid(book, inGrid)
    const first = round === 0 ? GRID_BEST : 1
    const ofGrid = orders.flatMap((order) => usual.toSorted(order).slice(0, first))
    const winners = confirmationTasks(trialsOf(book), objective)
    const [best] = standings(trialsOf(book)).sort(byMerit(objective))
    const tasks = isShort
      ? inOrder(best === undefined ? [] : missingRuns(best.trial))
      : unique([...winners, ...ofGrid.flatMap(({ trial }) => missingRuns(trial))])
    if (tasks.length === 0) return
    await runStage(input, 'the winners again', tasks, { before: done, all })
    done += tasks.length
  }
}

interface StagePlace {
  /** How many tasks came before it, of so many that there are in all. */
  readonly before: number
  readonly all: number
  /** Where the tasks are a piece of a stage: how many of it came before, and how many it has. */
  readonly from?: number
  readonly of?: number
}

async function runStage(
  { book, open, tick }: SearchInput,
  stage: string,
  tasks: readonly SearchTask[],
  { before, all, from = 0, of = tasks.length }: StagePlace,
): Promise<void> {
  await book.run(open, tasks, (part) => {
    const fraction = Math.min(1, (before + part * tasks.length) / all)
    tick({ stage, tasks: of, done: from + Math.floor(part * tasks.length + 1e-9), fraction })
  })
}

/** How many runs come after the last generation, about: those of winners, and fresh ones of what is printed. */
function endingTasks(book: TrialBook, objective: Objective): number {
  const winners = winnersOf(endingOf(trialsOf(book), objective))
  const drawing = winners.filter(({ trial }) => trial.draws).length
  // To five runs, these once more by every risk, which takes about twice as long, and fresh ones; what draws nothing is run once.
  const again = drawing * (RUNS - 1) + drawing * 2 * RUNS + 2 * (winners.length - drawing)
  return again + Math.min(drawing, PRINTED) * FRESH_RUNS + (drawing > 0 ? CHOICE_RUNS : 0)
}

function trialsOf(book: TrialBook): Trial[] {
  return book.entries().map(({ trial }) => trial)
}

/** How many candidates are printed with fresh runs. */
export const PRINTED = 8

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
