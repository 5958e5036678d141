import { SdcError, type Dataset, type Registry, type Rng } from '@sdc/core'
import { chooseColumns } from '../bind/columns.js'
import { columnsWithRole, rolesOf } from '../bind/roles.js'
import { checkBounds } from '../bind/value-bounds.js'
import { inPart } from '../plan/in-part.js'
import type { ComparePlan, FileSchema, MetricPlan } from '../plan/plan.js'
import { runTasks, type Executor, type Job, type JobOutcome, type Work } from '../jobs/job.js'
import { localExecutor } from '../jobs/local-executor.js'
import { chooseMetrics } from '../measure/measure.js'
import { bindLimits, refuseUnmeasurable, withLimited, type Limit, type Limits } from '../limits/limits.js'
import { belowChance } from './below-chance.js'
import { candidatesOf, notTwice } from './candidates.js'
import { chooseByScore, chooseWithin, type Choice, type MeasureRest } from './choose.js'
import type { Axes, Comparison, Row } from './comparison.js'
import { watchJobs, type CompareProgress } from './compare-progress.js'
import { markPareto } from './pareto.js'
import { canBeChosen } from './place.js'
import { refusedMissing } from './refused-missing.js'
import type { RiskLevel } from './risk-level.js'
import { refuseUnmeasuredAxes } from './refuse-unmeasured-axes.js'
import { accompanyingRisks, independentDraws, markHigh, riskLevels } from './risk-levels.js'
import { scoreOf } from './score.js'
import { verdictOf } from './verdict.js'
import { axesOf, isPlanned, kindsTogether, planOf, weighedAxes, withAxes } from './axes.js'
import { rowsOf, summary } from './rows.js'

export interface CompareInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  readonly compare: ComparePlan
  /** What no candidate may go beyond in any of its runs. */
  readonly limits?: Limits | undefined
  /** What the choice, once made, is held to: what it is beyond is for the caller. */
  readonly bounds?: Limits | undefined
  /** What to measure besides the axes and the limits; every registered metric that is not costly where it is not said. */
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
  /** Is told what of the comparison is being done, as often as `tick`. */
  readonly progress?: ((progress: CompareProgress) => void) | undefined
  /** Is told of the candidates that are done, in their order and not judged yet, each time that there are more. */
  readonly found?: ((rows: readonly Row[], axes: Axes) => void) | undefined
  /** Who runs the candidates: this thread, one after the other, where it is not said. */
  readonly executor?: Executor | undefined
}

/**
 * Looks up everything that a comparison names, before anything is run or written for it.
 * @param input - What is to be compared.
 * @throws UNKNOWN_COLUMN, UNKNOWN_METHOD, UNKNOWN_METRIC, BAD_PARAMETER, BAD_PLAN.
 */
export function checkCompare(input: Omit<CompareInput, 'rng'>): void {
  const { registry, metrics = [], compare } = input
  const columns = inPart(['compare', 'columns'], () => comparedColumns(input))
  const axes = axesOf(input, columns)
  const planned = withAxes(metrics, axes)
  chooseMetrics(registry, planned)
  checkAxes(input, columns, axes, planned)
  candidatesOf(registry, compare)
}

function checkAxes(
  { registry, original, schema }: Omit<CompareInput, 'rng'>,
  columns: readonly string[],
  axes: Axes,
  metrics: readonly MetricPlan[],
): void {
  const kinds = kindsTogether(original, columns)
  const roles = rolesOf(original, schema)
  refuseUnmeasuredAxes(axes, { registry, original, columns, roles, kinds, planOf: (one) => planOf(one, metrics) })
}

/** A comparison that is ready to run candidates and to judge them. */
export interface OpenComparison {
  readonly work: Work
  readonly axes: Axes
  readonly limits: readonly Limit[]
  readonly bounds: readonly Limit[]
  /** The columns that a candidate has to mask to be chosen. */
  readonly required: readonly string[]
  /** What jobs came to, as rows that are not judged yet. */
  rows(jobs: readonly Job[], outcomes: readonly JobOutcome[]): readonly Row[]
  /** Of every risk that goes with a choice: its value in independent data, and from where on it is high; made once. */
  levels(): Promise<readonly RiskLevel[]>
  /**
   * Puts jobs and their outcomes together: the rows, the front, the choice, the verdict.
   *
   * @throws The error of the first, where none could be run.
   */
  judge(jobs: readonly Job[], outcomes: readonly JobOutcome[]): Promise<Comparison>
}

