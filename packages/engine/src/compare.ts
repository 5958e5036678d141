import { canonicalJson, isSdcError, resolveParams, type Dataset, type Registry, type Rng, type SdcError } from '@sdc/core'
import type { Axes, Candidate, Comparison, Row, Summary } from './comparison.js'
import { measureFiles } from './measure.js'
import type { ComparePlan, FileSchema, MetricPlan, StepPlan } from './plan.js'
import { chooseBest, markPareto } from './verdict.js'
import { continueSteps, replicateRng, runSteps, type RunInput, type RunResult } from './run.js'

export interface CompareInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  readonly compare: ComparePlan
  /** What to measure besides the axes; every registered metric where it is not said. */
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Metrics that the map shows where a plan does not say. */
const usualAxes = { risk: 'risk/dld', loss: 'loss/il-score' } as const

/** Every combination of a grid's values, the last parameter varying fastest. */
export function gridPoints(grid: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown>[] {
  let points: Record<string, unknown>[] = [{}]
  for (const [name, values] of Object.entries(grid)) points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })))
  return points
}

/** The candidates of a comparison, in the order of the plan; parameters are checked before anything runs. */
export function candidatesOf(registry: Registry, compare: ComparePlan): Candidate[][] {
  return compare.candidates.flatMap(({ use, grid, params }) =>
    gridPoints(grid).map((varied) => {
      const method = registry.method(use)
      const all = { ...params, ...varied }
      resolveParams(method.params, all, { method: use })
      const { columns, given, by, smallGroups } = compare
      const first: StepPlan = { use, params: all, columns, given: method.traits.given === 'unused' ? [] : given, by, smallGroups }
      return compare.then.map((steps) => {
        const further = steps.map((step) => ({ ...step, by: step.by.length > 0 ? step.by : by }))
        for (const step of further) resolveParams(registry.method(step.use).params, step.params, { method: step.use })
        const then = steps.map((step) => step.use)
        return { use, varied, steps: [first, ...further], then, label: candidateLabel(use, all, then) }
      })
    }),
  )
}

function candidateLabel(use: string, params: Readonly<Record<string, unknown>>, then: readonly string[]): string {
  const text = Object.entries(params).map(([name, value]) => `${name} = ${typeof value === 'string' ? value : canonicalJson(value)}`).join(', ')
  return [`${use}${text ? ` ${text}` : ''}`, ...then].join(' + ')
}

/**
 * Runs and measures every candidate; one that draws random numbers is run `replicates` times.
 * The further steps of `then` work on the same masked file, so that what they change is seen apart from chance.
 */
export async function compareCandidates(input: CompareInput): Promise<Comparison> {
  const { registry, compare, original } = input
  const axes: Axes = {
    risk: registry.metric(compare.axes.risk ?? usualAxes.risk),
    loss: registry.metric(compare.axes.loss ?? usualAxes.loss),
  }
  const metricPlans = withAxes(input.metrics ?? registry.metrics().map(({ id }) => ({ use: id, params: {} })), axes)
  const families = candidatesOf(registry, compare)
  const rows: Row[] = []
  const warnings = new Set<string>()
  let columns: readonly string[] = []
  let records = original.rows
  for (const [c, family] of families.entries()) {
    const stochastic = family.some(({ steps }) => steps.some((step) => registry.method(step.use).traits.stochastic))
    const replicates = stochastic ? compare.replicates : 1
    const values = family.map(() => new Map<string, { values: number[]; reason?: string }>())
    const errors: (SdcError | undefined)[] = family.map(() => undefined)
    for (let replicate = 1; replicate <= replicates; replicate++) {
      const progress = (fraction: number): void => input.tick?.((c + (replicate - 1 + fraction) / replicates) / families.length)
      const rng = replicateRng(input.rng, replicate)
      const [mask] = family[0].steps
      const run: RunInput = { registry, original, schema: input.schema, steps: [mask], rng }
      const masked = await tried(() => runSteps(run))
      for (const [v, variant] of family.entries()) {
        if (errors[v]) continue
        const further = { ...run, steps: variant.steps.slice(1) }
        const result = masked.error ? masked : await tried(() => continueSteps(further, masked.value, [mask]))
        if (result.error) {
          errors[v] = result.error
          continue
        }
        const { files, given } = result.value
        columns = result.value.columns
        for (const sentence of result.value.warnings) warnings.add(`${variant.label}: ${sentence}`)
        const [file] = files
        records = original.rows
        const measured = await measureFiles({
          registry,
          original,
          masked: file.data,
          origin: file.origin,
          columns,
          given: given.length > 0 ? given : compare.given,
          metrics: metricPlans,
          rng: rng.child(`measure ${variant.label}`),
          tick: (fraction) => progress((v + fraction) / family.length),
        })
        for (const { metric, measurement } of measured) {
          const held = values[v].get(metric.id) ?? { values: [] }
          if (measurement.value !== null) held.values.push(measurement.value)
          else if (measurement.reason) held.reason = measurement.reason
          values[v].set(metric.id, held)
        }
      }
    }
    for (const [v, variant] of family.entries()) {
      const error = errors[v]
      const metrics = new Map([...values[v]].map(([id, held]) => [id, summary(held.values, held.reason)]))
      rows.push({ ...variant, metrics: error ? new Map() : metrics, replicates, pareto: false, chosen: false, ...(error ? { error } : {}) })
    }
  }
  const failed = rows.find((row) => row.error)?.error
  if (failed && rows.every((row) => row.error)) throw failed
  const marked = markPareto(rows, axes)
  const { rows: decided, verdict } = chooseBest(marked, axes, compare.maxRisk)
  return { rows: decided, axes, metrics: metricPlans.map(({ use }) => registry.metric(use)), columns, records, verdict, warnings: [...warnings] }
}

function withAxes(plans: readonly MetricPlan[], axes: Axes): MetricPlan[] {
  const missing = [axes.risk, axes.loss].filter(({ id }) => !plans.some((plan) => plan.use === id))
  return [...plans, ...missing.map(({ id }) => ({ use: id, params: {} }))]
}

function summary(values: readonly number[], reason: string | undefined): Summary {
  if (values.length === 0) return { mean: null, min: null, max: null, reason: reason ?? 'it was not measured' }
  const mean = values.reduce((total, value) => total + value, 0) / values.length
  return { mean, min: Math.min(...values), max: Math.max(...values) }
}

type Tried<T> = { readonly value: T; readonly error?: undefined } | { readonly error: SdcError }

/** A candidate that cannot mask this file is a row of the table, not the end of the comparison; a bug is. */
async function tried(run: () => Promise<RunResult>): Promise<Tried<RunResult>> {
  try {
    return { value: await run() }
  } catch (error) {
    if (!isSdcError(error) || error.code === 'CANCELLED' || !candidateProblems.has(error.code)) throw error
    return { error }
  }
}

const candidateProblems: ReadonlySet<string> = new Set(['TOO_FEW_RECORDS', 'NOTHING_MOVES', 'UNCHANGED', 'MISSING_VALUES', 'BAD_PARAMETER', 'NO_COLUMNS'])
