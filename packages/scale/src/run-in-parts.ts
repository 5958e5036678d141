import { SdcError, type Registry, type Rng } from '@sdc/core'
import { bind, type BoundStep, type FileSchema, type StepPlan } from '@sdc/engine'
import { checkGiven, checkKind, unchangedError, type ColumnFacts as FinishFacts } from '@sdc/engine/in-parts'
import { blockStages } from './block-stages.js'
import type { ColumnFacts } from './column-facts.js'
import { finishStage, outcomesOf, type ColumnOutcome, type MaskedColumn, type Sink } from './finish-stage.js'
import { rankStages } from './rank-stages.js'
import { factsForFinish, readFacts, readStage, spreadStage } from './read-stages.js'
import { emptyFileOf, partsOf, type Source } from './source.js'
import { runTask, type Stage, type Surroundings } from './stage.js'
import { stepsOnParts, versionOf, type StepOnParts } from './step-on-parts.js'
import type { StepEnd, StepStages } from './step-stages.js'
import { wordsOf } from './step-words.js'
import type { Store } from './store.js'

/** A run of a plan on a file in parts. */
export interface PartsInput {
  readonly registry: Registry
  readonly source: Source
  readonly sink: Sink
  readonly store: Store
  readonly schema?: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  /** The stream of the run: that of its replicate. */
  readonly rng: Rng
  /** How many blocks a part has: it changes no value. */
  readonly partBlocks: number
  /** Into how many ranges the ranks of a column are cut to be sorted: it changes no value. */
  readonly ranges: number
  /** Runs the tasks of a stage; one after the other in this process where nobody says. */
  readonly launch?: (stage: Stage, tasks: number, around: Surroundings) => Promise<void>
  /** Is told what runs: the stage, its number of all, how many tasks it has. */
  readonly tick?: (stage: string, number: number, of: number, tasks: number) => void
}

/** What a run in parts says. */
export interface PartsResult {
  readonly rows: number
  /** The columns that were masked, in the order of the file. */
  readonly columns: readonly string[]
  readonly outcomes: ReadonlyMap<string, ColumnOutcome>
  readonly warnings: readonly string[]
}

/**
 * Runs a plan on a file of which a part at a time is in memory; what the sink gets is, bit for bit, what the run in memory gives.
 *
 * @param input - The plan, the file and the store.
 * @returns What was masked, with a hash of each column.
 * @throws what the run in memory throws; BAD_OPTION for a step that needs the whole file.
 */
export async function runInParts(input: PartsInput): Promise<PartsResult> {
  const { registry, source, store, schema, steps, rng, partBlocks, ranges } = input
  const plan = bind({ registry, original: emptyFileOf(source), schema, steps })
  const ons = stepsOnParts(plan)
  const used = source.names.filter((name) => ons.some(({ reads }) => reads.has(name)))
  const masked = maskedColumns(source, ons)
  const spread = masked.filter(({ name }) => source.kind(name) === 'numeric').map(({ name }) => name)
  let facts: Promise<ReadonlyMap<string, FinishFacts>> | undefined
  const around: Surroundings = {
    source,
    store,
    plan,
    rng,
    parts: partsOf(source.rows, partBlocks),
    partBlocks,
    ranges,
    facts: () => (facts ??= factsForFinish(around, used, spread)),
  }
  const work = ons.map((on) => stagesOf(on))
  const read = readStage(used)
  const finish = finishStage(masked, () => around.facts(), input.sink)
  const stages: readonly Stage[] = [read, spreadStage(used, spread), ...work.flatMap((one) => one.stages), finish]
  const launch = input.launch ?? oneAfterTheOther
  const ends: StepEnd[] = []
  for (const [s, stage] of stages.entries()) {
    const tasks = await stage.tasks(around)
    input.tick?.(stage.name, s + 1, stages.length, tasks)
    await launch(stage, tasks, around)
    if (stage === read) checkFile(plan.steps, await readFacts(around, used), source)
    const ended = work.findIndex((one) => one.stages.at(-1) === stage)
    if (ended < 0) continue
    ends.push(await work[ended].ended(around))
    refuseUnchanged(ons[ended].step, ends[ended])
  }
  const outcomes = await outcomesOf(around, masked)
  for (const { name, step } of masked) {
    if (outcomes.get(name)?.changed === 0) throw unchangedError(step.method.id, name, step.method.traits.postMasking)
  }
  await input.sink.close(around.parts.length)
  return {
    rows: source.rows,
    columns: masked.map(({ name }) => name),
    outcomes,
    warnings: wordsOf(ons, ends),
  }
}

const stagesOf = (on: StepOnParts): StepStages =>
  on.streamed.shape === 'blocks' ? blockStages(on, on.streamed) : rankStages(on, on.streamed)

async function oneAfterTheOther(stage: Stage, tasks: number, around: Surroundings): Promise<void> {
  for (let task = 0; task < tasks; task++) await runTask(stage, around, task)
}

/** A column that came out of a step as it went in. */
function refuseUnchanged({ method, columns }: BoundStep, { counts }: StepEnd): void {
  const unchanged = columns.find((name) => counts.get(name)?.changed === 0)
  if (unchanged !== undefined) throw unchangedError(method.id, unchanged, method.traits.postMasking)
}

function maskedColumns(source: Source, ons: readonly StepOnParts[]): readonly MaskedColumn[] {
  return source.names.flatMap((name): MaskedColumn[] => {
    const last = ons.filter(({ step }) => step.columns.includes(name)).at(-1)
    return last === undefined ? [] : [{ name, step: last.step, version: versionOf(last) }]
  })
}

/** What a run in memory refuses a file for, by the facts of its columns. */
function checkFile(steps: readonly BoundStep[], facts: ReadonlyMap<string, ColumnFacts>, source: Source): void {
  const data = emptyFileOf(source)
  for (const { method, columns, given, missing: missingPolicy } of steps) {
    const { id, traits } = method
    const taker = { id, traits, does: 'masks', place: { method: id } }
    const advice = 'There is nothing in it to mask: leave it out of the columns.'
    for (const name of columns) {
      checkKind(taker, data, name, columns)
      const own = facts.get(name) as ColumnFacts
      const place = { method: id, column: name }
      if (own.count === 0) throw new SdcError('ALL_MISSING', `column "${name}" has no value at all`, place, advice)
      if (!own.varies)
        throw new SdcError('CONSTANT_COLUMN', `column "${name}" has the same value in every record`, place, advice)
    }
    checkGiven(taker, given)
    const holed = [...columns, ...given].find((name) => (facts.get(name)?.missing ?? 0) > 0)
    if (holed === undefined) continue
    // A method that keeps missing cells, or has a rule of its own, does so.
    if (traits.missing !== 'refuse' && (missingPolicy === undefined || missingPolicy === 'keep')) continue
    if (missingPolicy === 'keep' || missingPolicy === 'impute') {
      throw new SdcError(
        'BAD_OPTION',
        `column "${holed}" has missing values, and missing: ${missingPolicy} of ${id} does not run on a file in parts: cells are filled from the whole file`,
        { method: id, column: holed },
        'Leave the column out, complete it first, or allow more memory, so that the file is held whole.',
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
