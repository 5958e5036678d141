import {
  BLOCK,
  blockStream,
  SdcError,
  seededRng,
  type Aggregate,
  type CellMasking,
  type Dataset,
  type Totals,
} from '@sdc/core'
import { cellTree, type CutColumn } from './cell-tree.js'

/** Records of a sample, at least: of 128 cells each has 512, which put a median within some percent of a cell. */
const ENOUGH = 65_536
/** Records of a sample in each cell, at least; and in each group that a cell must have room for. */
const IN_CELL = 256
const IN_GROUP = 4

/** Parameters of a method that masks cells. */
export interface CellParams {
  readonly k: number
  readonly inBlocks?: number | undefined
}

/** File that is cut into cells. */
export interface FileToCut {
  readonly columns: readonly string[]
  readonly rows: number
  readonly params: CellParams
  /** Returns the columns of some records as cells see them. */
  valuesOf(data: Dataset): readonly Float64Array[]
}

/** Number of cells that a file is to be cut into. */
const cellsWanted = ({ rows, params }: FileToCut): number => Math.ceil(rows / (params.inBlocks ?? rows))

/** Number of records of the sample among so many. */
function sampled(file: FileToCut, records: number): number {
  const many = Math.max(ENOUGH, cellsWanted(file) * Math.max(IN_CELL, IN_GROUP * file.params.k))
  return Math.min(records, Math.ceil((records * many) / file.rows))
}

/**
 * Aggregate that draws some records of every block; all if they are few. The draws are those of the block's number,
 * whatever the key of the run: the cells and groups of a file do not depend on chance.
 *
 * @param file - The file.
 * @returns The aggregate: of every block equally many numbers, those of a record side by side, NaN after its last one.
 */
export function sampleToCut(file: FileToCut): Aggregate {
  return {
    reads: 'masked',
    of({ index, first, end, masked }) {
      const columns = file.valuesOf(masked)
      const sample = new Float64Array(sampled(file, Math.min(BLOCK, file.rows)) * columns.length).fill(Number.NaN)
      const records = end - first
      drawnRecords(records, sampled(file, records), index).forEach((record, at) => {
        for (let j = 0; j < columns.length; j++) sample[at * columns.length + j] = columns[j][record]
      })
      return sample
    },
    merge: joined,
  }
}

/** Used length of each buffer that has room behind its numbers. */
const used = new WeakMap<ArrayBufferLike, number>()

/** Numbers, then others: behind them where there is room, so that the samples of all blocks are not copied at every one. */
function joined(total: Totals, own: Totals): Totals {
  const length = total.length + own.length
  const hasRoom = used.get(total.buffer) === total.length && 8 * length <= total.buffer.byteLength
  const all = hasRoom ? new Float64Array(total.buffer) : new Float64Array(2 * length)
  if (!hasRoom) all.set(total)
  all.set(own, total.length)
  used.set(all.buffer, length)
  return all.subarray(0, length)
}

/** Columns of a sample. */
function sampleColumns(width: number, sample: Totals): readonly Float64Array[] {
  return Array.from({ length: width }, (_, j) =>
    Float64Array.from({ length: sample.length / width }, (_value, at) => sample[at * width + j]).filter(
      (value) => value === value,
    ),
  )
}

/**
 * Cuts a file into cells.
 *
 * @param file - The file.
 * @param sample - Its sample.
 * @param cuts - Columns as `cellTree` sees them, in the order of the columns.
 * @returns The number of cells, and the function that tells the cell of a record. The order in which columns are
 *   named changes nothing.
 */
export function cutCells(
  file: FileToCut,
  sample: Totals,
  cuts: readonly Omit<CutColumn, 'values'>[],
): Pick<CellMasking, 'count' | 'of'> {
  const places = placesByName(file.columns)
  const sampledColumns = sampleColumns(file.columns.length, sample)
  const columns = places.map((j) => ({ ...cuts[j], values: sampledColumns[j] }))
  const tree = cellTree(columns, cellsWanted(file), 2 * file.params.k)
  return {
    count: tree.count,
    of({ masked }) {
      const values = file.valuesOf(masked)
      return tree.cellsOf(places.map((j) => values[j]))
    },
  }
}

/**
 * Returns the positions of the columns, in the order of their names.
 *
 * @param columns - Their names.
 * @returns Numbers from 0: the first is the place of the column whose name comes first, by code unit.
 */
export function placesByName(columns: readonly string[]): readonly number[] {
  return Array.from(columns.keys()).sort((a, b) => (columns[a] < columns[b] ? -1 : 1))
}

/**
 * Refuses cells that have no room for two groups.
 *
 * @param method - The method's id, for the message.
 * @param params - The least records of a group, and the most of a cell.
 * @throws BAD_PARAMETER
 */
export function refuseNarrow(method: string, { k, inBlocks = Infinity }: CellParams): void {
  if (inBlocks >= 2 * k) return
  const message = `${method}: blocks of ${inBlocks} records have no room for two groups of k = ${k}`
  const fix = `Use an inBlocks of ${2 * k} or more; larger blocks lose less.`
  throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'inBlocks' }, fix)
}

/** Some of so many records, each as likely as any other. */
function drawnRecords(records: number, many: number, block: number): Uint32Array {
  const all = Uint32Array.from({ length: records }, (_, i) => i)
  if (many === records) return all
  const rng = blockStream(seededRng('cells'), block)
  for (let i = 0; i < many; i++) {
    const j = i + rng.int(records - i)
    const held = all[i]
    all[i] = all[j]
    all[j] = held
  }
  return all.subarray(0, many)
}
