import { asNote, rngFrom, type Dataset, type Registry, type Rng } from '@sdc/core'
import {
  accompanyingRisks,
  chooseColumns,
  findingSentences,
  journalRoot,
  journalStore,
  limitText,
  notTwiceSentence,
  openBeside,
  openComparison,
  rolesOf,
  storedWork,
  workIdentity,
  turnedLimits,
  localExecutor,
  type Axes,
  type ComparePlan,
  type Comparison,
  type Executor,
  type FileSchema,
  type Journal,
  type Limits,
  type MetricPlan,
  type OpenComparison,
  type OutcomeStore,
  type Work,
  type WorkIdentity,
} from '@sdc/engine'
import { CHOICE_RUNS, freshTasks, GENERATION, inOrder, winnersOf, type Objective, type Standing } from '@sdc/optimize'
import { rootRng } from '../root-rng.js'
import type { Outcome } from '../outcome.js'
import { warningMessages } from '../compare/warning-messages.js'
import type { PlanContext } from '../compare/chosen-plan.js'
import { candidateFamilies, type CandidateFamily } from './families.js'
import { cloudPoint, describeFrontier } from './describe-frontier.js'
import { finalOutcomes } from './final-table.js'
import { frontierArtefacts } from './frontier-artefacts.js'
import type { CloudPoint, Frontier } from './frontier.js'
import { usualTasks } from './run-grid.js'
import { PRINTED, searchCandidates, type Searched, type SearchProgress } from './search-candidates.js'
import type { SearchExtent } from './search-extent.js'
import { objectiveOf } from './search-objective.js'
import { timedWork } from './timed-work.js'
import { outcomeOf, trialBook, type Entry } from './trial-book.js'

export interface FrontierOptions {
  /** The usual candidates, with columns and axes. */
  readonly compare: ComparePlan
  readonly schema?: FileSchema | undefined
  /** What every candidate is measured by, besides the axes, the bounds and the risks. */
  readonly metrics?: readonly string[] | undefined
  /** Bounds: what no candidate that is chosen may go beyond in any run. */
  readonly limits?: Limits | undefined
  /** What the choice, once made, is held to in its worst run: beyond one there is no plan of it. */
  readonly bounds?: Limits | undefined
  /** Without one the random numbers are fresh and keyed, and stay those of the journal. */
  readonly seed?: string | number | undefined
  readonly extent: SearchExtent
  /** The name of the original for the plan of the choice; without it no artefacts are made. */
  readonly data?: string | undefined
  readonly plugins?: PlanContext['plugins']
  readonly tick?: ((progress: SearchProgress) => void) | undefined
  /** Is called when more was tried; what it is given tells, when it is asked, everything that was tried so far. */
  readonly found?: ((soFar: () => SoFar) => void) | undefined
  readonly executor?: Executor | undefined
  /** Where outcomes are kept, for a search that is broken off to be gone on with; it is closed with the search. */
  readonly journal?: Journal | undefined
}

/** What a search has tried before its end: nothing of it is judged. */
export interface SoFar {
  readonly axes: Axes
  readonly cloud: readonly CloudPoint[]
}

/**
 * Searches the methods and parameters for the best release of a file.
 *
 * @param original - The file.
 * @param options - What to search, how far, and what the choice is held to.
 * @param registry - Methods and metrics.
 * @returns The front with its verdict; the artefacts of a comparison with all candidates; sentences for the user.
 * @throws What a comparison throws; the error of the first candidate where none could be run.
 */