/**
 * Runs and measures every candidate; one that draws random numbers is run `replicates` times. A candidate is measured
 * by all the columns of the comparison, whatever it masked of them; it is never chosen where it left one as it was that
 * was to be masked, or in one run went beyond a limit. Those that may be chosen are measured by every risk metric there is.
 */
export async function compareCandidates(input: CompareInput): Promise<Comparison> {
  const { registry, compare, executor = localExecutor, found } = input
  const comparison = openComparison(input)
  const jobs = candidatesOf(registry, compare)
  const tasks = jobs.map((job) => ({ job }))
  const watched = watchJobs(jobs, input)
  const known = new Map<number, JobOutcome>()
  const done = (place: number, outcome: JobOutcome): void => {
    watched.done(place)
    if (found === undefined) return
    known.set(place, outcome)
    const places = [...known.keys()].sort((a, b) => a - b)
    const outcomesNow = places.flatMap((one) => known.get(one) ?? [])
    found(
      comparison.rows(
        places.map((one) => jobs[one]),
        outcomesNow,
      ),
      comparison.axes,
    )
  }
  const outcomes = await runTasks(executor, comparison.work, tasks, watched.tick, done)
  const judged = await comparison.judge(jobs, outcomes)
  return { ...judged, notes: [...judged.notes, ...notTwice(registry, compare, jobs)] }
}

/**
 * Looks up what a comparison measures and is held to, and what its candidates are judged by.
 *
 * @param input - What is to be compared; its candidates are not looked at.
 * @returns What runs candidates on the same terms, and judges them.
 * @throws UNKNOWN_COLUMN, UNKNOWN_METRIC, BAD_PARAMETER, BAD_PLAN, BAD_OPTION.
 */
export function openComparison(input: CompareInput): OpenComparison {
  const { registry, compare, original, schema, rng } = input
  checkBounds(original, schema)
  const columns = comparedColumns(input)
  const roles = rolesOf(original, schema)
  const axes = axesOf(input, columns)
  const limits = limitsOf(input, axes)
  const bounds = bindLimits(registry, input.bounds)
  refuseUnmeasurable([...limits, ...bounds], { columns, roles, original })
  const planned = withAxes(input.metrics ?? usualMetrics(registry), axes)
  checkAxes(input, columns, axes, planned)
  const weighed = weighedAxes(registry, axes, planned)
  // Parts that the verdict names are measured in any case.
  const parts = weighed
    .flatMap((axis) =>
      Object.values(axis.parts).filter(({ use, isMeasured }) => isMeasured && !isPlanned(planned, use)),
    )
    .map(({ use }) => ({ use, params: {} }))
  const metrics = withLimited([...planned, ...parts], [...limits, ...bounds])
  const given = givenColumns(input, columns)
  const { replicates } = compare
  const prepared: Work['prepared'] = new Map()
  const work: Work = { registry, original, schema, columns, given, metrics, replicates, rng, prepared }
  const risks = accompanyingRisks({ registry, original, columns, roles })
  const held = [...new Set([...risks, axes.risk])].map((metric) => planOf(metric, metrics))
  // Candidates are done when this is asked: it is to be stopped by who carries the progress, no more.
  const tick = (): void => {
    input.tick?.(1)
    input.progress?.({ stage: 'what the choice is held against', fraction: 1 })
  }
  let made: Promise<readonly RiskLevel[]> | undefined
  const levels = (): Promise<readonly RiskLevel[]> =>
    (made ??= riskLevels({
      registry,
      original,
      columns,
      given,
      roles,
      prepared,
      metrics: held,
      rng: rng.child('independent data'),
      draws: independentDraws(replicates, original.rows),
      tick,
    }))
  const rest = held.filter(({ use }) => !metrics.some((one) => one.use === use))

  const required = toBeMasked(input, columns)
  const rowsFrom = (jobs: readonly Job[], outcomes: readonly JobOutcome[]): Row[] =>
    rowsOf(registry, jobs, outcomes, required, limits)
  const judge = async (jobs: readonly Job[], outcomes: readonly JobOutcome[]): Promise<Comparison> => {
    const rows = rowsFrom(jobs, outcomes)
    const failed = rows.find((row) => row.error)
    if (failed && rows.every((row) => row.error)) throw ofAll(failed, rows.length)
    const known = await levels()
    const stage = (plans: readonly MetricPlan[]): MeasureRest[] => {
      const measured = async (row: Row): Promise<Row> => {
        const [outcome] = await runTasks(localExecutor, { ...work, metrics: plans }, [{ job: [row] }], tick)
        const added = [...outcome.candidates[0].metrics].map(
          ([id, one]) => [id, summary(registry.get('metrics', id), one)] as const,
        )
        return markHigh({ ...row, metrics: new Map([...row.metrics, ...added]) }, known)
      }
      return plans.length > 0 ? [measured] : []
    }
    const isCostly = ({ use }: MetricPlan): boolean => registry.get('metrics', use).costly === true
    const stages = [...stage(rest.filter((plan) => !isCostly(plan))), ...stage(rest.filter(isCostly))]
    const marked = rows.map((row) => markHigh(row, known))
    const score = scoreOf(marked, axes)
    const choice =
      limits.length > 0
        ? await chooseWithin(marked, axes, limits, stages)
        : await chooseByScore(marked, axes, known, score, stages)
    const below = choice.rows.flatMap((row) => belowChance(row, known, original.rows))
    return {
      rows: placed(choice, axes, limits.length > 0),
      axes,
      metrics: [...metrics, ...rest].map(({ use }) => registry.get('metrics', use)),
      limits,
      bounds,
      levels: known,
      columns,
      given,
      records: original.rows,
      notes: [],
      verdict: verdictOf(choice, { axes, limits, levels: known, score, weighed }),
      warnings: [
        ...refusedMissing(rows, original, [...columns, ...given]),
        ...outcomes.flatMap((outcome) => outcome.warnings),
        ...below,
      ],
    }
  }
  return { work, axes, limits, bounds, required, rows: rowsFrom, levels, judge }
}

