import type { MissingKinds } from '../../../dictionary/stat-table.js'
import type { PutCells } from './put-texts.js'
import { DOUBLE_MISSING, DOUBLE_STEP, FLOAT_MISSING, FLOAT_STEP, KINDS, WHOLE, type Storage } from '../storage.js'

export type NumericStorage = Exclude<Storage, 'text' | 'long text'>

/**
 * Returns the writer of a column of numbers.
 *
 * @param values - The numbers, NaN if missing.
 * @param storage - Type that represents all of them.
 * @param missing - Kinds of the missing ones.
 * @param letters - Kinds of Stata for these kinds.
 * @returns The writer.
 */
export function putNumbers(
  values: Float64Array,
  storage: NumericStorage,
  missing: MissingKinds | null,
  letters: ReadonlyMap<string, string>,
): PutCells {
  const letterOf = missing === null ? [] : missing.texts.map((text) => KINDS.indexOf(letters.get(text) ?? ''))
  const letter = (record: number): number => (missing === null ? 0 : letterOf[missing.of[record]])
  return (view, _, first, stride, from, to) => {
    if (storage === 'byte') {
      const least = WHOLE.byte[1] + 1
      for (let i = from, at = first; i < to; i++, at += stride) {
        const value = values[i]
        view.setInt8(at, value === value ? value : least + letter(i))
      }
    } else if (storage === 'int') {
      const least = WHOLE.int[1] + 1
      for (let i = from, at = first; i < to; i++, at += stride) {
        const value = values[i]
        view.setInt16(at, value === value ? value : least + letter(i), true)
      }
    } else if (storage === 'long') {
      const least = WHOLE.long[1] + 1
      for (let i = from, at = first; i < to; i++, at += stride) {
        const value = values[i]
        view.setInt32(at, value === value ? value : least + letter(i), true)
      }
    } else if (storage === 'float') {
      for (let i = from, at = first; i < to; i++, at += stride) {
        const value = values[i]
        if (value === value) view.setFloat32(at, value, true)
        else view.setUint32(at, FLOAT_MISSING + FLOAT_STEP * letter(i), true)
      }
    } else {
      for (let i = from, at = first; i < to; i++, at += stride) {
        const value = values[i]
        if (value === value) view.setFloat64(at, value, true)
        // The lower half of a missing value is zero.
        else view.setUint32(at + 4, DOUBLE_MISSING + DOUBLE_STEP * letter(i), true)
      }
    }
  }
}
