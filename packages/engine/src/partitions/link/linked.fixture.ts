/** Two files in memory, linked out of core, for the tests of a linkage. */
import { blocksOf, type Column, type Dataset, type FileSource } from '@sdc/core'
import { drive } from '../tasks/drive.js'
import { partsOf, sourceOf, type LinkBy } from '../source/source.js'
import { inTurn, type Stage, type StoredFile } from '../tasks/stage.js'
import { memoryStore, within } from '../tasks/store.js'
import { columnOfBlock, readColumns } from '../columns/stored-columns.js'
import { checkLink, linkStages, originsOfPart, refuseLink } from './link-stages.js'
import { UNLINKED, type LinkedFiles } from './linked-files.js'
import { pairedFiles, pairingStages } from './paired-files.js'

/** Division of the files. */
export interface Cut {
  readonly partBlocks: number
  readonly taskBytes?: number | undefined
}

export const WHOLE: Cut = { partBlocks: 4 }

/** Both files in one work folder. */
export function filesOf(original: FileSource, masked: FileSource, { partBlocks, taskBytes }: Cut): LinkedFiles {
  const store = memoryStore()
  const fileOf = (which: string, source: FileSource): StoredFile => {
    return { source, store: within(store, `${which}/`), parts: partsOf(source.rows, partBlocks), partBlocks }
  }
  return { original: fileOf('original', original), masked: fileOf('masked', masked), store, taskBytes }
}

/** Runs stages one after the other. */
function driveAll(around: LinkedFiles, all: readonly Stage<LinkedFiles>[]): Promise<void> {
  async function* stages(): AsyncGenerator<readonly Stage<LinkedFiles>[], void> {
    yield* inTurn(all)
  }
  return drive({ around, stages })
}

/** Links the records; throws the error of an invalid key. */
export async function link(around: LinkedFiles, by: string | LinkBy): Promise<void> {
  const how = typeof by === 'string' ? { key: by } : by
  checkLink(around, how)
  await driveAll(around, linkStages(how))
  await refuseLink(around, how)
}

/** Originals of all masked records, in the form of `matchByKey`. */
export async function originsOf(around: LinkedFiles): Promise<Int32Array> {
  const parts: number[] = []
  for (const part of around.masked.parts.keys()) {
    for (const origin of await originsOfPart(around, part)) parts.push(origin === UNLINKED ? -1 : origin)
  }
  return Int32Array.from(parts)
}

/** Originals of all masked records, linked out of core. */
export async function linked(
  original: Dataset,
  masked: Dataset,
  by: string | LinkBy,
  cut = WHOLE,
): Promise<Int32Array> {
  const around = filesOf(sourceOf(original), sourceOf(masked), cut)
  await link(around, by)
  return originsOf(around)
}

/** Reads all columns of both files and pairs them, after the records are linked. */
export async function paired(around: LinkedFiles): Promise<Awaited<ReturnType<typeof pairedFiles>>> {
  const { original, masked } = around
  for (const file of [original, masked]) {
    for (const part of file.parts.keys()) await readColumns(file, file.source.names, part)
  }
  const stages = pairingStages(() => ({ original: original.source.names, masked: masked.source.names }))
  await driveAll(around, stages)
  return pairedFiles(around)
}

/** Stored cells of a column of a file. */
export async function cellsOf(file: StoredFile, name: string): Promise<readonly number[]> {
  const cells: number[] = []
  for (const block of blocksOf(file.source.rows)) {
    for (const cell of cellsIn(await columnOfBlock(file, '0', name, block))) cells.push(cell)
  }
  return cells
}

/** Numbers of a column: its values, or its codes. */
export const cellsIn = (column: Column): Float64Array | Int32Array =>
  column.kind === 'numeric' ? column.values : column.codes

/**
 * First index at which two arrays of numbers differ, also in the sign of zero and in NaN; −1 if they are equal.
 * Comparing millions of cells one by one in a test takes long.
 */
export function firstDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const length = Math.max(a.length, b.length)
  for (let i = 0; i < length; i++) if (!Object.is(a[i], b[i])) return i
  return -1
}
