import { kindOf, type PlainError, type SdcError } from '@sdc/core'
import { bind, type BoundPlan } from '../bind/bind.js'
import { chooseColumns } from '../bind/columns.js'
import { rolesOf } from '../bind/roles.js'
import type { Candidate } from './candidate.js'
import { isCandidateProblem } from './candidate-problem.js'
import { hold } from './held.js'
import type { StepPlan } from '../plan/plan.js'
import { measureRun } from '../limits/measure-run.js'
import { mostNegatives, newNegatives, type NewNegatives } from '../measure/new-negatives.js'
import { replicateRng, runBound, withCodes, type RunResult } from '../run/run.js'
import type { CandidateOutcome, MeasuredRuns, JobOutcome, Task, Work } from './job.js'

/**
 * Runs one masking and each list of further steps on what it makes, and measures them; what draws random numbers, in
 * each of the runs that the task names, what draws none in the first only. The further steps work on the same masked file,
 * so that what they change is seen apart from chance.
 */
export async function runJob(
  work: Work,
  { job, replicates: asked = upTo(work.replicates) }: Task,
  tick: (fraction: number) => void,
): Promise<JobOutcome> {
  const warnings = new Set<string>()
  const variants = job.map((candidate) => createVariant(work, candidate, asked))
  const runs = asked.filter((replicate) => variants.some(({ replicates }) => replicates.includes(replicate)))
  let masked: Tried<RunResult> | undefined
  let drawn = 0
  for (const [r, replicate] of runs.entries()) {
    const rng = replicateRng(work.rng, replicate)
    for (const [v, variant] of variants.entries()) {
      if (variant.error || !variant.replicates.includes(replicate)) continue
      const { mask } = variant
      if (masked === undefined || (draws(mask) && drawn !== replicate)) {
        masked = await tried(() => runBound(mask, { rng }))
        drawn = replicate
      }
      const from = masked
      const result = from.error ? from : await tried(() => runThen(variant, rng, from.value))
      if (result.error) {
        variant.error = result.error.toJSON()
        continue
      }
      const { label } = job[v]
      const { files, columns, warnings: said } = result.value
      variant.masked = columns
      variant.negatives = mostNegatives(variant.negatives, newNegatives(work.original, files, columns))
      for (const sentence of said) warnings.add(`${label}: ${sentence}`)
      const there = (name: string): boolean => files.every(({ data }) => data.names.includes(name))
      const given = work.given.filter(there)
      if (given.length < work.given.length) warnings.add(`${label}: ${withoutGiven(work.given, given)}`)
      const measured = await measureRun({
        registry: work.registry,
        original: work.original,
        files,
        columns: work.columns.filter(there),
        given,
        roles: variant.mask.roles,
        metrics: work.metrics,
        population: work.population,
        control: work.control,
        rng: rng.child('measure'),
        prepared: work.prepared,
        tick: (fraction) => tick((r + (v + fraction) / variants.length) / runs.length),
      })
      for (const one of measured) hold(variant.metrics, one)
    }
  }
  const candidates = variants.map(
    ({ mask, metrics, replicates, masked: columns, negatives, error }): CandidateOutcome => {
      const masks = mask.steps.map((step) => step.columns)
      const held = { metrics: error ? new Map() : metrics, replicates: replicates.length }
      return { ...held, masked: columns, masks, ...(negatives.length > 0 && { negatives }), ...(error && { error }) }
    },
  )
  return { candidates, warnings: [...warnings] }
}

interface Variant {
  readonly mask: BoundPlan
  readonly then: BoundPlan
  /** The numbers of its runs. */
  readonly replicates: readonly number[]
  readonly metrics: Map<string, MeasuredRuns>
  masked: readonly string[]
  negatives: readonly NewNegatives[]
  error?: PlainError
}

/** The further steps; what they leave of codes masked as numbers is said of both parts together. */
async function runThen({ mask, then }: Variant, rng: Work['rng'], from: RunResult): Promise<RunResult> {
  return withCodes({ ...mask, steps: [...mask.steps, ...then.steps] }, await runBound(then, { rng, from }))
}

function createVariant(work: Work, candidate: Candidate, asked: readonly number[]): Variant {
  const steps = candidate.steps.map((step) => fittingStep(work, step))
  const once = asked.filter((replicate) => replicate === 1)
  const made = (replicates: readonly number[], plans: Pick<Variant, 'mask' | 'then'>): Variant => {
    return { ...plans, replicates, metrics: new Map(), masked: [], negatives: [] }
  }
  try {
    const bound = bind({ ...work, steps })
    const { masking } = candidate
    const split = (isMasking: boolean): BoundPlan => ({
      ...bound,
      steps: bound.steps.filter(({ place }) => place < masking === isMasking),
    })
    const plans = { mask: split(true), then: split(false) }
    return made(draws(bound) ? asked : once, plans)
  } catch (error) {
    if (!isCandidateProblem(error)) throw error
    const { registry, original, schema } = work
    const nothing: BoundPlan = { registry, original, roles: rolesOf(original, schema), bounds: new Map(), steps: [] }
    return { ...made(once, { mask: nothing, then: nothing }), error: error.toJSON() }
  }
}

/** A candidate masks, of the columns that are named for all, those that its method accepts. */
function fittingStep({ registry, original, schema }: Work, step: StepPlan): StepPlan {
  const { traits } = registry.get('methods', step.use)
  if (step.columns === undefined || traits.postMasking) return step
  const named = chooseColumns(original, step.columns, schema, [...(step.given ?? []), ...step.by])
  const fits = named.filter((name) => traits.accepts.includes(kindOf(original.column(name))))
  return fits.length === 0 || fits.length === named.length ? step : { ...step, columns: fits }
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1)
}

function draws({ steps }: BoundPlan): boolean {
  return steps.some(({ method }) => method.traits.stochastic)
}

function withoutGiven(given: readonly string[], kept: readonly string[]): string {
  const left = given.filter((name) => !kept.includes(name))
  return `measured without given columns that have no values for its records: ${left.join(', ')}`
}

type Tried<T> = { readonly value: T; readonly error?: undefined } | { readonly error: SdcError }

/** A candidate that cannot mask this file is a row of the table, not the end of the comparison; a bug is. */
async function tried<T>(run: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { value: await run() }
  } catch (error) {
    if (!isCandidateProblem(error)) throw error
    return { error }
  }
}