export async function frontierFile(
  original: Dataset,
  options: FrontierOptions,
  registry: Registry,
): Promise<Outcome<Frontier>> {
  const { compare, schema, seed, extent, executor = localExecutor, data } = options
  const tick = options.tick ?? (() => undefined)
  const started = extent.clock()
  const rng = rootOf(options)
  const { families, comparison } = openFrontier(original, options, registry, rng)
  const { axes, required } = comparison
  const work = cheapWork(comparison, options.metrics)
  const levels = comparison.limits.length > 0 ? [] : await comparison.levels()
  const judging = { axes, limits: comparison.limits, levels, required }
  const book = trialBook({ registry, compare, families, judging })
  const soFar = (): SoFar => ({ axes, cloud: book.entries().map((entry) => cloudPoint(entry, axes)) })
  let told = 0
  const went = (progress: SearchProgress): void => {
    tick(progress)
    const tried = book.entries().length
    if (tried > told) options.found?.(soFar)
    told = tried
  }
  const fingerprint = workIdentity(work, searchIdentity(options, families, comparison))
  const store = options.journal && journalStore(options.journal, fingerprint, rng.state)
  const workers = timedWork(executor.open(work), extent.clock)
  const open = store ? storedWork(workers, store) : workers
  try {
    const objective = (grid: readonly Standing[]): Objective => objectiveOf(axes, comparison.limits, grid)
    const searched = await searchCandidates({
      families,
      book,
      open,
      objective,
      extent: keptExtent({ ...extent, started }, store),
      rng: rng.child('frontier'),
      tick: went,
      spent: workers.spent,
    })
    const { ending, gridBest, gridLeastScore } = searched
    const named = [...winnersOf(ending), ...[gridBest, gridLeastScore].flatMap((one) => one ?? [])]
    const table = named.length > 0 ? [...new Set(named.map(({ trial }) => book.entry(trial)))] : book.entries()
    const full = { executor, work: comparison.work, store, fraction: AT_CHOICE, tick }
    const judged = await comparison.judge(
      table.map(({ candidate }) => [candidate]),
      named.length > 0 ? await finalOutcomes(table, full) : table.map((entry) => outcomeOf(entry, 'choosing')),
    )
    const printed = toPrint(table, judged, searched)
    const isChosen = ({ trial }: Entry): boolean =>
      table.some((one, i) => one.trial.id === trial.id && judged.rows[i].chosen)
    const { isShort } = searched.cut
    const fresh = inOrder(
      printed.flatMap((entry) => {
        if (isShort) return isChosen(entry) ? freshTasks(entry.trial) : []
        return freshTasks(entry.trial, isChosen(entry) ? CHOICE_RUNS : undefined)
      }),
    )
    await book.run(open, fresh, (part) => {
      const done = Math.floor(part * fresh.length + 1e-9)
      const fraction = AT_CHOICE + (1 - AT_CHOICE) * part
      tick({ stage: 'fresh runs of what is printed', tasks: fresh.length, done, fraction })
    })
    const doors = findingSentences(openBeside(original, judged.columns, schema))
    const kept = families.flatMap(({ id, keeps }) => (keeps ? [id] : []))
    const notes = notTwiceSentence(kept, registry.defaults.postMasking ?? '')
    const whole: Comparison = { ...judged, notes, warnings: [...doors, ...judged.warnings] }
    const final = table.map(({ trial }) => book.entry(trial))
    const short = shortBudget(searched, extent)
    const frontier = describeFrontier({
      shortBudget: short,
      comparison: whole,
      searched,
      table: final,
      book,
      families,
      seed: seed === undefined ? undefined : String(seed),
    })
    const context: PlanContext = { data: data ?? '', plugins: options.plugins, schema, seed }
    return {
      result: frontier,
      artefacts: data === undefined ? [] : await frontierArtefacts(frontier, context),
      messages: [
        ...whole.notes.map(asNote),
        ...warningMessages(whole, data === undefined ? '--json' : 'frontier.json'),
        ...(short === undefined ? [] : [asNote(short)]),
        ...turnedLimits(whole.limits).map(asNote),
      ],
    }
  } finally {
    await open.close()
    await store?.close()
  }
}

/**
 * Looks up everything that a search names, before anything is run or written for it.
 *
 * @param original - The file.
 * @param options - As they will be searched with.
 * @param registry - Methods and metrics.
 * @returns A sentence that says what will be searched.
 * @throws UNKNOWN_COLUMN, UNKNOWN_METHOD, UNKNOWN_METRIC, BAD_PARAMETER, BAD_PLAN, BAD_OPTION.
 */
export function checkFrontier(original: Dataset, options: FrontierOptions, registry: Registry): string {
  const { families } = openFrontier(original, options, registry, rootOf(options))
  const grid = families.reduce((sum, family) => sum + usualTasks(family).length, 0)
  const { generations, seconds } = options.extent
  const then =
    generations === undefined
      ? `as many generations of ${GENERATION} runs as fit into ${seconds} s`
      : `${generations} of ${GENERATION} runs`
  return `searching: a grid of ${grid} candidates by ${families.length === 1 ? 'one method' : `${families.length} methods`}, the best of each improved, then ${then}`
}

/** The root of the random numbers: the seed's, else that of the search that is gone on with, else a fresh one. */
function rootOf({ seed, journal }: Pick<FrontierOptions, 'seed' | 'journal'>): Rng {
  const held = seed === undefined && journal ? journalRoot(journal) : undefined
  return held ? rngFrom(held) : rootRng(seed)
}

