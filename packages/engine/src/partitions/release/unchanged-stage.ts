/** Check whether masked columns are (almost) unchanged, each whole in memory, unless their counts rule it out. */
import type { Column } from '@sdc/core'
import type { ReleaseFinding } from '../../release/release-finding.js'
import { MOST_UNCHANGED, unchangedFinding } from '../../release/unchanged-findings.js'
import { unchangedCells } from '../../release/unchanged-cells.js'
import { finishesOf, type MaskedColumn } from '../steps/finished-blocks.js'
import { resultsOf, type Stage, type StageContext } from '../tasks/stage.js'
import { versionOf } from '../steps/step-on-parts.js'
import { blocksOfPart, columnOfBlock } from '../columns/stored-columns.js'
import { refuseTooLarge, releasedNames, type PartsRelease } from './released.js'
import { emptyCells } from './packed-records.js'
import { releasedCounts } from './scatter-stage.js'

const UNCHANGED = 'release/unchanged'

/** Bytes per record for the check of a numeric column: original, masked, and both sorted. */
const HELD = 40

/** Masked columns in which too many values may be unchanged. */
async function suspects(
  around: StageContext,
  release: PartsRelease,
  masked: readonly MaskedColumn[],
): Promise<readonly MaskedColumn[]> {
  if (release.isReplay === true) return []
  const most = release.maxUnchanged ?? MOST_UNCHANGED
  const names = releasedNames(around, release)
  const counts = await releasedCounts(around, masked)
  return masked.filter(({ name }) => {
    const { near = 0, values = 0 } = counts.get(name) ?? {}
    return names.includes(name) && near > (most / 100 - 1e-9) * values
  })
}

/**
 * Makes the stage that checks masked columns; it has no tasks if the counts show that they changed.
 *
 * @param release - Settings of the release.
 * @param masked - The masked columns.
 * @returns The stage, with one task per checked column.
 */
export function unchangedStage(release: PartsRelease, masked: readonly MaskedColumn[]): Stage {
  return {
    name: UNCHANGED,
    async tasks(around) {
      const found = await suspects(around, release, masked)
      for (const { name } of found) refuseTooLarge(around, name, 'may be (almost) unchanged', HELD)
      return found.length
    },
    // The last stage that reads them.
    drops: ['columns/'],
    async run(around, task) {
      const one = (await suspects(around, release, masked))[task]
      const { unchanged, values, share } = unchangedCells(...(await bothOf(around, one)))
      return Float64Array.of(unchanged, values, share ?? Number.NaN)
    },
  }
}

/** Findings against the release of the masked columns, once the stage has ended. */
export async function unchangedInParts(
  around: StageContext,
  release: PartsRelease,
  masked: readonly MaskedColumn[],
): Promise<readonly ReleaseFinding[]> {
  const most = release.maxUnchanged ?? MOST_UNCHANGED
  const found = await suspects(around, release, masked)
  const results = await resultsOf(around, UNCHANGED, found.length)
  return results.flatMap(([unchanged, values, share], f) =>
    100 * share > most ? [unchangedFinding(found[f].name, { unchanged, values, share })] : [],
  )
}

/** A masked column, original and released, whole. */
async function bothOf(around: StageContext, one: MaskedColumn): Promise<[Column, Column]> {
  const { name, version } = one
  const { rows } = around.source
  const [before, after] = [emptyCells(around.source, name, rows), emptyCells(around.source, name, rows)]
  const [finish] = await finishesOf(around, [one])
  for (const part of around.parts.keys()) {
    for (const block of blocksOfPart(around, part)) {
      const was = await columnOfBlock(around, versionOf(undefined), name, block)
      const made = await columnOfBlock(around, version, name, block)
      before.set(was.kind === 'numeric' ? was.values : was.codes, block.first)
      after.set(made.kind === 'numeric' ? (finish?.out(made.values).values ?? made.values) : made.codes, block.first)
    }
  }
  const columnOf = (cells: typeof before): Column =>
    cells instanceof Float64Array
      ? { kind: 'numeric', values: cells }
      : { kind: 'categorical', codes: cells, levels: around.source.levels(name), ordered: false }
  return [columnOf(before), columnOf(after)]
}
