/** Looks whether masked columns are (almost) as they were, each held whole, where their counts do not rule it out. */
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

/** Bytes that looking at a numeric column takes for a record: as it was, as it is, and sorted twice. */
const HELD = 40

/** The masked columns of which too many values may be as they were. */
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
 * The stage that looks at masked columns; none if the counts say that they are not as they were.
 *
 * @param release - How they are released.
 * @param masked - The masked columns.
 * @returns The stage: a task a column that is looked at.
 */
export function unchangedStage(release: PartsRelease, masked: readonly MaskedColumn[]): Stage {
  return {
    name: UNCHANGED,
    async tasks(around) {
      const found = await suspects(around, release, masked)
      for (const { name } of found) refuseTooLarge(around, name, 'may be (almost) unchanged', HELD)
      return found.length
    },
    // It is the last to read them.
    drops: ['columns/'],
    async run(around, task) {
      const one = (await suspects(around, release, masked))[task]
      const { unchanged, values, share } = unchangedCells(...(await bothOf(around, one)))
      return Float64Array.of(unchanged, values, share ?? Number.NaN)
    },
  }
}

/** What speaks against a release of the masked columns; once the stage has ended. */
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

/** A masked column as it was and as it goes out, whole. */
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
