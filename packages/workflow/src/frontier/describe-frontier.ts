import { limitKey, worstRun, type Axes, type Comparison, type Limit } from '@sdc/engine'
import { byScore, dominates, endOf, standing, type Family, type Objective, type Standing } from '@sdc/optimize'
import { exp, log, mean, standardDeviation } from '@sdc/stats'
import { predictionInterval } from '@sdc/toolkit/internal'
import type { CandidateFamily } from './families.js'
import { frontierVerdict } from './frontier-verdict.js'
import type { AtEnd, BoundEffect, CloudPoint, Fresh, Frontier, FrontierRow, MethodPlace, Spread } from './frontier.js'
import type { Searched } from './search-candidates.js'
import { outcomeOf, runsOf, type Entry, type TrialBook } from './trial-book.js'

export interface DescribeInput {
  readonly comparison: Comparison
  readonly searched: Searched
  /** The candidates of the final table, in the order of its rows. */
  readonly table: readonly Entry[]
  readonly book: TrialBook
  readonly families: readonly CandidateFamily[]
  readonly seed: string | undefined
  readonly shortBudget: string | undefined
}

/** Puts together what a search found: its table, its winners, what binds, and what stands at an end of its range. */
export function describeFrontier(input: DescribeInput): Frontier {
  const { searched, table, book, families, seed, shortBudget } = input
  const { ending, objective } = searched
  const entries = book.entries()
  const front = new Set(ending.front.map(({ trial }) => trial.id))
  // The front of a search is that of all it tried; a comparison's is of what has no high risk, where it chose so.
  const comparison: Comparison = {
    ...input.comparison,
    rows: input.comparison.rows.map((row, i) => ({ ...row, pareto: front.has(table[i].trial.id) })),
  }
  const rows = table.map((entry, i): FrontierRow => {
    const { id } = entry.trial
    const fresh = freshOf(entry, comparison)
    return { row: comparison.rows[i], id, isFront: front.has(id), isKnee: ending.knee?.trial.id === id, fresh }
  })
  const rowOf = (one: Standing | undefined): FrontierRow | undefined => rows.find(({ id }) => id === one?.trial.id)
  const chosen = rows.find(({ row }) => row.chosen)
  const chosenEntry = table.find((_, i) => comparison.rows[i].chosen)
  const counts = entries.map((entry) => [...entry.outcomes.keys()])
  const runs = entries.reduce((sum, { trial }) => sum + Math.max(trial.runs.length, trial.failed ? 1 : 0), 0)
  const described: Omit<Frontier, 'verdict'> = {
    comparison,
    rows,
    cloud: entries.map((entry) => cloudPoint(entry, comparison.axes)),
    chosen,
    knee: rowOf(ending.knee),
    leastScore: rowOf(ending.leastScore),
    gridBest: rowOf(searched.gridBest),
    gridLeastScore: rowOf(searched.gridLeastScore),
    bounds: comparison.limits.map((limit) => boundEffect(limit, entries, objective, chosenEntry, chosen)),
    atEnd: chosenEntry ? endsOf(chosenEntry, searched.ranges) : [],
    ranges: searched.ranges,
    methods: families.map((family) => methodPlace(family, entries, ending.front, objective)),
    seed,
    generations: searched.generations,
    planned: searched.planned,
    shortBudget,
    grid: searched.grid,
    gridCut:
      searched.cut.gridRuns < searched.gridRuns ? { done: searched.cut.gridRuns, runs: searched.gridRuns } : undefined,
    runs,
    freshRuns: counts.reduce((sum, numbers) => sum + numbers.length, 0) - runs,
  }
  return { ...described, verdict: frontierVerdict(described) }
}

/** A candidate that a search tried, as far as it is measured. */
export function cloudPoint({ candidate, trial, beyond, failure }: Entry, axes: Axes): CloudPoint {
  const at = standing(trial)
  const turned = (value: number | undefined, better: 'lower' | 'higher'): number | null =>
    value === undefined ? null : better === 'higher' ? -value : value
  return {
    id: trial.id,
    label: candidate.label,
    use: candidate.use,
    then: candidate.then,
    runs: trial.runs.length,
    risk: turned(at?.risk, axes.risk.better),
    loss: turned(at?.loss, axes.loss.better),
    beyond: [...beyond],
    failure,
  }
}

