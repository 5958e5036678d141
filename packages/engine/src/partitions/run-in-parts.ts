import {
  SdcError,
  type ColumnAsRead,
  type KeyedHash,
  type Registry,
  type Rng,
  type Totals,
  type Sink,
  type FileSource,
  type Store,
} from '@sdc/core'
import { bind, type BoundStep } from '../bind/bind.js'
import type { FileSchema, StepPlan } from '../plan/plan.js'
import { type RunFacts, runFacts } from '../run/outcomes/run-facts.js'
import type { StepOutcome } from '../run/outcomes/outcome.js'
import { checkColumns } from '../run/checks/check-columns.js'
import { keptIntervals } from '../release/interval-sentence.js'
import { largestSentence } from '../release/largest-sentence.js'
import { unchangedError } from '../run/checks/check-file.js'
import type { ColumnFacts as FinishFacts } from '../run/numbers/precision.js'
import type { ColumnFacts } from './columns/column-facts.js'
import type { KeptRules } from '../run/outcomes/kept-rules.js'
import { rulesInParts, type RulesInParts } from './rules/keep-stages.js'
import { groupStages } from './steps/group-stages.js'
import { finishStage, type WrittenCounts } from './steps/finish-stage.js'
import type { MaskedColumn } from './steps/finished-blocks.js'
import { plannedStages } from './steps/planned-stages.js'
import { countsOfIds } from './release/ids-stage.js'
import { refuseExact, releaseStages, type LastStages } from './release/release-stages.js'
import type { PartsRelease } from './release/released.js'
import { linkedOriginal, type LinkedOriginal } from './linked-original.js'
import { refuseImagesInParts } from './steps/refuse-images.js'
import { checkBeside, readMaskedStage } from './steps/masked-beside.js'
import { columnsAsRead, factsForFinish, readFacts, readStage, spreadStage } from './steps/read-stages.js'
import { emptyFileOf, partsOf, type MaskedBeside } from './source/source.js'
import { drive, type Driven, type DrivenBy } from './tasks/drive.js'
import type { DriveOptions, PartsResult } from './steps/drive-options.js'
import { inTurn, type Stage, type StageContext } from './tasks/stage.js'
import { stepsOnParts, versionOf, type StepOnParts } from './steps/step-on-parts.js'
import type { StepEnd, StepStages } from './steps/step-stages.js'
import { negativesInParts, stepOutcomes, type EndedRun } from './steps/step-outcomes.js'

/** A plan for a file out of core, with everything that the worker of a task needs. */
export interface PartsPlan {
  readonly registry: Registry
  readonly source: FileSource
  readonly sink: Sink
  /** A masked file for post-masking steps; its columns are written. */
  readonly masked?: MaskedBeside | undefined
  readonly store: Store
  readonly schema?: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  /** Stream of the run, that is, of its replicate. */
  readonly rng: Rng
  /** Number of blocks in a partition: it changes no value. */
  readonly partBlocks: number
  /** Number of ranges into which the ranks of a column are divided for sorting: it changes no value. */
  readonly ranges: number
  /** Bytes that a task may take, not limited by default; a larger group of records is refused. */
  readonly taskBytes?: number | undefined
  /** Settings of a release, whose records are written in random order; undefined if the result is not released. */
  readonly release?: PartsRelease | undefined
  /** HMAC under the key of the project, for pseudonyms. */
  readonly projectKey?: KeyedHash | undefined
}

/** The stages of a plan, and what their tasks work with. */
export interface PlannedParts extends Driven<StageContext> {
  readonly ons: readonly StepOnParts[]
  /** Ends of the steps that have ended, for the driver. */
  readonly ends: readonly StepEnd[]
  readonly used: readonly string[]
  readonly masked: readonly MaskedColumn[]
  readonly rules: RulesInParts | undefined
  /** Stages that write. */
  readonly last: LastStages
}

/** 2^31: stored record numbers have 32 bits, and their ranks are signed. */
const MOST = 2 ** 31

/**
 * Plans the stages of a run out of core: every process with the same plan gets the same stages.
 *
 * @param plan - Plan, file and work folder.
 * @returns The stages.
 * @throws Errors of the plan; BAD_OPTION for a step that needs the whole file; WRONG_INPUT for more than 2^31
 *   records.
 */
