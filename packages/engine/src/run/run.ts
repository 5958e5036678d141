import { isMissing, oneOrMore, type Column, type Dataset, type OneOrMore, type Rng } from '@sdc/core'
import { bind, type BindInput, type BoundPlan, type BoundStep } from '../bind/bind.js'
import { judgeCodes } from '../codes/codes-as-numbers.js'
import { nextTask } from '../ground/abort.js'
import type { FileState } from './files/assemble.js'
import { numbersUpTo } from '../bind/in-place.js'
import { refuseImages, refuseUnchanged } from './checks/masked-columns.js'
import type { StepOutcome } from './outcomes/outcome.js'
import { maskedColumns, runFacts, type Outcomes, type RunFacts } from './outcomes/run-facts.js'
import { keepInFiles } from './rules/keep-in-files.js'
import type { StepResult } from './run-records.js'
import { runStep } from './run-step.js'

/** State of a run: the result of the steps so far. */
export interface RunState extends Outcomes {
  /** One file; several if a step makes several. */
  readonly files: OneOrMore<FileState>
}

/** Result of a run: its last state and its facts. */
export interface RunResult extends RunState, RunFacts {}

export interface RunInput extends BindInput {
  /** The stream of this replicate. */
  readonly rng: Rng
  /** Called with the progress, from 0 to 1, and the current activity. */
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
  /** State to continue from, if it is not the original. */
  readonly from?: RunState | undefined
}

/**
 * Returns the stream of one replicate: `sdc mask` is replicate 1 of a comparison with the same seed.
 *
 * @param root - The root of the random streams.
 * @param replicate - Number of the replicate, from 1.
 * @returns The stream.
 */
export function replicateRng(root: Rng, replicate = 1): Rng {
  return root.child(`replicate ${replicate}`)
}

/** Returns the state before any step: the original. */
export function startRun(original: Dataset): RunResult {
  return maskedRun({ data: original, origin: numbersUpTo(original.rows) }, [])
}

/**
 * Returns the state for post-masking steps on a file that was masked elsewhere.
 *
 * @param file - The masked file, with the original record of each of its records.
 * @param columns - Its masked columns.
 * @returns The state.
 */
export function maskedRun(file: FileState, columns: readonly string[]): RunResult {
  const before = { outcomes: [], maskedBefore: columns }
  return { files: [file], ...before, ...runFacts(columns, new Map(), before) }
}

/**
 * Binds the steps of a plan and runs them one after the other.
 *
 * @throws BAD_PLAN and other errors of a plan or step; NOT_CATEGORICAL for codes that were read as numbers.
 */
export async function runSteps(input: RunInput): Promise<RunResult> {
  const from = input.from ?? startRun(input.original)
  const plan = bind(input, [...maskedColumns(from)])
  return withCodes(plan, await runBound(plan, { ...input, from }))
}

/**
 * Adds the warning about codes that were masked as numbers to a run. It is added at the end, since reverse mapping may
 * have restored the codes.
 *
 * @param plan - All its steps.
 * @param run - Their result.
 * @returns The run, with one more warning or unchanged.
 * @throws NOT_CATEGORICAL as `judgeCodes`.
 */
export function withCodes(plan: BoundPlan, run: RunResult): RunResult {
  const said = judgeCodes(plan, run)
  return said.length === 0 ? run : { ...run, warnings: [...run.warnings, ...said] }
}

/**
 * Runs bound steps one after the other. A step's stream is named by its method and parameters. A post-masking step's
 * stream is below that of the last earlier step that masked one of its columns. Two reverse-mapped candidates therefore
 * break their ties differently; steps on other columns do not change the stream.
 *
 * @param plan - The bound plan.
 * @param input - The stream, a callback for progress, and the state to continue from.
 * @returns The result.
 */
export async function runBound(plan: BoundPlan, input: Pick<RunInput, 'rng' | 'tick' | 'from'>): Promise<RunResult> {
  const run = await runEach(plan, input)
  await refuseImages(plan, run, () => runEach(plan, { rng: input.rng.child('another draw'), from: input.from }))
  return run
}

async function runEach(
  plan: BoundPlan,
  { rng, tick, from = startRun(plan.original) }: Pick<RunInput, 'rng' | 'tick' | 'from'>,
): Promise<RunResult> {
  const { steps, original, bounds } = plan
  let { files, outcomes } = from
  for (const [s, step] of steps.entries()) {
    const path = streamPath(step, outcomes)
    const stepRng = path.reduce((node, name) => node.child(name), rng)
    const masked = maskedColumns({ ...from, outcomes })
    const filled = outcomes.at(-1)?.files[0].filled ?? new Map<string, Column>()
    const results: StepResult[] = []
    for (const [f, state] of files.entries()) {
      await nextTask()
      const progress = (fraction: number): void =>
        tick?.((s + (f + fraction) / files.length) / steps.length, step.method.id)
      progress(0)
      const own = f === 0 ? stepRng : stepRng.child(`file ${f + 1}`)
      results.push(await runStep(step, state, { ...plan, rng: own, masked, filled, tick: progress }))
    }
    files = oneOrMore(results.flatMap((one) => one.files))
    outcomes = [...outcomes, { step, path, files: oneOrMore(results.map(({ outcome }) => outcome)) }]
  }
  const kept = keepInFiles(plan, files, { ...from, outcomes }, rng)
  files = kept.files
  const state: RunState = { ...from, files, outcomes, ruled: kept.ruled }
  const facts = runFacts(original.names, bounds, state)
  const run = { ...state, ...facts, imputed: facts.imputed.filter((name) => isFilled(original, files, name)) }
  refuseUnchanged(plan, run)
  return run
}

/** Tests whether some record has a value although its original has none, or has no original. */
function isFilled(original: Dataset, files: readonly FileState[], name: string): boolean {
  const before = original.column(name)
  return files.some(({ data, origin }) => {
    if (!data.names.includes(name)) return false
    const after = data.column(name)
    return origin.some((row, i) => (row < 0 || isMissing(before, row)) && !isMissing(after, i))
  })
}

/**
 * Returns the names of a step's stream, given the steps before it.
 *
 * @param step - The step.
 * @param earlier - The steps before it, with the names of their streams.
 * @returns The names, below the root of the run.
 */
export function streamPath(
  { method, columns, name }: BoundStep,
  earlier: readonly Pick<StepOutcome, 'step' | 'path'>[],
): readonly string[] {
  const onTheSame = earlier.filter((one) => one.step.columns.some((column) => columns.includes(column)))
  const parent = method.traits.postMasking ? (onTheSame.at(-1)?.path ?? []) : []
  const repetition = onTheSame.filter((one) => one.step.name === name).length
  return [...parent, repetition === 0 ? name : `${name} ${repetition + 1}`]
}