function openFrontier(
  original: Dataset,
  { compare, schema, metrics = [], limits, bounds, tick }: FrontierOptions,
  registry: Registry,
  rng: Rng,
): { readonly families: readonly CandidateFamily[]; readonly comparison: OpenComparison } {
  const families = candidateFamilies(registry, compare, original, schema)
  const comparison = openComparison({
    registry,
    original,
    schema,
    compare,
    limits,
    bounds,
    metrics: allRisks(registry, original, compare, schema, metrics),
    rng,
    tick: () => tick?.({ stage: 'what independent data would have', tasks: 1, done: 0, fraction: 0 }),
  })
  return { families, comparison }
}

/** How much of a search is over when its choice is made. */
const AT_CHOICE = 0.8

/** What outcomes and their use depend on, besides the file and what is measured. */
function searchIdentity(
  { compare, seed }: FrontierOptions,
  families: readonly CandidateFamily[],
  { axes, limits }: OpenComparison,
): WorkIdentity {
  const { by, smallGroups, precision, missing } = compare
  return {
    seed: seed === undefined ? null : String(seed),
    methods: families.map(({ id }) => id),
    axes: [axes.risk.id, axes.loss.id],
    bounds: limits.map(limitText),
    groups: by,
    smallGroups,
    precision: precision ?? null,
    missing: missing ?? null,
  }
}

/** The name under which the number of generations stands among the outcomes, so that one file says all. */
const GENERATIONS = 'generations'

/** The extent of a search that is gone on with is what it was: the number of generations was chosen, and is kept. */
function keptExtent(extent: SearchExtent, store: OutcomeStore | undefined): SearchExtent {
  if (store === undefined || extent.generations !== undefined) return extent
  const [held, gridRuns, form] = store.get(GENERATIONS)?.warnings ?? []
  return {
    ...extent,
    ...(held !== undefined && {
      generations: Number(held),
      cut: { gridRuns: Number(gridRuns), isShort: form === SHORT },
    }),
    decided: async (generations, cut) => {
      const warnings = [String(generations), String(cut.gridRuns), cut.isShort ? SHORT : 'whole']
      await store.put(GENERATIONS, { candidates: [], warnings })
      await extent.decided?.(generations, cut)
    },
  }
}

/** How it is kept that only the best was confirmed. */
const SHORT = 'short'

/** What the final table is measured by: the risks that go with a choice, and what was asked for. */
function allRisks(
  registry: Registry,
  original: Dataset,
  compare: ComparePlan,
  schema: FileSchema | undefined,
  metrics: readonly string[],
): MetricPlan[] {
  const columns = chooseColumns(original, compare.columns, schema, [...(compare.given ?? []), ...compare.by])
  const all = accompanyingRisks({ registry, original, columns, roles: rolesOf(original, schema) })
  return [...new Set([...all.map(({ id }) => id), ...metrics])].map((use) => ({ use, params: {} }))
}

/** What every candidate is measured by: the axes, the bounds, and of the other risks those that cost little. */
function cheapWork({ work, axes, limits }: OpenComparison, metrics: readonly string[] = []): Work {
  const needed = [...[axes.risk, axes.loss, ...limits.map(({ metric }) => metric)].map(({ id }) => id), ...metrics]
  const isCheap = ({ use }: MetricPlan): boolean => !work.registry.get('metrics', use).costly
  return { ...work, metrics: work.metrics.filter((plan) => isCheap(plan) || needed.includes(plan.use)) }
}

/** Says what a budget was too short for; undefined where it was long enough. */
function shortBudget(
  { planned, perGeneration, gridRuns, cut }: Searched,
  { seconds }: SearchExtent,
): string | undefined {
  if (planned > 0 || perGeneration === undefined) return undefined
  const longer = 'give a longer --budget, or --generations'
  const best = cut.isShort ? '; of what it found only the best was run again, to be confirmed' : ''
  if (cut.gridRuns < gridRuns)
    return `the budget of ${seconds} s ended the grid after ${cut.gridRuns} of up to ${gridRuns} runs, the simplest candidates${best}; ${longer}`
  const whole = Math.max(1, Math.ceil(perGeneration))
  return `the budget of ${seconds} s is shorter than the grid, one generation (about ${whole} s here) and the runs that confirm the winners: only the grid was tried${best}; ${longer}`
}

/** What is run afresh: the choice, what else the verdict names, then the front, from the least loss on. */
function toPrint(table: readonly Entry[], { rows }: Comparison, searched: Searched): Entry[] {
  const { ending, gridBest, gridLeastScore } = searched
  const entryOf = (one: Standing): Entry[] => table.filter(({ trial }) => trial.id === one.trial.id)
  const first = [ending.best, ending.leastScore, ending.knee, gridBest, gridLeastScore].flatMap((one) => one ?? [])
  const chosen = table.filter((_, i) => rows[i].chosen)
  return [...new Set([...chosen, ...[...first, ...ending.front].flatMap(entryOf)])].slice(0, PRINTED)
}
