/** Blocks of a file as written: masked columns rounded and brought within bounds, the others unchanged. */
import type { BlockRange, Column, Dataset, PartRange } from '@sdc/core'
import { finishOf, type StepFinish } from '../../run/numbers/step-finish.js'
import type { ColumnFacts } from '../../run/numbers/precision.js'
import { refuseOutside } from './read-stages.js'
import { wasMoved } from './stage-counts.js'
import type { StageContext } from '../tasks/stage.js'
import { versionOf, type StepOnParts } from './step-on-parts.js'
import { pseudonymColumn, pseudonymLevels } from '../columns/pseudonym-levels.js'
import { sharedBlocks } from '../columns/shared-blocks.js'
import { sharedColumn } from '../columns/stored-columns.js'

/** A masked column, the last step that masked it, and its version. */
export interface MaskedColumn {
  readonly name: string
  readonly on: StepOnParts
  readonly version: string
  /** True if the stored values are final, because their rules were kept. */
  readonly isFinished?: true | undefined
}

/** A masked column of a block. */
export interface FinishedColumn {
  /** The original, valid until the next block is read. */
  readonly before: Column
  readonly after: Column
  /** Number of values brought within bounds. */
  readonly moved: number
  /** Number of values that equalled a code for a missing value. */
  readonly coded: number
}

/** A block of the output, with its masked columns in their order. */
export interface FinishedBlock {
  readonly block: BlockRange
  readonly data: Dataset
  readonly made: readonly FinishedColumn[]
}

/**
 * Reads blocks again, with the columns as the steps left them.
 *
 * @param around - The file.
 * @param masked - The masked columns.
 * @param range - The blocks.
 * @param names - Columns to return, including masked ones, in their order; those with bounds in the schema that no
 *   step uses are checked anyway.
 * @yields The blocks in their order.
 */
export async function* finishedBlocks(
  around: StageContext,
  masked: readonly MaskedColumn[],
  range: PartRange,
  names: readonly string[],
): AsyncGenerator<FinishedBlock, void> {
  const known = await around.facts()
  const finish = await finishesOf(around, masked)
  const levels = await pseudonymLevels(around, masked)
  const { source } = around.masked ?? around
  const isMasked = new Set(masked.map(({ name }) => name))
  // Columns that steps use were checked when they were read; a file that was masked elsewhere is not checked against a
  // schema.
  const looked =
    around.masked === undefined ? source.names.filter((name) => around.plan.bounds.has(name) && !known.has(name)) : []
  const read = source.names.filter((name) => !isMasked.has(name) && (names.includes(name) || looked.includes(name)))
  const shared = sharedBlocks()
  for await (const { block, data } of source.read(range, read)) {
    const columns = new Map<string, Column>()
    const finished: FinishedColumn[] = []
    for (const name of looked) refuseOutside(around, name, data.column(name), block.first)
    for (const [m, { name, version }] of masked.entries()) {
      const raw = sharedColumn(around, version, name, block, shared)
      const texts = levels.get(name)
      const out = raw.kind === 'numeric' && texts === undefined ? finish[m]?.out(raw.values) : undefined
      const made = texts === undefined ? raw : pseudonymColumn(raw.kind === 'numeric' ? raw.values : raw.codes, texts)
      const after = shared.keptColumn(out ? { kind: 'numeric', values: out.values } : made)
      const before = sharedColumn(around, versionOf(undefined), name, block, shared)
      finished.push({ before, after, moved: out?.moved ?? 0, coded: out?.coded ?? 0 })
      columns.set(name, after)
    }
    const whole: Dataset = {
      rows: block.end - block.first,
      names,
      column: (name) => columns.get(name) ?? data.column(name),
    }
    yield { block, data: whole, made: finished }
  }
}

/** Conversions of the numbers of masked columns, in their order. */
export async function finishesOf(
  around: StageContext,
  masked: readonly MaskedColumn[],
): Promise<readonly (StepFinish | undefined)[]> {
  const facts = await around.facts()
  const finish: (StepFinish | undefined)[] = []
  for (const one of masked) finish.push(await finishOfColumn(around, one, facts))
  return finish
}

async function finishOfColumn(
  around: StageContext,
  { name, on, isFinished }: MaskedColumn,
  facts: ReadonlyMap<string, ColumnFacts>,
): Promise<StepFinish | undefined> {
  const own = facts.get(name)
  if (own === undefined || isFinished) return undefined
  const moved = await wasMoved(on, around, name)
  return finishOf(on.step, {
    facts: own,
    bounds: around.plan.bounds.get(name),
    codes: around.plan.codes.get(name),
    moved,
  })
}

/** Number of records of a block with a changed value. */
export function countChanged(before: Column, after: Column): number {
  let changed = 0
  if (before.kind === 'numeric' && after.kind === 'numeric') {
    for (let i = 0; i < after.values.length; i++) if (!Object.is(before.values[i], after.values[i])) changed++
  } else if (after.kind !== 'numeric' && (before.kind === 'numeric' || before.levels !== after.levels)) {
    // Other categories: every value changed.
    for (let i = 0; i < after.codes.length; i++) if (after.codes[i] >= 0) changed++
  } else if (before.kind !== 'numeric' && after.kind !== 'numeric') {
    for (let i = 0; i < after.codes.length; i++) if (before.codes[i] !== after.codes[i]) changed++
  }
  return changed
}