export function planParts(plan: PartsPlan): PlannedParts {
  const { registry, source: original, masked: beside, store, schema, steps, rng, partBlocks, ranges, projectKey } = plan
  const most = Math.max(original.rows, beside?.source.rows ?? 0)
  if (most > MOST) {
    const message = `the file has ${most} records, but at most ${MOST} are allowed`
    throw new SdcError('WRONG_INPUT', message, {}, 'Divide it into files of fewer records and mask each.')
  }
  const bound = bind({ registry, original: emptyFileOf(original), schema, steps, projectKey }, beside?.columns)
  if (beside) checkBeside(original, beside)
  const ons = stepsOnParts(bound, { rng, rows: beside?.source.rows ?? original.rows })
  const ruleNames = new Set(bound.rules.flatMap(({ rule }) => rule.columns))
  const used = original.names.filter((name) => ruleNames.has(name) || ons.some(({ reads }) => reads.has(name)))
  const linking = linkingOf(plan, used)
  const source = linking?.source ?? original
  const byStep = maskedColumns(source, ons)
  const rules = rulesInParts(bound, { ons, masked: byStep, before: beside?.columns ?? [] })
  const masked = rules?.masked ?? byStep
  const names = source.names.filter((name) => ruleNames.has(name) || masked.some((one) => one.name === name))
  const spread = names.filter((name) => source.kind(name) === 'numeric')
  let facts: Promise<ReadonlyMap<string, FinishFacts>> | undefined
  let asRead: Promise<ReadonlyMap<string, ColumnAsRead>> | undefined
  const around: StageContext = {
    source,
    store,
    masked: beside,
    plan: bound,
    rng,
    parts: partsOf(source.rows, partBlocks),
    partBlocks,
    ranges,
    taskBytes: plan.taskBytes,
    facts: () => (facts ??= factsForFinish(around, used, names, spread)),
    asRead: () => (asRead ??= columnsAsRead(around, used, spread)),
  }
  const work = ons.map((on) => stagesOf(on, around))
  const last = lastStages(plan, masked, used)
  const ends: StepEnd[] = []
  async function* stages(by: DrivenBy): AsyncGenerator<readonly Stage[], void> {
    const refuses = by === 'driver'
    if (linking) {
      yield* inTurn(linking.stages)
      if (refuses) await linking.refuse(ons[0].step.method.id)
      yield* inTurn(linking.ordering)
    }
    yield [readStage(used, names)]
    if (refuses) checkFile(bound.steps, await readFacts(around, used), source)
    if (beside) yield [readMaskedStage(used)]
    yield [spreadStage(used, spread)]
    for (const [w, { groups, ended }] of work.entries()) {
      yield* groups
      if (!refuses) continue
      ends.push(await ended(around))
      refuseUnchanged(ons[w].step, ends[w])
    }
    if (rules) {
      yield* inTurn(rules.stages)
      if (refuses) await rules.ruled(around)
    }
    if (refuses) await refuseMade(plan, { around, ons, ends, used, masked })
    yield* last.stages(around, by)
  }
  return { around, stages, ons, ends, used, masked, rules, last }
}

/** Refuses the masked columns, once the last step has ended. */
async function refuseMade(
  { release }: PartsPlan,
  { around, ons, ends, used, masked }: Pick<PlannedParts, 'around' | 'ons' | 'ends' | 'used' | 'masked'>,
): Promise<void> {
  if (around.masked === undefined) {
    const byChance = new Set(ends.flatMap((end) => end.byChance ?? []))
    const isJudged = ({ name, on }: MaskedColumn): boolean =>
      !byChance.has(name) && on.step.method.traits.changes !== 'unsafe' && on.step.method.traits.kinds !== 'pseudonyms'
    // Later stages remove the columns: a resumed run has passed this check.
    if (!(await around.store.has(JUDGED))) await refuseImagesInParts(around, masked.filter(isJudged))
    await around.store.put(JUDGED, [Uint8Array.of(1)])
  }
  if (release) refuseExact(factsOfRun(around, stepOutcomes(ons, ends, await endedRun(around, used))).exact, release)
}

function linkingOf(
  { source: original, masked, store, partBlocks, taskBytes }: PartsPlan,
  used: readonly string[],
): LinkedOriginal | undefined {
  if (masked?.link === undefined) return undefined
  return linkedOriginal({ original, masked: masked.source, by: masked.link, store, partBlocks, taskBytes }, used)
}

function lastStages(
  { release, sink, source, partBlocks, masked: beside }: PartsPlan,
  masked: readonly MaskedColumn[],
  used: readonly string[],
): LastStages {
  if (release === undefined) {
    const { stage, parts, written } = finishStage(masked, sink, beside?.source ?? source, partBlocks)
    return { stages: () => [[stage]], parts, written }
  }
  if (beside !== undefined) throw new Error('a file masked elsewhere cannot be released')
  const stages = releaseStages(release, masked, used, sink)
  return { ...stages, parts: partsOf(source.rows, partBlocks).length }
}

/** Stored name for a run whose masked columns are not images of the original. */
const JUDGED = 'judged'

/**
 * Runs a plan out of core; the sink gets the result of the run in memory, bit for bit. A killed run resumes: tasks whose
 * results are in the work folder are not repeated.
 *
 * @param plan - Plan, file and work folder.
 * @param options - Launcher of the tasks.
 * @returns Outcomes of the run, with a hash of each masked column.
 * @throws The errors of the run in memory; BAD_OPTION for a step that needs the whole file; WORKER_LOST for a task that no
 *   worker ends.
 */
