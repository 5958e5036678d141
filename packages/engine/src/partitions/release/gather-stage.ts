/** Last stage of a release: every written partition gets its records, in their order. */
import { dataset, type Column, type Sink, type TextRun, type SourceBlock } from '@sdc/core'
import { numberLevels } from '../../release/renumber.js'
import type { MaskedColumn } from '../steps/finished-blocks.js'
import { sortOrder } from '@sdc/stats'
import { columnHashes, hashOf } from '../columns/column-hashes.js'
import { resultsOf, type Stage, type StageContext } from '../tasks/stage.js'
import { blocksOfPart } from '../columns/stored-columns.js'
import { emptyCells, textsInOrder, unpackedCells, unpackedTexts, type Cells } from './packed-records.js'
import { countsOfIds } from './ids-stage.js'
import { releasedNames, type PartsRelease } from './released.js'
import { pseudonymColumn, pseudonymLevels, type PseudonymLevels } from '../columns/pseudonym-levels.js'
import { recordsOfPart } from '../columns/records-of-parts.js'
import { lineEndsName, scatteredName, scatteredOf } from './scatter-stage.js'

const GATHER = 'release/gather'

/**
 * Makes the stage that gathers the records of every written partition, and writes them.
 *
 * @param release - Settings of the release.
 * @param masked - The masked columns.
 * @param sink - Writer of the file.
 * @returns The stage.
 */
export function gatherStage(release: PartsRelease, masked: readonly MaskedColumn[], { write, texts }: Sink): Stage {
  return {
    name: GATHER,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const names = releasedNames(around, release)
      if (texts === undefined) {
        const hashes: number[] = []
        const levels = new Map(await pseudonymLevels(around, masked))
        for (const [name, count] of await countsOfIds(around, release))
          if (around.source.kind(name) !== 'numeric') levels.set(name, numberLevels(count).levels)
        await write(part, around.parts[part], inBlocks(around, part, names, hashes, levels))
        return Float64Array.from(hashes)
      }
      const blocks = blocksOfPart(around, part)
      const lineEnds: Uint8Array[] = []
      for (const { index } of blocks) lineEnds.push(await around.store.get(lineEndsName(index)))
      await texts.write(part, { names, blocks, lineEnds, runs: inRuns(around, part) })
      return new Float64Array(0)
    },
  }
}

/** Hashes of the written columns; none for records that were written as texts. */
export async function releasedHashes(
  around: StageContext,
  release: PartsRelease,
  { texts }: Sink,
): Promise<ReadonlyMap<string, string>> {
  if (texts !== undefined) return new Map()
  return columnHashes(releasedNames(around, release), await resultsOf(around, GATHER, around.parts.length))
}

/** Records of a bucket, with their places in one partition after the other. */
interface Bucket {
  readonly pieces: readonly { readonly bytes: Uint8Array; readonly rows: number }[]
  readonly rows: number
  /** First of its records, in the new order, that are in the written partition. */
  readonly from: number
  readonly to: number
}

/**
 * Buckets with records of a written partition. Each is read separately, together with its neighbours in the work
 * folder.
 */
async function bucketsOfPart(around: StageContext, part: number): Promise<readonly Bucket[]> {
  const { first, end } = recordsOfPart(around, part)
  const scattered = await scatteredOf(around)
  const totals = scattered[0].counts.map((_, b) => scattered.reduce((sum, { counts }) => sum + counts[b], 0))
  const found: { readonly bucket: number; readonly from: number; readonly to: number }[] = []
  let before = 0
  for (const [bucket, count] of totals.entries()) {
    const own = { bucket, from: Math.max(0, first - before), to: Math.min(count, end - before) }
    if (own.from < own.to) found.push(own)
    before += count
  }
  const [begin, last] = [found[0].bucket, found[found.length - 1].bucket]
  const pieces: { bytes: Uint8Array; places: number[] }[] = []
  for (const [p, { bytes }] of scattered.entries()) {
    const places = [0]
    let from = 0
    for (let b = 0; b < begin; b++) from += bytes[b]
    for (let b = begin; b <= last; b++) places.push(places[b - begin] + bytes[b])
    // Buckets are stored one after the other: those of a partition are read at once.
    pieces.push({ bytes: await around.store.get(scatteredName(p), from, from + places[places.length - 1]), places })
  }
  return found.map(({ bucket, from, to }) => ({
    pieces: pieces.map(({ bytes, places }, p) => ({
      bytes: bytes.subarray(places[bucket - begin], places[bucket - begin + 1]),
      rows: scattered[p].counts[bucket],
    })),
    rows: totals[bucket],
    from,
    to,
  }))
}

/** Order of the records of a bucket by their numbers; the sort is stable. */
function orderOf(pieces: readonly { readonly numbers: Float64Array }[], { rows, from, to }: Bucket): Uint32Array {
  return sortOrder(
    joined(
      new Float64Array(rows),
      pieces.map(({ numbers }) => numbers),
    ),
  ).subarray(from, to)
}

function joined<T extends Cells>(target: T, pieces: readonly Cells[]): T {
  let at = 0
  for (const piece of pieces) {
    target.set(piece, at)
    at += piece.length
  }
  return target
}

async function* inBlocks(
  around: StageContext,
  part: number,
  names: readonly string[],
  hashes: number[],
  levels: PseudonymLevels,
): AsyncGenerator<SourceBlock, void> {
  const { first, end } = recordsOfPart(around, part)
  const cells = names.map((name) => emptyCells(around.source, name, end - first))
  const empty = names.map((name) => emptyCells(around.source, name, 0))
  let at = 0
  for (const bucket of await bucketsOfPart(around, part)) {
    const pieces = bucket.pieces.map(({ bytes, rows }) => unpackedCells(bytes, rows, empty))
    const order = orderOf(pieces, bucket)
    for (const [c, name] of names.entries()) {
      const all = joined(
        emptyCells(around.source, name, bucket.rows),
        pieces.map((piece) => piece.cells[c]),
      )
      const target = cells[c]
      for (let i = 0; i < order.length; i++) target[at + i] = all[order[i]]
    }
    at += order.length
  }
  if (at !== end - first) throw new Error(`part ${part + 1} of the release has ${end - first} records, and ${at} came`)
  for (const block of blocksOfPart(around, part)) {
    const columns = names.map((name, c): readonly [string, Column] => [
      name,
      columnOf(around, name, cells[c].subarray(block.first - first, block.end - first), levels.get(name)),
    ])
    for (const [, column] of columns) hashes.push(...hashOf(column))
    yield { block, data: dataset(columns) }
  }
}

function columnOf({ source }: StageContext, name: string, cells: Cells, levels: readonly string[] | undefined): Column {
  if (levels !== undefined) return pseudonymColumn(cells, levels)
  if (cells instanceof Float64Array) return { kind: 'numeric', values: cells }
  return {
    kind: 'categorical',
    codes: cells,
    levels: source.levels(name),
    ordered: source.kind(name) === 'ordered',
  }
}

async function* inRuns(around: StageContext, part: number): AsyncGenerator<TextRun, void> {
  for (const bucket of await bucketsOfPart(around, part)) {
    const pieces = bucket.pieces.map(({ bytes, rows }) => unpackedTexts(bytes, rows))
    yield textsInOrder(pieces, orderOf(pieces, bucket))
  }
}
