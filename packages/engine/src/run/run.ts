import { firstOfPersons, unitsOf } from '@sdc/toolkit/internal'
import {
  isMissing,
  oneOrMore,
  sameColumn,
  takeColumn,
  type Column,
  type Dataset,
  type OneOrMore,
  type Rng,
} from '@sdc/core'
import { bind, type BindInput, type BoundPlan, type BoundStep } from '../bind/bind.js'
import { judgeCodes } from '../codes/codes-as-numbers.js'
import { nextTask } from '../ground/abort.js'
import type { FileState } from './assemble.js'
import { columnIn, numbersUpTo } from '../bind/in-place.js'
import { groupsOf } from '../bind/groups.js'
import { imageError, unchangedError } from './check-file.js'
import { exactImage, FEWEST_RECORDS, relabelling, type ExactImage } from './exact-image.js'
import type { StepOutcome } from './outcome.js'
import { maskedColumns, runFacts, type Outcomes, type RunFacts } from './run-facts.js'
import type { StepResult } from './run-records.js'
import { runStep } from './run-step.js'

/** A file on its way: what the steps so far made of it. */
export interface RunState extends Outcomes {
  /** One file; several where a step makes several. */
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

/** The stream of one replicate: `sdc mask` is replicate 1 of a comparison with the same seed. */
export function replicateRng(root: Rng, replicate = 1): Rng {
  return root.child(`replicate ${replicate}`)
}

/** The original, before any step. */
export function startRun(original: Dataset): RunResult {
  return maskedRun({ data: original, origin: numbersUpTo(original.rows) }, [])
}

/** A file that others masked in these columns, for post-masking steps to go on with. */
export function maskedRun(file: FileState, columns: readonly string[]): RunResult {
  const before = { outcomes: [], maskedBefore: columns }
  return { files: [file], ...before, ...runFacts(columns, new Map(), before) }
}

/**
 * Binds the steps of a plan and runs them one after the other.
 * @throws BAD_PLAN and other errors of a plan or step; NOT_CATEGORICAL for codes that were read as numbers.
 */
export async function runSteps(input: RunInput): Promise<RunResult> {
  const from = input.from ?? startRun(input.original)
  const plan = bind(input, [...maskedColumns(from)])
  return withCodes(plan, await runBound(plan, { ...input, from }))
}

/**
 * Adds the warning about codes that were masked as numbers to a run: at its end, since reverse mapping may have
 * restored them.
 *
 * @param plan - All its steps.
 * @param run - Their result.
 * @returns The run, with one more warning or unchanged.
 * @throws NOT_CATEGORICAL, see `judgeCodes`.
 */
export function withCodes(plan: BoundPlan, run: RunResult): RunResult {
  const said = judgeCodes(plan, run)
  return said.length === 0 ? run : { ...run, warnings: [...run.warnings, ...said] }
}

/**
 * Runs bound steps one after the other. A step's stream is named by its method and parameters. A post-masking step's
 * stream is below that of the last earlier step that masked one of its columns. Two reverse-mapped candidates therefore
 * break their ties differently; steps on other columns do not change the stream.
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
  const state: RunState = { ...from, files, outcomes }
  const facts = runFacts(original.names, bounds, state)
  const { columns, byChance, spared } = facts
  const judged = columns.filter((name) => !byChance.includes(name) && !spared.includes(name))
  for (const file of files) checkMasked(plan, file, judged)
  return { ...state, ...facts, imputed: facts.imputed.filter((name) => isFilled(original, files, name)) }
}

/** Whether some record of a file has a value where its original has none, or is of no original. */
function isFilled(original: Dataset, files: readonly FileState[], name: string): boolean {
  const before = original.column(name)
  return files.some(({ data, origin }) => {
    if (!data.names.includes(name)) return false
    const after = data.column(name)
    return origin.some((row, i) => (row < 0 || isMissing(before, row)) && !isMissing(after, i))
  })
}

/** Returns the names of a step's stream, given the steps before it. */
export function streamPath(
  { method, columns, name }: BoundStep,
  earlier: readonly Pick<StepOutcome, 'step' | 'path'>[],
): readonly string[] {
  const onTheSame = earlier.filter((one) => one.step.columns.some((column) => columns.includes(column)))
  const parent = method.traits.postMasking ? (onTheSame.at(-1)?.path ?? []) : []
  const repetition = onTheSame.filter((one) => one.step.name === name).length
  return [...parent, repetition === 0 ? name : `${name} ${repetition + 1}`]
}

/** Steps may undo each other: what is masked must differ from the original at the end, too. */
function checkMasked(plan: BoundPlan, state: FileState, columns: readonly string[]): void {
  for (const { name, before, after } of pairsOf(plan, state, columns))
    if (sameColumn(before, after)) throw unchangedError(lastMethod(plan, name), name, false)
}

/**
 * Refuses masked columns that are an exact image of the original, in the file or in each group that was masked by itself. One that
 * another draw gives otherwise, and that is no line and no relabelling of categories, is not known to anybody: then values were drawn
 * and put in the order of the original.
 */
async function refuseImages(plan: BoundPlan, run: RunResult, draw: () => Promise<RunResult>): Promise<void> {
  const left = [...run.byChance, ...run.spared]
  const columns = run.columns.filter((name) => !left.includes(name))
  let other: RunResult | undefined
  for (const [f, state] of run.files.entries()) {
    for (const { name, ...pair } of pairsOf(plan, state, columns)) {
      const { before, after } = onePerUnit(plan, state, name, pair)
      const whole = imageOf(before, after)
      const image = whole ?? imageInGroups(plan, state.data, name, pair.before, pair.after)
      if (image === undefined) continue
      if (image !== 'linear' && (image === 'monotone' || after.kind === 'numeric')) {
        other ??= await draw()
        if (!sameColumn(pair.after, other.files[f].data.column(name))) continue
      }
      throw imageError(lastMethod(plan, name), name, image, whole === undefined)
    }
  }
}

/** A column with one record of each person (or household) where it was masked by these: their records are alike in any masking. */
function onePerUnit(
  { steps, original }: BoundPlan,
  { origin }: FileState,
  name: string,
  pair: { readonly before: Column; readonly after: Column },
): { readonly before: Column; readonly after: Column } {
  const level = steps.findLast(({ columns }) => columns.includes(name))?.level
  if (level === undefined) return pair
  const rows = firstOfPersons(unitsOf(takeColumn(original.column(level.column), origin)))
  return { before: takeColumn(pair.before, rows), after: takeColumn(pair.after, rows) }
}

function imageOf(before: Column, after: Column): ExactImage | undefined {
  const image =
    before.kind === 'numeric' && after.kind === 'numeric' ? exactImage(before.values, after.values) : undefined
  if (image !== undefined) return image
  const search = relabelling()
  search.add(before, after)
  return search.isOneToOne() ? 'one-to-one' : undefined
}

/** The image of a column in every group of its last masking that has enough records, where these have half of all records. */
function imageInGroups(
  { steps }: BoundPlan,
  data: Dataset,
  name: string,
  before: Column,
  after: Column,
): ExactImage | undefined {
  const by = steps.findLast(({ columns }) => columns.includes(name))?.by ?? []
  if (by.length === 0 || by.some((one) => !data.names.includes(one))) return undefined
  let found: ExactImage | undefined
  let records = 0
  for (const { rows } of groupsOf(data, by)) {
    const own = takeColumn(before, rows)
    if (rows.length < FEWEST_RECORDS || isConstant(own)) continue
    const image = imageOf(own, takeColumn(after, rows))
    if (image === undefined) return undefined
    records += rows.length
    found = found === undefined || found === image ? image : 'monotone'
  }
  return 2 * records >= data.rows ? found : undefined
}

function isConstant(column: Column): boolean {
  const values: ArrayLike<number> = column.kind === 'numeric' ? column.values : column.codes
  for (let i = 1; i < values.length; i++) if (!Object.is(values[i], values[0])) return false
  return true
}

/** Masked columns beside the original's; none of a file of some records only, or of new ones, in which nothing has to move. */
function* pairsOf(
  { original }: BoundPlan,
  { data, origin }: FileState,
  columns: readonly string[],
): Generator<{ readonly name: string; readonly before: Column; readonly after: Column }> {
  if (origin.length !== original.rows || origin.some((row) => row < 0)) return
  for (const name of columns)
    if (data.names.includes(name))
      yield { name, before: columnIn(original.column(name), origin, original.rows), after: data.column(name) }
}

function lastMethod({ steps }: BoundPlan, name: string): string {
  return (steps.findLast(({ columns }) => columns.includes(name)) ?? steps.at(-1))?.method.id ?? ''
}
