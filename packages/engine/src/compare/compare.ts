import { errorFrom, kindOf, SdcError, type Dataset, type Registry, type Rng } from '@sdc/core'
import { mean } from '@sdc/stats'
import { chooseColumns } from '../bind/columns.js'
import { columnsWithRole, rolesOf } from '../bind/roles.js'
import type { ComparePlan, FileSchema, MetricPlan } from '../documents/plan.js'
import { failedJob, type Executor, type Held, type Job, type JobOutcome, type Work } from '../jobs/job.js'
import { localExecutor } from '../jobs/local-executor.js'
import { chooseMetrics } from '../measure/measure.js'
import { candidatesOf } from './candidates.js'
import type { Axes, Comparison, Row, Summary } from './comparison.js'
import { chooseBest, markPareto } from './verdict.js'

export interface CompareInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  readonly compare: ComparePlan
  /** What to measure besides the axes; every registered metric that is not costly where it is not said. */
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
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
  const columns = comparedColumns(input)
  chooseMetrics(registry, withAxes(metrics, axesOf(input, columns)))
  candidatesOf(registry, compare)
}

/**
 * Runs and measures every candidate; one that draws random numbers is run `replicates` times. A candidate is measured
 * by all the columns of the comparison, whatever it masked of them; it is never chosen where it left one as it was that
 * was to be masked.
 */
export async function compareCandidates(input: CompareInput): Promise<Comparison> {
  const { registry, compare, original, schema, rng, executor = localExecutor } = input
  const columns = comparedColumns(input)
  const axes = axesOf(input, columns)
  const metrics = withAxes(input.metrics ?? usualMetrics(registry), axes)
  const given = (compare.given ?? columnsWithRole(original, schema, ['non-confidential'])).filter(
    (name) => !columns.includes(name),
  )
  const jobs = candidatesOf(registry, compare)
  const { replicates } = compare
  const work: Work = { registry, original, schema, columns, given, metrics, replicates, rng, prepared: new Map() }
  const outcomes = await executor.run(work, jobs, (fraction) => input.tick?.(fraction))
  const rows = rowsOf(jobs, outcomes, toBeMasked(input, columns))
  const failed = rows.find((row) => row.error)?.error
  if (failed && rows.every((row) => row.error)) throw failed
  const { rows: decided, verdict } = chooseBest(markPareto(rows, axes), axes, compare.maxRisk)
  return {
    rows: decided,
    axes,
    metrics: metrics.map(({ use }) => registry.get('metrics', use)),
    columns,
    records: original.rows,
    verdict,
    warnings: outcomes.flatMap((outcome) => outcome.warnings),
  }
}

/** The columns that the comparison is about, in the order of the file. */
function comparedColumns({ original, schema, compare }: Omit<CompareInput, 'rng'>): string[] {
  const chosen = chooseColumns(original, compare.columns, schema, [...(compare.given ?? []), ...compare.by])
  return original.names.filter((name) => chosen.includes(name))
}

/** Of these, the columns that a release may not leave as they are: those that are named, or confidential by role. */
function toBeMasked({ original, schema, compare }: CompareInput, columns: readonly string[]): readonly string[] {
  if (compare.columns !== undefined) return columns
  const { confidential } = rolesOf(original, schema)
  return confidential.length > 0 ? columns.filter((name) => confidential.includes(name)) : columns
}

function rowsOf(jobs: readonly Job[], outcomes: readonly JobOutcome[], required: readonly string[]): Row[] {
  return jobs.flatMap((job, j) => {
    const { candidates } = outcomes[j] ?? failedJob(job, new SdcError('CANCELLED', 'it was not run').toJSON())
    return job.map((candidate, v): Row => {
      const { metrics, replicates, masked, masks, error } = candidates[v]
      return {
        ...candidate,
        metrics: new Map([...metrics].map(([id, held]) => [id, summary(held)] as const)),
        replicates,
        masks,
        unmasked: error ? [] : required.filter((name) => !masked.includes(name)),
        pareto: false,
        chosen: false,
        ...(error ? { error: errorFrom(error) } : {}),
      }
    })
  })
}

/** The metrics of the map: those the plan names, else the usual ones for the kinds of the columns. */
function axesOf({ registry, compare, original }: Omit<CompareInput, 'rng'>, columns: readonly string[]): Axes {
  const numeric = columns.filter((name) => kindOf(original.column(name)) === 'numeric').length
  const kind = numeric === columns.length ? 'numeric' : numeric === 0 ? 'categorical' : 'mixed'
  const usual = registry.defaults.axes?.[kind]
  const axis = (which: 'risk' | 'loss'): Axes['risk'] => {
    const id = compare.axes[which] ?? usual?.[which]
    if (id !== undefined) return registry.get('metrics', id)
    const advice = 'Name one: axes in a plan, --risk and --loss on the command line.'
    throw new SdcError('BAD_PLAN', `no plugin names a usual metric of ${which} for ${kind} columns`, {}, advice)
  }
  return { risk: axis('risk'), loss: axis('loss') }
}

function usualMetrics(registry: Registry): MetricPlan[] {
  return registry.all('metrics').flatMap(({ id, costly }) => (costly ? [] : [{ use: id, params: {} }]))
}

function withAxes(plans: readonly MetricPlan[], axes: Axes): MetricPlan[] {
  const missing = [axes.risk, axes.loss].filter(({ id }) => !plans.some((plan) => plan.use === id))
  return [...plans, ...missing.map(({ id }) => ({ use: id, params: {} }))]
}

function summary({ values, reason }: Held): Summary {
  if (values.length === 0) return { mean: null, min: null, max: null, reason: reason ?? 'it was not measured' }
  return { mean: mean(Float64Array.from(values)), min: Math.min(...values), max: Math.max(...values) }
}
