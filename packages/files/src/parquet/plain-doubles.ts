/** Doubles that barely compress are written from memory, which is ten times as fast as DuckDB. */
import { endianness } from 'node:os'
import type { Column } from '@sdc/core'
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer'
import { FILE_START, type ColumnChunk } from './parquet-footer.js'
import type { PartColumn } from './part-table.js'
import { writeFields, type Fields } from './thrift.js'

/** Number of values that decide on compression. */
const SAMPLE = 8192
/** A column is compressed only if that saves a sixth. */
const WORTH_WHILE = 5 / 6
/** Share of different values in a sample below which a dictionary may pay off. */
const DIFFERENT = 0.9
/** Values of a page: half a megabyte. */
const PAGE = 65_536

/** Constants of the format (parquet.thrift of Apache Parquet). */
const [DOUBLE, OPTIONAL, PLAIN, RLE, UNCOMPRESSED, DATA_PAGE] = [5, 1, 0, 3, 0, 0]

/** Returns true if a column is written uncompressed. */
export function isPlain({ type, blocks }: PartColumn): boolean {
  if (type !== 'DOUBLE' || endianness() !== 'LE') return false
  const sample = new Float64Array(SAMPLE)
  let count = 0
  for (const block of blocks) {
    if (block.kind !== 'numeric') return false
    for (let i = 0; i < block.values.length && count < SAMPLE; i++)
      if (block.values[i] === block.values[i]) sample[count++] = block.values[i]
    if (count === SAMPLE) break
  }
  if (count < SAMPLE || new Set(sample).size < DIFFERENT * SAMPLE) return false
  // A file of the sample, compressed by Snappy; its footer is less than a hundredth of it.
  const column = { name: '', data: sample, type: 'DOUBLE', encoding: 'PLAIN' } as const
  return parquetWriteBuffer({ columnData: [column], statistics: false }).byteLength > WORTH_WHILE * sample.byteLength
}

/** Returns the SchemaElement of a column of doubles with missing values. `PLAIN_ORDER` is the order of its bounds. */
export const plainElement = (name: string): Fields => ({ field_1: DOUBLE, field_3: OPTIONAL, field_4: name })
export const PLAIN_ORDER: Fields = { field_1: {} }

/**
 * Returns the values of a column in one group of records in the form of a file.
 *
 * @param name - Name of the column.
 * @param pieces - Its values, NaN if missing.
 * @returns The chunk, as if it were at the beginning of a file, and its bytes.
 */
export function plainChunk(
  name: string,
  pieces: readonly Column[],
): { readonly chunk: ColumnChunk; readonly bytes: Uint8Array } {
  const values = joined(pieces)
  const [min, max] = [leastOf(values), greatestOf(values)]
  const out: Uint8Array[] = []
  let present = 0
  for (let from = 0; from < values.length; from += PAGE) {
    const own = values.subarray(from, from + PAGE)
    const count = countPresent(own)
    out.push(...page(own, count))
    present += count
  }
  const bytes = Buffer.concat(out)
  const start = FILE_START.length
  const statistics: Fields = {
    field_3: BigInt(values.length - present),
    // A zero bound is −0 as least and +0 as greatest value, whichever the column has.
    ...(present > 0 && { field_5: bytesOfNumber(max === 0 ? 0 : max), field_6: bytesOfNumber(min === 0 ? -0 : min) }),
  }
  const meta: Fields = {
    field_1: DOUBLE,
    field_2: [PLAIN, RLE],
    field_3: [name],
    field_4: UNCOMPRESSED,
    field_5: BigInt(values.length),
    field_6: BigInt(bytes.length),
    field_7: BigInt(bytes.length),
    field_9: BigInt(start),
    field_12: statistics,
  }
  return { chunk: { start, bytes: bytes.length, uncompressed: bytes.length, meta }, bytes }
}

function joined(pieces: readonly Column[]): Float64Array {
  const arrays = pieces.map((piece) => (piece.kind === 'numeric' ? piece.values : new Float64Array(0)))
  if (arrays.length === 1) return arrays[0]
  const values = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const array of arrays) {
    values.set(array, at)
    at += array.length
  }
  return values
}

/** Least value; Infinity if there is none. */
function leastOf(values: Float64Array): number {
  let least = Infinity
  for (let i = 0; i < values.length; i++) if (values[i] < least) least = values[i]
  return least
}

/** Greatest value; −Infinity if there is none. */
function greatestOf(values: Float64Array): number {
  let greatest = -Infinity
  for (let i = 0; i < values.length; i++) if (values[i] > greatest) greatest = values[i]
  return greatest
}

function countPresent(values: Float64Array): number {
  let present = 0
  for (let i = 0; i < values.length; i++) if (values[i] === values[i]) present++
  return present
}

/** A page: its header, the presence of its values, and the present values. */
function page(values: Float64Array, count: number): readonly Uint8Array[] {
  const isWhole = count === values.length
  const present = isWhole ? values : values.filter((value) => value === value)
  const levels = isWhole ? allPresent(values.length) : somePresent(values)
  const length = new Uint8Array(Uint32Array.of(levels.length).buffer)
  const size = length.length + levels.length + present.byteLength
  const header = new ByteWriter()
  writeFields(header, {
    field_1: DATA_PAGE,
    field_2: size,
    field_3: size,
    field_5: { field_1: values.length, field_2: PLAIN, field_3: RLE, field_4: RLE },
  })
  return [header.getBytes(), length, levels, new Uint8Array(present.buffer, present.byteOffset, present.byteLength)]
}

/** One run of ones. */
function allPresent(count: number): Uint8Array {
  const out = new ByteWriter()
  out.appendVarInt(count << 1)
  out.appendUint8(1)
  return out.getBytes()
}

/** Bits, eight per byte from the lowest on. */
function somePresent(values: Float64Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8))
  for (let i = 0; i < values.length; i++) if (values[i] === values[i]) bits[i >> 3] |= 1 << (i & 7)
  const out = new ByteWriter()
  out.appendVarInt((bits.length << 1) | 1)
  out.appendBytes(bits)
  return out.getBytes()
}

const bytesOfNumber = (value: number): Uint8Array => new Uint8Array(Float64Array.of(value).buffer)
