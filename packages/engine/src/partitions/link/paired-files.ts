/**
 * Stages that pair linked records: pair j is the j-th masked record with an original. If every masked record has one,
 * the pairs use its stored columns; else the others are left out.
 */
import { BLOCK, type BlockRange, type PairColumns } from '@sdc/core'
import { recordsOfPart, startsByPart } from '../columns/records-of-parts.js'
import { partsOf, withRows } from '../source/source.js'
import { resultsOf, type Stage, type StoredFile } from '../tasks/stage.js'
import { bytesOf, codesOf, doublesOf, recordsOf, within } from '../tasks/store.js'
import { blocksOfPart, cellsFor, cellsOf, columnIn, columnOfBlock, putColumn } from '../columns/stored-columns.js'
import { linkedByPart, linkedRows, NUMBERS, originsOfPart, pairsOfPart } from './link-stages.js'
import { UNLINKED, type LinkedFiles, type PairedFiles, type Side } from './linked-files.js'

const MOVE = 'link/move'
const PLACE = 'link/place'

const MOVED = 'link/moved/'
const movedName = (part: number, what: number | 'pairs'): string => `${MOVED}${part}/${what}`

/**
 * Stages that pair the columns, once the records are linked and the columns are stored.
 *
 * @param columns - Columns of each file.
 * @returns The stages.
 */
export function pairingStages<A extends LinkedFiles>(columns: (around: A) => PairColumns): readonly Stage<A>[] {
  const move: Stage<A> = {
    name: MOVE,
    tasks: ({ original }) => Promise.resolve(original.parts.length),
    drops: [NUMBERS],
    run: (around, part) => moveColumns(around, part, columns(around).original),
  }
  const place: Stage<A> = {
    name: PLACE,
    async tasks(around) {
      const { original, masked } = await pairedFiles(around)
      return (masked === around.masked ? 1 : 2) * original.parts.length
    },
    drops: [MOVED],
    async run(around, task) {
      const pairs = await pairedFiles(around)
      const { length } = pairs.original.parts
      if (task < length) await placeOriginal(around, pairs.original, task, columns(around).original)
      else await keepLinked(around, pairs.masked, task - length, columns(around).masked)
      return new Float64Array(0)
    },
  }
  return [move, place]
}

/**
 * Files of the pairs; `columnOfBlock` reads their columns once the stages have ended.
 *
 * @param around - The linked files.
 * @returns Both files, with one record per pair; the masked file itself if all its records are linked.
 */
export async function pairedFiles(around: LinkedFiles): Promise<PairedFiles> {
  const { original, masked, store } = around
  const rows = await linkedRows(around)
  const { partBlocks } = masked
  const parts = partsOf(rows, partBlocks)
  const fileOf = (side: Side, { source }: StoredFile): StoredFile => {
    return { source: withRows(source, rows), store: within(store, `link/pairs/${side}/`), parts, partBlocks }
  }
  return {
    original: fileOf('original', original),
    masked: rows === masked.source.rows ? masked : fileOf('masked', masked),
  }
}

/**
 * Sorts the cells of the linked records of a partition of the original by pair; returns where each partition of the
 * pairs begins.
 */
async function moveColumns(around: LinkedFiles, part: number, names: readonly string[]): Promise<Float64Array> {
  const { original, store } = around
  const { records, pairs } = await pairsOfPart(around, part)
  const { first, end } = recordsOfPart(original, part)
  await store.put(movedName(part, 'pairs'), [bytesOf(pairs)])
  for (const name of names) {
    const cells = cellsFor(original.source, name, end - first)
    for (const block of blocksOfPart(original, part)) {
      cells.set(cellsOf(await columnOfBlock(original, '0', name, block)), block.first - first)
    }
    const moved = cellsFor(original.source, name, records.length)
    for (let i = 0; i < records.length; i++) moved[i] = cells[records[i] - first]
    await store.put(movedName(part, original.source.names.indexOf(name)), [bytesOf(moved)])
  }
  return startsByPart(pairs, (await pairedFiles(around)).original)
}

/** Puts the cells that the partitions of the original moved into the places of a partition of the pairs. */
async function placeOriginal(
  around: LinkedFiles,
  file: StoredFile,
  part: number,
  names: readonly string[],
): Promise<void> {
  const { original, store } = around
  const { first, end } = recordsOfPart(file, part)
  const starts = await resultsOf(around, MOVE, original.parts.length)
  const slices = starts.map((own) => ({ from: own[part], to: own[part + 1] }))
  const places: Uint32Array[] = []
  for (const [p, { from, to }] of slices.entries()) {
    places.push(recordsOf(await store.get(movedName(p, 'pairs'), 4 * from, 4 * to)))
  }
  for (const name of names) {
    const cells = cellsFor(original.source, name, end - first)
    const size = cells.BYTES_PER_ELEMENT
    for (const [p, { from, to }] of slices.entries()) {
      const bytes = await store.get(movedName(p, original.source.names.indexOf(name)), size * from, size * to)
      const moved = cells instanceof Float64Array ? doublesOf(bytes) : codesOf(bytes)
      for (let i = 0; i < moved.length; i++) cells[places[p][i] - first] = moved[i]
    }
    await putColumn(file, '0', name, part, [columnIn(file, name, cells)])
  }
}

/** Positions for masked records with an original: some of those of a block, in order. */
interface KeptBlock {
  readonly block: BlockRange
  /** Records, counted in the block. */
  readonly kept: Uint32Array
  /** Position of the first one in its partition of the pairs. */
  readonly at: number
}

/** Stores the cells of the masked records whose pairs are in a partition. */
async function keepLinked(
  around: LinkedFiles,
  file: StoredFile,
  part: number,
  names: readonly string[],
): Promise<void> {
  const { first, end } = recordsOfPart(file, part)
  const blocks = await keptBlocks(around, first, end)
  for (const name of names) {
    const cells = cellsFor(file.source, name, end - first)
    for (const { block, kept, at } of blocks) {
      const own = cellsOf(await columnOfBlock(around.masked, '0', name, block))
      for (let i = 0; i < kept.length; i++) cells[at + i] = own[kept[i]]
    }
    await putColumn(file, '0', name, part, [columnIn(file, name, cells)])
  }
}

/** Blocks of the masked file with the records of the pairs from `first` to `end`. */
async function keptBlocks(around: LinkedFiles, first: number, end: number): Promise<readonly KeptBlock[]> {
  const { masked } = around
  const blocks: KeptBlock[] = []
  let pair = 0
  for (const [part, count] of (await linkedByPart(around)).entries()) {
    if (pair + count <= first || pair >= end) {
      pair += count
      continue
    }
    const origins = await originsOfPart(around, part)
    const offset = masked.parts[part].from * BLOCK
    for (const block of blocksOfPart(masked, part)) {
      const kept: number[] = []
      let at = -1
      for (let i = block.first - offset; i < block.end - offset; i++) {
        if (origins[i] === UNLINKED) continue
        if (pair >= first && pair < end) {
          if (at < 0) at = pair - first
          kept.push(i - (block.first - offset))
        }
        pair++
      }
      if (kept.length > 0) blocks.push({ block, kept: Uint32Array.from(kept), at })
    }
  }
  return blocks
}
