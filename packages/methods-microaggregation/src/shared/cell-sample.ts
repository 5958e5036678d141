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

/**
 * Minimum number of records in a sample: each of 128 cells then has 512, which gives a median to some percent of a
 * cell.
 */
const ENOUGH = 65_536
/** Minimum number of sample records in each cell, and for each group that a cell must have room for. */
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

/** Number of cells into which a file is cut. */
const cellsWanted = ({ rows, params }: FileToCut): number => Math.ceil(rows / (params.inBlocks ?? rows))

/** Returns the number of records of the sample among so many. */
function sampled(file: FileToCut, records: number): number {
  const many = Math.max(ENOUGH, cellsWanted(file) * Math.max(IN_CELL, IN_GROUP * file.params.k))
  return Math.min(records, Math.ceil((records * many) / file.rows))
}

/**
 * Makes the aggregate that draws some records of every block; all if they are few. The draws depend on the number of
 * the block and not on the key of the run: the cells and groups of a file do not depend on chance.
 *
 * @param file - File.
 * @returns The aggregate: equally many numbers of every block, those of a record adjacent, NaN after the last one.
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

/**
 * Appends numbers to others, in place if there is room, so that the samples of all blocks are not copied for every
 * block.
 */
function joined(total: Totals, own: Totals): Totals {
  const length = total.length + own.length
  const hasRoom = used.get(total.buffer) === total.length && 8 * length <= total.buffer.byteLength
  const all = hasRoom ? new Float64Array(total.buffer) : new Float64Array(2 * length)
  if (!hasRoom) all.set(total)
  all.set(own, total.length)
  used.set(all.buffer, length)
  return all.subarray(0, length)
}

/** Returns the columns of a sample. */
function sampleColumns(width: number, sample: Totals): readonly Float64Array[] {
  return Array.from({ length: width }, (_, j) =>
    Float64Array.from({ length: sample.length / width }, (_value, at) => sample[at * width + j]).filter(
      (value) => value === value,
    ),
  )
}

/**
 * Cuts a file into cells. The order in which columns are named changes nothing.
 *
 * @param file - File.
 * @param sample - Its sample.
 * @param cuts - Columns as `cellTree` sees them, in the order of the columns.
 * @returns The number of cells, and the function that returns the cell of a record.
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
 * @returns Numbers from 0: the first is the position of the column whose name comes first, by code unit.
 */
export function placesByName(columns: readonly string[]): readonly number[] {
  return Array.from(columns.keys()).sort((a, b) => (columns[a] < columns[b] ? -1 : 1))
}

/**
 * Refuses cells without room for two groups.
 *
 * @param method - Id of the method, for the message.
 * @param params - Minimum number of records of a group, and maximum of a cell.
 * @throws BAD_PARAMETER if a cell has no room for two groups
 */
export function refuseNarrow(method: string, { k, inBlocks = Infinity }: CellParams): void {
  if (inBlocks >= 2 * k) return
  const message = `${method}: blocks of ${inBlocks} records have no room for two groups of k = ${k}`
  const fix = `Use an inBlocks of ${2 * k} or more; larger blocks lose less.`
  throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'inBlocks' }, fix)
}

/** Draws some records, each with the same probability. */
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
