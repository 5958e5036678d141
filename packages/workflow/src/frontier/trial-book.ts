import type { Registry } from '@sdc/core'
import {
  isBeyond,
  joinOutcomes,
  limitKey,
  severity,
  worstOf,
  type Axes,
  type Candidate,
  type CandidateOutcome,
  type ComparePlan,
  type Held,
  type JobOutcome,
  type Limit,
  type OpenWork,
  type RiskLevel,
} from '@sdc/engine'
import { pointId, type SearchTask, type Trial, type TrialRun } from '@sdc/optimize'
import { mean } from '@sdc/stats'
import { candidateOf, type CandidateFamily } from './families.js'

/** What runs of candidates are judged by, one by one. */
export interface Judging {
  readonly axes: Axes
  readonly limits: readonly Limit[]
  /** Where nothing is limited, what is high counts. */
  readonly levels: readonly RiskLevel[]
  /** The columns that have to be masked. */
  readonly required: readonly string[]
}

/** A candidate of the search with all that is known of it. */
export interface Entry {
  readonly candidate: Candidate
  readonly family: CandidateFamily
  /** Whether it ends with the improving step. */
  readonly improved: boolean
  /** For the search: the runs that choose. */
  readonly trial: Trial
  /** Every run by its number. */
  readonly outcomes: ReadonlyMap<number, JobOutcome>
  /** The limits that one of the runs that choose is beyond. */
  readonly beyond: ReadonlySet<string>
  /** Why it cannot be chosen whatever it measures. */
  readonly failure?: string
}

export interface BookInput {
  readonly registry: Registry
  readonly compare: ComparePlan
  readonly families: readonly CandidateFamily[]
  readonly judging: Judging
}

/** All candidates that were tried, with their runs. */
export interface TrialBook {
  /** Runs tasks, each of which must be new, and keeps what they came to. */
  run(open: OpenWork, tasks: readonly SearchTask[], tick: (fraction: number) => void): Promise<void>
  readonly entries: () => readonly Entry[]
  entry(trial: Trial): Entry
}

/** Runs with greater numbers are fresh: they have no part in the choice. */
const LAST_CHOOSING = 1000

/**
 * Opens an empty book.
 *
 * @param input - What candidates are made from, and judged by.
 * @returns The book; what is in it depends on which tasks were run, not on their order.
 */
export function trialBook({ registry, compare, families, judging }: BookInput): TrialBook {
  const book = new Map<string, Entry>()
  const familyOf = new Map(families.map((family) => [family.id, family]))
  const begun = ({ point }: SearchTask): Entry => {
    const id = pointId(point)
    const held = book.get(id)
    if (held) return held
    const family = familyOf.get(point.family)
    if (family === undefined) throw new RangeError(`there is no family ${point.family}`)
    const candidate = candidateOf(registry, compare, family, point)
    const draws = candidate.steps.some(({ use }) => registry.get('methods', use).traits.stochastic)
    const trial: Trial = { id, point, runs: [], draws, failed: false }
    const { improving } = registry.defaults
    const improved = improving !== undefined && candidate.then.includes(improving)
    return { candidate, family, improved, trial, outcomes: new Map(), beyond: new Set() }
  }
  return {
    async run(open, tasks, tick) {
      const entries = tasks.map(begun)
      const jobs = tasks.map(({ run }, t) => ({ job: [entries[t].candidate], replicates: [run] }))
      const outcomes = await open.run(jobs, tick)
      for (const [t, { point, run }] of tasks.entries()) {
        const id = pointId(point)
        const before = book.get(id) ?? entries[t]
        const known = new Map([...before.outcomes, [run, outcomes[t]] as const].sort(([a], [b]) => a - b))
        book.set(id, judged({ ...before, outcomes: known }, judging))
      }
    },
    entries: () => [...book.values()].sort((a, b) => (a.trial.id < b.trial.id ? -1 : 1)),
    entry: ({ id }) => {
      const found = book.get(id)
      if (found === undefined) throw new RangeError(`there is no candidate ${id}`)
      return found
    },
  }
}

/** The outcome of the runs that choose, or of the fresh ones. */
export function outcomeOf({ outcomes }: Entry, which: 'choosing' | 'fresh'): JobOutcome {
  const fits = (run: number): boolean => (which === 'fresh') === run > LAST_CHOOSING
  return joinOutcomes([...outcomes].flatMap(([run, outcome]) => (fits(run) ? [outcome] : [])))
}

/** The values of a metric in each of the runs of an outcome. */
export function runsOf({ candidates: [outcome] }: JobOutcome, id: string): readonly number[] {
  return outcome?.metrics.get(id)?.values ?? []
}

function judged(entry: Entry, judging: Judging): Entry {
  const runs: TrialRun[] = []
  const beyond = new Set<string>()
  let failure: string | undefined
  for (const [run, { candidates }] of entry.outcomes) {
    if (run > LAST_CHOOSING) continue
    const [outcome] = candidates
    const result = runOf(outcome, judging, beyond)
    if (typeof result === 'string') failure ??= result
    else runs.push(result)
  }
  const { failure: _, ...rest } = entry
  return {
    ...rest,
    trial: { ...entry.trial, runs, failed: failure !== undefined },
    beyond,
    ...(failure !== undefined && { failure }),
  }
}

/** A run as the search has it; why it is none, where it is none. */
function runOf(
  { error, metrics, masked }: CandidateOutcome,
  { axes, limits, levels, required }: Judging,
  beyond: Set<string>,
): TrialRun | string {
  if (error) return error.message
  const left = required.filter((name) => !masked.includes(name))
  if (left.length > 0) return `leaves ${left.join(', ')} unmasked`
  const [risk, loss] = [axes.risk, axes.loss].map((metric) => {
    const value = meanOf(metrics.get(metric.id))
    return value === undefined ? undefined : metric.better === 'higher' ? -value : value
  })
  if (risk === undefined || loss === undefined) {
    const missing = risk === undefined ? axes.risk : axes.loss
    return `${missing.id} has no value: ${metrics.get(missing.id)?.reason ?? 'it was not measured'}`
  }
  let excess = 0
  for (const limit of limits) {
    const held = metrics.get(limit.metric.id)
    const value = worstHeld(limit, held)
    if (!isBeyond(limit, value)) continue
    beyond.add(limitKey(limit))
    excess += value === null ? NO_VALUE : 1e-6 + Math.abs(value - limit.value) / Math.max(Math.abs(limit.value), 1e-9)
  }
  if (limits.length === 0)
    for (const level of levels) {
      const way = severity(level, worstHeld({ metric: level.metric }, metrics.get(level.metric.id)))
      if (way !== null && way > 1) excess = Math.max(excess, way - 1)
    }
  return { risk, loss, excess }
}

/** How far beyond a limit what has no value counts: further than anything that has one by any sense. */
const NO_VALUE = 1e9

function meanOf(held: Held | undefined): number | undefined {
  return held && held.values.length > 0 ? mean(Float64Array.from(held.values)) : undefined
}

/** The worst of the files of a run, or of the worse ends of their intervals. */
function worstHeld({ metric, atEnd = false }: Pick<Limit, 'metric' | 'atEnd'>, held: Held | undefined): number | null {
  if (!held || held.reason !== undefined || held.values.length === 0) return null
  const { values, ofFiles = values, ends = ofFiles } = held
  return worstOf(metric, atEnd ? ends : ofFiles)
}