/**
 * The probability of the interval of a further draw: one of 95 % from ten runs has itself an error, and holds for fewer than 17
 * of 20 draws once in fifteen times.
 */
const NEXT = 0.99

/** The fresh runs on both axes; of what draws nothing, its one run, which every other equals. */
function freshOf(entry: Entry, { axes }: Comparison): Fresh | undefined {
  const outcome = outcomeOf(entry, entry.trial.draws ? 'fresh' : 'choosing')
  const [risks, losses] = [axes.risk, axes.loss].map((metric) => runsOf(outcome, metric.id))
  if (risks.length === 0 || risks.length !== losses.length) return undefined
  return {
    risk: spread(risks, axes.risk.range),
    loss: spread(losses, axes.loss.range),
    score: spread(risks.map((risk, i) => (risk + losses[i]) / 2)),
  }
}

function spread(
  values: readonly number[],
  [least, most]: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): Spread {
  const all = Float64Array.from(values)
  if (values.length < 2) return { runs: values.length, mean: mean(all), sd: null, next: null }
  const [low, high] = nextValue(all, most)
  return {
    runs: values.length,
    mean: mean(all),
    sd: standardDeviation(all),
    next: [Math.max(least, low), Math.min(most, high)],
  }
}

/**
 * Where a further value lies: a value without an upper end (a loss that a few small originals decide) has a long tail to that
 * side, and its logarithm is nearer to normal.
 */
function nextValue(values: Float64Array, most: number): readonly [low: number, high: number] {
  if (Number.isFinite(most) || values.some((value) => value <= 0)) return predictionInterval(values, NEXT)
  const [low, high] = predictionInterval(values.map(log), NEXT)
  return [exp(low), exp(high)]
}

/** What a bound excludes of what would be better than the choice: all that are better, where nothing can be chosen. */
function boundEffect(
  limit: Limit,
  entries: readonly Entry[],
  objective: Objective,
  chosen: Entry | undefined,
  row: FrontierRow | undefined,
): BoundEffect {
  const at = chosen && standing(chosen.trial)
  const order = byScore(objective)
  const better = entries.filter(({ trial }) => {
    const own = standing(trial)
    return own !== undefined && (at === undefined || order(own, at) < 0)
  })
  const out = better.filter(({ beyond }) => beyond.has(limitKey(limit)))
  const value = row ? worstRun(row.row, limit.metric, limit.atEnd) : null
  return { limit, excludes: out.length, alone: out.filter(({ beyond }) => beyond.size === 1).length, value }
}

/** The parameters of the choice that are at an end of the range they were searched in. */
function endsOf({ family, trial }: Entry, ranges: readonly Family[]): AtEnd[] {
  const now = ranges.find(({ id }) => id === family.id)?.parameters ?? family.parameters
  return family.parameters.flatMap((parameter, p): AtEnd[] => {
    const value = trial.point.values[p]
    if (value === null) return []
    const end = endOf(now[p], value) ?? endOf(parameter, value)
    if (end === undefined) return []
    const { step, name } = family.places[p]
    const use = step === 0 ? family.plan.use : family.plan.with[step - 1].use
    const bound = end === 'least' ? parameter.floor : parameter.ceiling
    const fixed = now[p][end] === bound.value && !bound.open
    return [
      {
        use,
        parameter: name,
        value,
        end,
        from: [parameter.least, parameter.most],
        now: [now[p].least, now[p].most],
        fixed,
      },
    ]
  })
}

function methodPlace(
  { id }: CandidateFamily,
  entries: readonly Entry[],
  front: readonly Standing[],
  objective: Objective,
): MethodPlace {
  const own = entries.filter(({ family }) => family.id === id)
  const [best] = own.flatMap(({ trial }) => standing(trial) ?? []).sort(byScore(objective))
  const onFront = front.filter(({ trial }) => trial.point.family === id).length
  const beaten = best && front.filter((one) => dominates(one, best)).sort(byScore(objective))[0]
  const label = (one: Standing | undefined): string | undefined =>
    entries.find(({ trial }) => trial.id === one?.trial.id)?.candidate.label
  return {
    family: id,
    tried: own.length,
    failed: own.filter(({ trial }) => trial.failed).length,
    onFront,
    best: label(best),
    beatenBy: onFront > 0 ? undefined : label(beaten),
  }
}
