import type { NumberCells } from '../../table/stat-table.js'
import type { ByteReader } from '../bytes/byte-reader.js'
import type { CellReader } from './read-cells.js'
import { DOUBLE_MISSING, DOUBLE_STEP, FLOAT_MISSING, FLOAT_STEP, KINDS, WHOLE, type Storage } from './storage.js'

/** Largest whole numbers of the releases before 113, which know one kind of missing value. */
const OLD_LARGEST = { byte: 126, int: 32_766, long: 2_147_483_646 }

/**
 * Makes the reader of a column of numbers.
 *
 * @param reader - Reader of the file.
 * @param rows - The number of records.
 * @param stride - Bytes of a record.
 * @param storage - Type of the numbers.
 * @param hasKinds - The file knows `.a` to `.z`.
 */
export function readNumbers(
  reader: ByteReader,
  rows: number,
  stride: number,
  storage: Exclude<Storage, 'text' | 'long text'>,
  hasKinds: boolean,
): CellReader {
  const { view, little } = reader
  const values = new Float64Array(rows)
  const kinds = missingKinds(rows)
  const miss = (record: number, kind: number): void => {
    values[record] = Number.NaN
    kinds.put(record, hasKinds && kind < KINDS.length ? kind : 0)
  }
  const largest = (type: 'byte' | 'int' | 'long'): number => (hasKinds ? WHOLE[type][1] : OLD_LARGEST[type])
  return {
    read(from, to, first) {
      if (storage === 'byte') {
        const most = largest('byte')
        for (let i = from, at = first; i < to; i++, at += stride) {
          const value = view.getInt8(at)
          if (value > most) miss(i, value - most - 1)
          else values[i] = value
        }
      } else if (storage === 'int') {
        const most = largest('int')
        for (let i = from, at = first; i < to; i++, at += stride) {
          const value = view.getInt16(at, little)
          if (value > most) miss(i, value - most - 1)
          else values[i] = value
        }
      } else if (storage === 'long') {
        const most = largest('long')
        for (let i = from, at = first; i < to; i++, at += stride) {
          const value = view.getInt32(at, little)
          if (value > most) miss(i, value - most - 1)
          else values[i] = value
        }
      } else if (storage === 'float') {
        for (let i = from, at = first; i < to; i++, at += stride) {
          const value = view.getFloat32(at, little)
          if (Math.abs(value) < LEAST_MISSING_FLOAT) values[i] = value
          else miss(i, kindOf(view.getUint32(at, little), FLOAT_MISSING, FLOAT_STEP))
        }
      } else {
        const high = little ? 4 : 0
        for (let i = from, at = first; i < to; i++, at += stride) {
          const value = view.getFloat64(at, little)
          if (Math.abs(value) < LEAST_MISSING_DOUBLE) values[i] = value
          else miss(i, kindOf(view.getUint32(at + high, little), DOUBLE_MISSING, DOUBLE_STEP))
        }
      }
    },
    finish: () => ({ kind: 'numbers', values, missing: kinds.finish() }),
  }
}

/** 2¹²⁷ and 2¹⁰²³, the missing values `.`; larger ones and what is not a number are missing as well. */
const LEAST_MISSING_FLOAT = 2 ** 127
const LEAST_MISSING_DOUBLE = 2 ** 1023

/** Number of a kind of missing value by the first half of its bits; 0 for what Stata does not write. */
function kindOf(bits: number, first: number, step: number): number {
  const kind = (bits - first) / step
  return Number.isInteger(kind) && kind > 0 ? kind : 0
}

interface KindsBuilder {
  readonly put: (record: number, kind: number) => void
  readonly finish: () => NumberCells['missing']
}

/** Collects the kinds of missing values of a column. */
function missingKinds(rows: number): KindsBuilder {
  const texts: string[] = []
  const indexOf = new Int8Array(KINDS.length).fill(-1)
  let of: Int32Array | undefined
  return {
    put(record, kind) {
      if (indexOf[kind] < 0) indexOf[kind] = texts.push(KINDS[kind]) - 1
      of ??= new Int32Array(rows)
      of[record] = indexOf[kind]
    },
    finish: () => (of === undefined || texts.every((text) => text === '') ? null : { texts, of }),
  }
}
