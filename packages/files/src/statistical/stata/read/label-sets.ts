import { untilZero, type ByteReader } from '../../bytes/byte-reader.js'
import { KINDS, WHOLE } from '../storage.js'

/** Labels by the texts of their values. */
export type Labels = ReadonlyMap<string, string>

const [, LARGEST] = WHOLE.long

/**
 * Reads a set of value labels, from its length on.
 *
 * @param reader - Reader of the file, at the length.
 * @param nameLength - Bytes of the name of a set.
 * @param text - Decodes a text.
 * @param sets - Receives the set.
 * @throws FILE if the counts or positions of the set exceed the file
 */
export function readLabelSet(
  reader: ByteReader,
  nameLength: number,
  text: (bytes: Uint8Array) => string,
  sets: Map<string, Labels>,
): void {
  reader.skip(4)
  const name = text(untilZero(reader.take(nameLength)))
  reader.skip(3)
  const count = reader.u32()
  const length = reader.u32()
  reader.checkLeft(count, 8, 'value labels')
  const offsets = Array.from({ length: count }, reader.u32)
  const values = Array.from({ length: count }, reader.i32)
  const at = reader.at
  const texts = reader.take(length)
  const labels = new Map<string, string>()
  const byOffset = new Map<number, string>()
  // Overlapping labels would take more memory than the file has bytes.
  let left = length + 1
  for (let i = 0; i < count; i++) {
    const offset = offsets[i]
    if (offset >= length) throw reader.broken(`a label of the set "${name}" is outside of its texts`, at)
    let label = byOffset.get(offset)
    if (label === undefined) {
      const bytes = untilZero(texts.subarray(offset))
      left -= bytes.length + 1
      if (left < 0) throw reader.broken(`the labels of the set "${name}" overlap`, at)
      label = text(bytes)
      byOffset.set(offset, label)
    }
    const value = values[i]
    labels.set(value > LARGEST ? KINDS[value - LARGEST - 1] : String(value), label)
  }
  sets.set(name, labels)
}
