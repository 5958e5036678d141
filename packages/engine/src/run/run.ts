import { resolveParams, sameColumn, takeColumn, type Dataset, type Registry, type Rng } from '@sdc/core'
import { nextTask } from './abort.js'
import type { FileState } from './assemble.js'
import type { FileSchema, StepPlan } from '../documents/plan.js'
import { runStep, stepColumns, stepName, unchanged, type StepReport } from './run-step.js'

export interface RunInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  /** The stream of this replicate. */
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
}

export interface RunResult {
  /** One file; several where a step makes several. */
  readonly files: readonly FileState[]
  /** The columns that were masked, in the order of the file. */
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly warnings: readonly string[]
  readonly reports: readonly StepReport[]
}

/** The stream of one replicate: `sdc mask` is replicate 1 of a comparison with the same seed. */
export function replicateRng(root: Rng, replicate = 1): Rng {
  return root.child(`replicate ${replicate}`)
}

/**
 * Runs the steps of a plan one after the other.
 * A step's stream is named by its method and parameters. A post-masking step's stream hangs below that of the last step
 * before it that masked one of its columns, so that two candidates that are both reverse-mapped break their ties apart;
 * steps on other columns change nothing in it.
 */
export async function runSteps(input: RunInput): Promise<RunResult> {
  const first: FileState = {
    data: input.original,
    origin: Int32Array.from({ length: input.original.rows }, (_, i) => i),
  }
  return continueSteps(input, { files: [first], columns: [], given: [], warnings: [], reports: [] }, [])
}

/** Runs further steps on what `before`, the steps already run, made of the file. */
export async function continueSteps(input: RunInput, done: RunResult, before: readonly StepPlan[]): Promise<RunResult> {
  const { registry, original, schema, steps } = input
  let files = done.files
  const changed = new Set(done.columns)
  const given = new Set(done.given)
  const warnings = [...done.warnings]
  const reports = [...done.reports]
  const earlier: { readonly name: string; readonly columns: readonly string[]; readonly rng: Rng }[] = []
  const streamOf = (step: StepPlan, masked: ReadonlySet<string>): Rng => {
    const method = registry.method(step.use)
    const params = resolveParams(method.params, step.params, { method: method.id })
    const name = stepName(method, params)
    const { columns } = stepColumns(step, { registry, original, schema, changed: masked })
    const onTheSame = earlier.filter((one) => one.columns.some((column) => columns.includes(column)))
    const parent = method.traits.postMasking ? (onTheSame.at(-1)?.rng ?? input.rng) : input.rng
    const repetition = onTheSame.filter((one) => one.name === name).length
    const rng = parent.child(repetition === 0 ? name : `${name} ${repetition + 1}`)
    earlier.push({ name, columns, rng })
    return rng
  }
  const maskedBefore = new Set<string>()
  for (const step of before) {
    streamOf(step, maskedBefore)
    for (const name of earlier.at(-1)?.columns ?? []) maskedBefore.add(name)
  }

  for (const [s, step] of steps.entries()) {
    const stepRng = streamOf(step, changed)
    const next: FileState[] = []
    const masked = new Set<string>()
    for (const [f, state] of files.entries()) {
      await nextTask()
      input.tick?.((s + f / files.length) / steps.length)
      const result = await runStep(step, state, {
        registry,
        original,
        schema,
        changed,
        rng: f === 0 ? stepRng : stepRng.child(`file ${f + 1}`),
        tick: (fraction) => input.tick?.((s + (f + fraction) / files.length) / steps.length),
        warn: (sentence) => warnings.push(sentence),
      })
      next.push(...result.files)
      reports.push(...result.reports)
      for (const name of result.columns) masked.add(name)
      for (const name of result.given) given.add(name)
    }
    for (const name of masked) changed.add(name)
    files = next
  }
  const columns = original.names.filter((name) => changed.has(name))
  for (const state of files) checkMasked(original, state, columns, steps.at(-1)?.use ?? '')
  return { files, columns, given: [...given], warnings, reports }
}

/** Steps may undo each other: what is masked must differ from the original at the end, too. */
function checkMasked(original: Dataset, state: FileState, columns: readonly string[], last: string): void {
  if (state.origin.some((row) => row < 0)) return
  for (const name of columns) {
    if (!state.data.names.includes(name)) continue
    if (sameColumn(takeColumn(original.column(name), state.origin), state.data.column(name)))
      throw unchanged(last, name, false)
  }
}
