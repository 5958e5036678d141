import {
  canonicalJson,
  isSdcError,
  resolveParams,
  type Dataset,
  type Measurement,
  type Registry,
  type Rng,
  type SdcError,
} from '@sdc/core'
import { mean } from '@sdc/stats'
import type { Axes, Candidate, Comparison, Row, Summary } from './comparison.js'
import { columnsWithRole } from '../run/columns.js'
import { measureRun } from '../measure/measure-run.js'
import type { ComparePlan, FileSchema, MetricPlan, StepPlan } from '../documents/plan.js'
import { stepColumns, stepName } from '../run/run-step.js'
import { continueSteps, replicateRng, runSteps, type RunInput, type RunResult } from '../run/run.js'
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
}

/** Metrics that the map shows where a plan does not say. */
const usualAxes = { risk: 'risk/dr-combine', loss: 'loss/il-score' } as const

/** Every combination of a grid's values, the last parameter varying fastest. */
export function gridPoints(grid: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown>[] {
  let points: Record<string, unknown>[] = [{}]
  for (const [name, values] of Object.entries(grid))
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })))
  return points
}

/**
 * The candidates of a comparison, in the order of the plan, one that is named twice but once; parameters are checked
 * before anything runs.
 */
export function candidatesOf(registry: Registry, compare: ComparePlan): Candidate[][] {
  const named = new Set<string>()
  return compare.candidates.flatMap(({ use, grid, params }) =>
    gridPoints(grid).flatMap((varied) => {
      const method = registry.method(use)
      const all = { ...params, ...varied }
      const name = stepName(method, resolveParams(method.params, all, { method: use }))
      if (named.has(name)) return []
      named.add(name)
      const { columns, given, by, smallGroups } = compare
      const first: StepPlan = {
        use,
        params: all,
        columns,
        given: method.traits.given === 'unused' ? undefined : given,
        by,
        smallGroups,
      }
      const variants = compare.then.map((steps) => {
        // A further step works within the groups of the masking, unless it names its own.
        const further = steps.map((step) => (step.by.length > 0 ? step : { ...step, by, smallGroups }))
        for (const step of further) resolveParams(registry.method(step.use).params, step.params, { method: step.use })
        const then = steps.map((step) => step.use)
        return { use, varied, steps: [first, ...further], then, label: candidateLabel(use, all, then) }
      })
      return [variants]
    }),
  )
}

