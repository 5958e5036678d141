import { missingKinds } from '../../../dictionary/missing-kinds.js'
import type { ByteReader } from '../../bytes/byte-reader.js'
import type { CellReader } from './cell-reader.js'
import {
  DOUBLE_LIMIT,
  DOUBLE_MISSING,
  DOUBLE_STEP,
  FLOAT_LIMIT,
  FLOAT_MISSING,
  FLOAT_STEP,
  KINDS,
  WHOLE,
  type Storage,
} from '../storage.js'

/** Largest whole numbers of the releases before 113, which have one kind of missing value. */
const OLD_LARGEST = { byte: 126, int: 32_766, long: 2_147_483_646 }

/**
 * Returns the reader of a column of numbers.
 *
 * @param reader - Reader of the file.
 * @param rows - Number of records.
 * @param stride - Bytes of a record.
 * @param storage - Type of the numbers.
 * @param hasKinds - True if the release has the missing values `.a` to `.z`.
 * @returns The reader.
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
    if (hasKinds && kind < KINDS.length) kinds.note(record, KINDS[kind])
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
          if (Math.abs(value) < FLOAT_LIMIT) values[i] = value
          else miss(i, kindOf(view.getUint32(at, little), FLOAT_MISSING, FLOAT_STEP))
        }
      } else {
        const high = little ? 4 : 0
        for (let i = from, at = first; i < to; i++, at += stride) {
          const value = view.getFloat64(at, little)
          if (Math.abs(value) < DOUBLE_LIMIT) values[i] = value
          else miss(i, kindOf(view.getUint32(at + high, little), DOUBLE_MISSING, DOUBLE_STEP))
        }
      }
    },
    finish: () => ({ kind: 'numbers', values, missing: kinds.finish() }),
  }
}

/** Number of a kind of missing value by the upper half of its bits; 0 for values that Stata does not write. */
function kindOf(bits: number, first: number, step: number): number {
  const kind = (bits - first) / step
  return Number.isInteger(kind) && kind > 0 ? kind : 0
}
