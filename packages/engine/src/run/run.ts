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
import { stillExact, type ExactMoments } from './exact-moments-margin.js'
import { columnIn } from '../bind/in-place.js'
import { groupsOf } from '../bind/groups.js'
import { imageError, unchangedError } from './check-file.js'
import { exactImage, FEWEST_RECORDS, relabelling, type ExactImage } from './exact-image.js'
import type { KeptWithin } from './keep-within.js'
import type { RunFacts } from './run-facts.js'
import { runStep } from './by-unit.js'
import { allRows, type StepReport } from './run-step.js'

/** Stream of a step: the names below the root of the run, so that another replicate can follow them. */
export interface StepStream {
  readonly name: string
  readonly columns: readonly string[]
  readonly path: readonly string[]
}

/** A file on its way: what the steps so far made of it. Made by `startRun`, `maskedRun` and runs, by nobody else. */
export interface RunState extends RunFacts {
  /** One file; several where a step makes several. */
  readonly files: OneOrMore<FileState>
  readonly reports: readonly StepReport[]
  readonly streams: readonly StepStream[]
  /** Columns that a random permutation left unchanged. */
  readonly byChance?: readonly string[]
  /** Columns of a step that changed only unsafe values (trait `changes`): they may be unchanged. */
  readonly spared?: readonly string[]
  /** The columns that the last step has seen to be safe as they are (`protects` of its result). */
  readonly shielded?: readonly string[]
  /** The original's columns with the cells that steps imputed, as they saw them: for those that give back its values. */
  readonly filled?: ReadonlyMap<string, Column>
}

/** Result of a run: its last state. */
export type RunResult = RunState

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
export function startRun(original: Dataset): RunState {
  return maskedRun({ data: original, origin: allRows(original) }, [])
}

/** A file that others masked in these columns, for post-masking steps to go on with. */
export function maskedRun(file: FileState, columns: readonly string[]): RunState {
  return {
    files: [file],
    columns,
    given: [],
    warnings: [],
    reports: [],
    rounded: [],
    kept: [],
    streams: [],
    exact: [],
    imputed: [],
  }
}

/**
 * Binds the steps of a plan and runs them one after the other.
 * @throws BAD_PLAN and other errors of a plan or step; NOT_CATEGORICAL for codes that were read as numbers.
 */
export async function runSteps(input: RunInput): Promise<RunResult> {
  const from = input.from ?? startRun(input.original)
  const plan = bind(input, from.columns)
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
  const { steps, ...context } = plan
  let files: readonly FileState[] = from.files
  const byChance = new Set(from.byChance)
  const spared = new Set(from.spared)
  let shielded = from.shielded ?? []
  const imputed = new Set(from.imputed)
  let filled = from.filled ?? new Map<string, Column>()
  const masked = new Set(from.columns)
  const given = new Set(from.given)
  let warnings = [...from.warnings]
  const reports = [...from.reports]
  const rounded = [...from.rounded]
  let kept = [...from.kept]
  const streams = [...from.streams]
  let exact = from.exact
  for (const [s, step] of steps.entries()) {
    const stream = streamOf(step, streams)
    const stepRng = stream.path.reduce((node, name) => node.child(name), rng)
    const next: FileState[] = []
    const columns = new Set<string>()
    const exactNow: ExactMoments[] = []
    let protectedNow: readonly string[] = []
    let filledNow = filled
    let keptNow: readonly KeptWithin[] = []
    const warnedAt: number[] = []
    for (const [f, state] of files.entries()) {
      await nextTask()
      tick?.((s + f / files.length) / steps.length, step.method.id)
      const result = await runStep(step, state, {
        ...context,
        masked,
        rng: f === 0 ? stepRng : stepRng.child(`file ${f + 1}`),
        tick: (fraction) => tick?.((s + (f + fraction) / files.length) / steps.length, step.method.id),
        warn: (sentence) => warnings.push(sentence) - 1,
        byChance,
        filled,
      })
      next.push(...result.files)
      reports.push(...result.reports)
      protectedNow = result.shielded
      if (result.lostAt !== undefined) warnedAt.push(result.lostAt)
      // Several files of one step have the same moments, and their columns are rounded alike.
      if (f === 0) {
        exactNow.push(...result.exact)
        rounded.push(...result.rounded)
        kept = withReplaced(kept, result.restored)
        keptNow = result.kept
        filledNow = result.filled
      }
      for (const name of result.columns) columns.add(name)
      for (const name of result.imputed) imputed.add(name)
      for (const name of step.given) given.add(name)
    }
    const still = withoutReplaced(warnings, [
      ...kept,
      ...keptNow.map((one) => (warnedAt.length === 0 ? one : { ...one, warnedAt })),
    ])
    warnings = still.warnings
    kept = still.kept
    filled = filledNow
    // What a step has seen of the file is no longer so after another.
    shielded = next.length === 1 ? protectedNow : []
    for (const name of columns) masked.add(name)
    if (step.method.traits.changes === 'unsafe') for (const name of columns) spared.add(name)
    streams.push(stream)
    exact = [...stillExact(exact, step, [...columns]), ...exactNow]
    files = next
  }
  const columns = plan.original.names.filter((name) => masked.has(name))
  const judged = columns.filter((name) => !byChance.has(name) && !spared.has(name))
  for (const state of files) checkMasked(plan, state, judged)
  return {
    files: oneOrMore(files),
    columns,
    given: [...given],
    warnings,
    reports,
    rounded,
    kept,
    streams,
    exact,
    ...(byChance.size > 0 && { byChance: [...byChance] }),
    ...(spared.size > 0 && { spared: [...spared] }),
    ...(shielded.length > 0 && { shielded }),
    imputed: plan.original.names.filter((name) => imputed.has(name) && isFilled(plan.original, files, name)),
    ...(filled.size > 0 && { filled }),
  }
}

/** What a later step took as it was before it was brought within bounds did not go out so. */
function withReplaced(kept: readonly KeptWithin[], restored: readonly string[]): KeptWithin[] {
  return kept.map((one) => (restored.includes(one.column) ? { ...one, isReplaced: true } : one))
}

/** Drops warnings about values of which none went out as they were brought within bounds. */
function withoutReplaced(
  warnings: readonly string[],
  kept: readonly KeptWithin[],
): { readonly warnings: string[]; readonly kept: KeptWithin[] } {
  const placesOf = (isReplaced: boolean): number[] =>
    kept.flatMap((one) => ((one.isReplaced === true) === isReplaced ? (one.warnedAt ?? []) : []))
  const needed = new Set(placesOf(false))
  const dropped = new Set(placesOf(true).filter((at) => !needed.has(at)))
  const placeNow = (at: number): number => at - [...dropped].filter((one) => one < at).length
  return {
    warnings: warnings.filter((_, at) => !dropped.has(at)),
    kept: kept.map((one) =>
      one.warnedAt === undefined
        ? one
        : { ...one, warnedAt: one.warnedAt.filter((at) => !dropped.has(at)).map(placeNow) },
    ),
  }
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

/** Returns the stream of a step, given the steps before it. */
export function streamOf({ method, columns, name }: BoundStep, earlier: readonly StepStream[]): StepStream {
  const onTheSame = earlier.filter((one) => one.columns.some((column) => columns.includes(column)))
  const parent = method.traits.postMasking ? (onTheSame.at(-1)?.path ?? []) : []
  const repetition = onTheSame.filter((one) => one.name === name).length
  return { name, columns, path: [...parent, repetition === 0 ? name : `${name} ${repetition + 1}`] }
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
  const left = [...(run.byChance ?? []), ...(run.spared ?? [])]
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