function candidateLabel(use: string, params: Readonly<Record<string, unknown>>, then: readonly string[]): string {
  const text = Object.entries(params)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : canonicalJson(value)}`)
    .join(', ')
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
  const metrics = withAxes(input.metrics ?? usualMetrics(registry), axes)
  const families = candidatesOf(registry, compare)
  const warnings = new Set<string>()
  const rows: Row[] = []
  for (const [f, family] of families.entries()) {
    const tick = (fraction: number): void => input.tick?.((f + fraction) / families.length)
    rows.push(...(await runFamily({ ...input, metrics, tick }, family, warnings)))
  }
  const failed = rows.find((row) => row.error)?.error
  if (failed && rows.every((row) => row.error)) throw failed
  const { rows: decided, verdict } = chooseBest(markPareto(rows, axes), axes, compare.maxRisk)
  const columns = original.names.filter((name) =>
    stepColumns(families[0][0].steps[0], { ...input, changed: new Set() }).columns.includes(name),
  )
  return {
    rows: decided,
    axes,
    metrics: metrics.map(({ use }) => registry.metric(use)),
    columns,
    records: original.rows,
    verdict,
    warnings: [...warnings],
  }
}

/** Runs one method with one set of parameters, and each list of further steps on what it makes. */
async function runFamily(input: CompareInput, family: readonly Candidate[], warnings: Set<string>): Promise<Row[]> {
  const { registry, compare, original, schema, metrics } = input
  const draws = (steps: readonly StepPlan[]): boolean =>
    steps.some((step) => registry.method(step.use).traits.stochastic)
  const replicatesOf = ({ steps }: Candidate): number => (draws(steps) ? compare.replicates : 1)
  const [mask] = family[0].steps
  const replicates = Math.max(...family.map(replicatesOf))
  const values = family.map(() => new Map<string, Held>())
  const errors: (SdcError | undefined)[] = family.map(() => undefined)
  let masked: Tried<RunResult> | undefined
  for (let replicate = 1; replicate <= replicates; replicate++) {
    const rng = replicateRng(input.rng, replicate)
    const run: RunInput = { registry, original, schema, steps: [mask], rng }
    if (masked === undefined || draws([mask])) masked = await tried(() => runSteps(run))
    for (const [v, variant] of family.entries()) {
      if (errors[v] || replicate > replicatesOf(variant)) continue
      const before: Tried<RunResult> = masked
      const result = before.error
        ? before
        : await tried(() => continueSteps({ ...run, steps: variant.steps.slice(1) }, before.value, [mask]))
      if (result.error) {
        errors[v] = result.error
        continue
      }
      const { files, columns, warnings: said } = result.value
      for (const sentence of said) warnings.add(`${variant.label}: ${sentence}`)
      if (files.length > 1) warnings.add(`${variant.label}: ${severalFiles(files.length)}`)
      const given = measuredGiven(input, columns)
      const kept = given.filter((name) => files.every(({ data }) => data.names.includes(name)))
      if (kept.length < given.length) warnings.add(`${variant.label}: ${withoutGiven(given, kept)}`)
      const measured = await measureRun({
        registry,
        original,
        files,
        columns,
        given: kept,
        metrics,
        rng: rng.child('measure'),
        tick: (fraction) => input.tick?.((replicate - 1 + (v + fraction) / family.length) / replicates),
      })
      for (const { metric, measurement } of measured) hold(values[v], metric.id, measurement)
    }
  }
  return family.map((variant, v) => {
    const error = errors[v]
    const summaries = new Map(error ? [] : [...values[v]].map(([id, held]) => [id, summary(held)] as const))
    return {
      ...variant,
      metrics: summaries,
      replicates: replicatesOf(variant),
      pareto: false,
      chosen: false,
      ...(error ? { error } : {}),
    }
  })
}

/** The same for every candidate, so that all are measured alike: what is named, else the non-confidential columns. */
function measuredGiven({ original, schema, compare }: CompareInput, columns: readonly string[]): string[] {
  const given = compare.given ?? columnsWithRole(original, schema, ['non-confidential'])
  return given.filter((name) => !columns.includes(name))
}

function withoutGiven(given: readonly string[], kept: readonly string[]): string {
  const left = given.filter((name) => !kept.includes(name))
  return `measured without the given columns that its records have no value for: ${left.join(', ')}`
}

function severalFiles(count: number): string {
  return `makes ${count} files; its values are their mean, and who gets all ${count} may learn more than one tells`
}

interface Held {
  readonly values: number[]
  reason?: string
}

function hold(values: Map<string, Held>, id: string, { value, reason }: Measurement): void {
  const held = values.get(id) ?? { values: [] }
  if (value !== null) held.values.push(value)
  else if (reason) held.reason = reason
  values.set(id, held)
}

function usualMetrics(registry: Registry): MetricPlan[] {
  return registry.metrics().flatMap(({ id, costly }) => (costly ? [] : [{ use: id, params: {} }]))
}

function withAxes(plans: readonly MetricPlan[], axes: Axes): MetricPlan[] {
  const missing = [axes.risk, axes.loss].filter(({ id }) => !plans.some((plan) => plan.use === id))
  return [...plans, ...missing.map(({ id }) => ({ use: id, params: {} }))]
}

function summary({ values, reason }: Held): Summary {
  if (values.length === 0) return { mean: null, min: null, max: null, reason: reason ?? 'it was not measured' }
  return { mean: mean(Float64Array.from(values)), min: Math.min(...values), max: Math.max(...values) }
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

const candidateProblems: ReadonlySet<string> = new Set([
  'TOO_FEW_RECORDS',
  'NOTHING_MOVES',
  'UNCHANGED',
  'MISSING_VALUES',
  'BAD_PARAMETER',
  'NO_COLUMNS',
  // Reverse mapping synthetic records, which are nobody's.
  'LENGTH_MISMATCH',
])
