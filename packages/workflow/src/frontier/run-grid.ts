import { byMerit, byScore, inOrder, standings, type Objective, type SearchTask, type Standing } from '@sdc/optimize'
import type { CandidateFamily } from './families.js'
import type { SearchExtent } from './search-extent.js'
import type { TrialBook } from './trial-book.js'

/** The seconds that a task of either sort took; undefined where none was run now. */
export type TaskSeconds = Readonly<Record<'usual' | 'improved', number | undefined>>

/** What of the grid was run. */
export interface GridRun {
  readonly seconds: TaskSeconds
  /** How many runs it has, and how many of them were made: the simplest first. */
  readonly runs: number
  readonly done: number
}

export interface GridInput {
  readonly families: readonly CandidateFamily[]
  readonly book: TrialBook
  readonly objective: (grid: readonly Standing[]) => Objective
  readonly extent: SearchExtent
  /** When the search began. */
  readonly started: number
  readonly spent: () => { readonly tasks: number; readonly seconds: number }
  /** Runs tasks of the grid: the first of them is the so-manieth, of so many. */
  readonly run: (tasks: readonly SearchTask[], from: number, of: number) => Promise<void>
  /** How many runs come after the last generation, about. */
  readonly endingTasks: (objective: Objective) => number
}

/** What comes after the grid may claim so great a part of a budget before the grid is cut for it. */
const REST = 0.5
/** How many times as long as a masking the improving step is taken to need, until one was timed. */
const IMPROVING = 30

/**
 * Runs the usual grid, and of each family the best of it improved: that step takes many times as long as a masking, and what
 * it makes of the others comes in generations, where it is worth it.
 *
 * The simplest come first: of every family the middle value of its grid, alone; then its other values; then all of that
 * reverse-mapped; then improved. Of a search with a budget the first of these are run whatever it is, and the others as long
 * as there is time for them and for what comes after the grid.
 *
 * @param input - The families, and what runs them.
 * @returns How far it came.
 */
export async function runGrid(input: GridInput): Promise<GridRun> {
  const { families, book } = input
  const usual = families.flatMap(usualTasks)
  const isMiddle = ({ point }: SearchTask, { grid }: CandidateFamily): boolean =>
    point.variant === 0 && sameValues(point.values, grid[grid.length >> 1]?.values ?? [])
  const first = inOrder(families.flatMap((family) => usualTasks(family).filter((task) => isMiddle(task, family))))
  const others = inOrder(usual.filter((task) => !first.includes(task))).filter(
    (task) => !named(first).has(nameOf(task)),
  )
  const alone = others.filter(({ point }) => point.variant === 0)
  const mapped = others.filter(({ point }) => point.variant > 0)
  const all = first.length + others.length
  const most = all + 2 * families.filter(({ improved }) => improved >= 0).length
  const least = first.length
  const inUsual = await runPieces(input, [...first, ...alone, ...mapped], { from: 0, of: most, least })
  if (inUsual.done < all)
    return { seconds: { usual: inUsual.each, improved: undefined }, runs: most, done: inUsual.done }
  const best = bestOf(input, standings(book.entries().map(({ trial }) => trial)))
  const runs = all + best.length
  const each = inUsual.each === undefined ? undefined : IMPROVING * inUsual.each
  const improved = await runPieces(input, best, { from: all, of: runs, least: 0, each })
  return { seconds: { usual: inUsual.each, improved: improved.each }, runs, done: all + improved.done }
}

/** A family's part of the usual grid: every point in every variant but the improved one. */
export function usualTasks({ grid, variants, improved }: CandidateFamily): SearchTask[] {
  const usual = Array.from({ length: variants }, (_, variant) => variant).filter((variant) => variant !== improved)
  return grid.flatMap((point) => usual.map((variant): SearchTask => ({ point: { ...point, variant }, run: 1 })))
}

/** Of every family the best by what is accepted, and the best by score, with the improving step. */
function bestOf({ families, objective }: GridInput, known: readonly Standing[]): SearchTask[] {
  const of = objective(known)
  const tasks = families.flatMap(({ id, improved }) => {
    const own = improved < 0 ? [] : known.filter(({ trial }) => trial.point.family === id)
    const points = [byMerit(of), byScore(of)].flatMap((order) => own.toSorted(order).slice(0, 1))
    return points.map(({ trial: { point } }): SearchTask => ({ point: { ...point, variant: improved }, run: 1 }))
  })
  return inOrder([...new Map(tasks.map((task) => [nameOf(task), task])).values()])
}

interface Pieces {
  /** How many runs of the grid came before, and how many it has. */
  readonly from: number
  readonly of: number
  /** So many are run whatever the budget is. */
  readonly least: number
  /** Seconds that a task is taken to need, until some were timed. */
  readonly each?: number | undefined
}

/** Runs tasks as long as there is time: how many were run, and the seconds of each, where any was run now. */
async function runPieces(
  input: GridInput,
  tasks: readonly SearchTask[],
  { from, of, least, each }: Pieces,
): Promise<{ readonly done: number; readonly each: number | undefined }> {
  const { extent, spent, run } = input
  const since = spent()
  const timed = (): number | undefined => {
    const now = spent()
    const ran = now.tasks - since.tasks
    return ran > 0 ? (now.seconds - since.seconds) / ran : undefined
  }
  const isWhole = extent.generations !== undefined && extent.cut === undefined
  const kept = isWhole ? tasks.length : extent.cut && Math.min(tasks.length, Math.max(0, extent.cut.gridRuns - from))
  let done = 0
  while (done < tasks.length) {
    const size = kept === undefined ? pieceSize(input, tasks.length - done, timed() ?? each, least - done) : kept - done
    if (size <= 0) break
    await run(tasks.slice(done, done + size), from + done, of)
    done += size
  }
  return { done, each: timed() }
}

/** How many tasks are run before the clock is looked at again: what fits into half of the time that there is for them. */
function pieceSize(
  { book, extent, started, objective, endingTasks }: GridInput,
  left: number,
  each: number | undefined,
  least: number,
): number {
  if (least > 0) return least
  if (each === undefined || each <= 0) return left
  const known = standings(book.entries().map(({ trial }) => trial))
  const rest = Math.min(REST * extent.seconds, endingTasks(objective(known)) * each)
  const time = extent.seconds - (extent.clock() - started) - rest
  if (time <= 0) return 0
  return left * each <= time ? left : Math.min(left, Math.max(1, Math.floor(time / each / 2)))
}

function nameOf({ point, run }: SearchTask): string {
  return JSON.stringify([point, run])
}

function named(tasks: readonly SearchTask[]): ReadonlySet<string> {
  return new Set(tasks.map(nameOf))
}

function sameValues(a: readonly (number | null)[], b: readonly (number | null)[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}