export async function runInParts(plan: PartsPlan, options: DriveOptions = {}): Promise<PartsResult> {
  const planned = planParts(plan)
  const { around, ons, ends, used, masked, rules, last } = planned
  await drive(planned, options)
  const counted = await last.written(around)
  const written = (await rules?.counted(around, counted)) ?? counted
  const ended = await endedRun(around, used, written)
  const facts = factsOfRun(around, stepOutcomes(ons, ends, ended), await rules?.ruled(around))
  for (const { name, on } of masked) {
    const { method } = on.step
    if (rules?.onlyComputed.has(name)) continue
    if (written.get(name)?.changed === 0 && !facts.byChance.includes(name))
      throw unchangedError(method.id, name, method.traits.postMasking)
  }
  const result: PartsResult = {
    ...facts,
    warnings: [
      ...facts.warnings,
      ...largestSentence(largestOf(written)),
      ...keptIntervals(ons.map(({ step }) => step.method)),
    ],
    rows: around.source.rows,
    written,
    negatives: negativesInParts(facts.columns, ended),
    ids: plan.release ? await countsOfIds(around, plan.release) : new Map(),
  }
  await options.before?.(result)
  await plan.sink.close(last.parts)
  return result
}

/** Facts of the run, from the outcomes of its steps. */
function factsOfRun({ plan, source }: StageContext, outcomes: readonly StepOutcome[], ruled?: KeptRules): RunFacts {
  return runFacts(source.names, plan.bounds, { outcomes, ruled })
}

async function endedRun(
  around: StageContext,
  used: readonly string[],
  written: EndedRun['written'] = new Map(),
): Promise<EndedRun> {
  const [read, facts] = [await readFacts(around, used), await around.facts()]
  return { source: around.source, read, facts, bounds: around.plan.bounds, written }
}

/** Totals of the largest values of the released columns. */
function largestOf(outcomes: ReadonlyMap<string, WrittenCounts>): ReadonlyMap<string, Totals> {
  return new Map([...outcomes].flatMap(([name, { largest }]) => (largest ? [[name, largest] as const] : [])))
}

function stagesOf(on: StepOnParts, around: StageContext): StepStages {
  return on.step.by.length > 0 ? groupStages(on) : plannedStages(on, around)
}

/** Refuses a column that a step left unchanged. */
function refuseUnchanged({ method, columns }: BoundStep, { counts, byChance = [] }: StepEnd): void {
  const unchanged = columns.find((name) => counts.get(name)?.changed === 0 && !byChance.includes(name))
  if (unchanged !== undefined) throw unchangedError(method.id, unchanged, method.traits.postMasking)
}

function maskedColumns(source: FileSource, ons: readonly StepOnParts[]): readonly MaskedColumn[] {
  return source.names.flatMap((name): MaskedColumn[] => {
    const last = ons.filter(({ step }) => step.columns.includes(name)).at(-1)
    return last === undefined ? [] : [{ name, on: last, version: versionOf(last) }]
  })
}

/** Refuses a file for the reasons of a run in memory, by the facts of its columns. */
function checkFile(steps: readonly BoundStep[], facts: ReadonlyMap<string, ColumnFacts>, source: FileSource): void {
  const data = emptyFileOf(source)
  const spreadOf = (name: string): 'none' | 'one' | 'several' => {
    const { count, varies } = facts.get(name) as ColumnFacts
    if (count === 0) return 'none'
    return varies ? 'several' : 'one'
  }
  for (const step of steps) {
    const { method, columns, given, missing: missingPolicy } = step
    const { id, traits } = method
    checkColumns(step, data, spreadOf)
    const holed = [...columns, ...given].find((name) => (facts.get(name)?.missing ?? 0) > 0)
    if (holed === undefined) continue
    // A method that keeps missing cells, or has its own rule, does so.
    if (traits.missing !== 'refuse' && (missingPolicy === undefined || missingPolicy === 'keep')) continue
    if (missingPolicy === 'keep' || missingPolicy === 'impute') {
      throw new SdcError(
        'BAD_OPTION',
        `column "${holed}" has missing values, and missing: ${missingPolicy} of ${id} does not run out of core: ` +
          'cells are filled from the whole file',
        { method: id, column: holed },
        'Leave the column out, complete it first, or allow enough memory for the whole file.',
      )
    }
    const { missing, firstMissing } = facts.get(holed) as ColumnFacts
    const message = `column "${holed}" has ${missing} missing values, and ${id} needs complete columns (the first is in record ${firstMissing + 1})`
    throw new SdcError(
      'MISSING_VALUES',
      message,
      { method: id, column: holed, row: firstMissing + 1 },
      'Leave the column out, or complete it first.',
    )
  }
}