/** The error of the first candidate where none could be run, with its name. */
function ofAll({ label, error }: Row, count: number): SdcError {
  const { code = 'CANCELLED', message = 'it was not run', place = {}, advice = '' } = error ?? {}
  if (count === 1 || message.includes(label)) return new SdcError(code, message, place, advice)
  const whole = `none of the ${count} candidates can be run; of the first, ${label}: ${message}`
  return new SdcError(code, whole, { ...place, candidate: label }, advice)
}

/** The rows with the choice and the front marked: of those that can be chosen, without a high risk where one is chosen so. */
function placed({ rows, chosen }: Choice, axes: Axes, limited: boolean): Row[] {
  const safe = chosen !== undefined && !limited && rows[chosen].high.length === 0
  const inPlay = (row: Row): boolean => canBeChosen(row) && (!safe || row.high.length === 0)
  return markPareto(rows, axes, inPlay).map((row, i) => ({ ...row, chosen: i === chosen }))
}

/** The limits of the comparison; `maxRisk` is one on the risk axis. Throws BAD_OPTION where that has two. */
function limitsOf({ registry, compare, limits = {} }: CompareInput, { risk }: Axes): Limit[] {
  const { maxRisk } = compare
  if (maxRisk === undefined) return bindLimits(registry, limits)
  if (Object.hasOwn(limits, risk.id) && limits[risk.id] !== maxRisk) {
    const message = `${risk.id} has two limits: ${limits[risk.id]}, and ${maxRisk} as the greatest risk`
    throw new SdcError('BAD_OPTION', message, { metric: risk.id }, 'Leave one of them out.')
  }
  return bindLimits(registry, { ...limits, [risk.id]: maxRisk })
}

/** The columns whose relation to the masked ones is measured. */
function givenColumns({ compare, original, schema }: CompareInput, columns: readonly string[]): string[] {
  const given = compare.given ?? columnsWithRole(original, schema, ['non-confidential'])
  return given.filter((name) => !columns.includes(name))
}

/** The columns that the comparison is about, in the order of the file. */
function comparedColumns({ original, schema, compare }: Omit<CompareInput, 'rng'>): string[] {
  const chosen = chooseColumns(original, compare.columns, schema, [...(compare.given ?? []), ...compare.by])
  return original.names.filter((name) => chosen.includes(name))
}

/**
 * The columns that a release may not leave as they are: those that are named, and those that are confidential by role,
 * also where they are not named. Where nothing is named and no column has that role, all that are compared.
 */
function toBeMasked({ original, schema, compare }: CompareInput, columns: readonly string[]): readonly string[] {
  const { confidential } = rolesOf(original, schema)
  const named = compare.columns !== undefined || confidential.length === 0 ? columns : []
  return original.names.filter((name) => named.includes(name) || confidential.includes(name))
}

function usualMetrics(registry: Registry): MetricPlan[] {
  return registry.all('metrics').flatMap(({ id, costly, needs }) => (costly || needs ? [] : [{ use: id, params: {} }]))
}
