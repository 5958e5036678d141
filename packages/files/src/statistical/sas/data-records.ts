import { descriptions, type Descriptions } from './data-columns.js'
import { decompressRoss, decompressRuns } from './decompress.js'
import type { SasFile } from './sas-file.js'

/** Records of a data set. */
export interface DataRecords {
  readonly count: number
  /** Calls `visit` for each record, with bytes and its position in them. They change with the next one. */
  readonly each: (visit: (bytes: Uint8Array, at: number, record: number) => void) => void
}

/** Type bit of pages with deleted records. */
const DELETED = 0x80
const DATA = 0x100
const MIXED = 0x200
const WITH_PARTS = [0, MIXED, 0x400, 0x4000]

/**
 * Reads the pages of a data set: its descriptions, and positions of its records. Deleted records remain in the file and
 * are left out.
 *
 * @param file - Header of the data set.
 * @returns The descriptions and the records.
 * @throws FILE if the number of records differs from the header
 */
export function readPages(file: SasFile): { readonly described: Descriptions; readonly records: DataRecords } {
  const { reader, isWide, headerSize, pageSize, pages, at, word } = file
  const size = isWide ? 8 : 4
  const head = isWide ? 32 : 16
  const step = isWide ? 24 : 12
  const described = descriptions(file)
  const plain: number[] = []
  const compressed: { readonly from: number; readonly length: number }[] = []
  let seen = 0

  /** Adds consecutive records of a page; bits after them mark deleted ones. */
  const noteRecords = (page: number, type: number, first: number, count: number, parts: number): void => {
    const { length, stored } = described.counts()
    seen += count
    if (seen > stored) throw reader.broken(`there are more than the ${stored} records that it says`, page)
    if (first + count * length > page + pageSize) throw reader.broken(`${count} records do not fit on a page`, page)
    const gap = parts > 0 ? 8 + ((head + 8 + parts) % 8) : 0
    const bits = type & DELETED ? page + head + word(page + step) + gap + parts + count * length : undefined
    for (let i = 0; i < count; i++) {
      const isDeleted = bits !== undefined && (at(bits + (i >> 3)).u8() & (0x80 >> (i & 7))) !== 0
      if (!isDeleted) plain.push(first + i * length)
    }
  }

  for (let p = 0; p < pages; p++) {
    const page = headerSize + p * pageSize
    const [type, blocks, parts] = [at(page + head).u16(), reader.u16(), reader.u16()]
    const kind = type & ~DELETED
    if (kind === DATA) noteRecords(page, type, page + head + 8, blocks, 0)
    if (!WITH_PARTS.includes(kind)) continue
    for (let i = 0; i < parts; i++) {
      const pointer = page + head + 8 + i * step
      const [from, length] = [page + word(pointer), word(pointer + size)]
      const [packing, isRecord] = [at(pointer + 2 * size).u8(), reader.u8() === 1]
      if (length === 0 || packing === 1) continue
      if (from + length > page + pageSize) throw reader.broken(`a part of ${length} bytes is outside its page`, pointer)
      const isPacked = packing === 4 || (packing === 0 && isRecord && !described.isPart(from))
      if (isPacked && isRecord) compressed.push({ from, length })
      else if (packing === 0) described.add(from, length)
    }
    if (kind !== MIXED) continue
    const first = firstRecord(file, page, head + 8 + parts * step)
    noteRecords(page, type, first, Math.max(0, blocks - parts), parts * step)
  }
  const isCompressed = described.compression() !== undefined
  checkCount(file, described, isCompressed ? compressed.length : plain.length)
  return { described, records: isCompressed ? unpacked(file, described, compressed) : atPlaces(file, plain) }
}

/** Records begin at a multiple of eight, except in files of Stat/Transfer, which writes another release. */
function firstRecord({ at, release }: SasFile, page: number, offset: number): number {
  const filler = at(page + offset).u32()
  const isOther = release === '9.0000M0' && filler !== 0 && filler !== 0x20202020
  return page + offset + (offset % 8 === 4 && !isOther ? 4 : 0)
}

function checkCount({ reader }: SasFile, described: Descriptions, found: number): void {
  const { stored, deleted } = described.counts()
  if (found === stored - deleted) return
  const said = deleted > 0 ? `${stored} records, ${deleted} of them deleted` : `${stored} records`
  throw reader.broken(`it says ${said}, but ${found} are there`)
}

function atPlaces({ reader }: SasFile, places: readonly number[]): DataRecords {
  return {
    count: places.length,
    each(visit) {
      for (const [i, place] of places.entries()) visit(reader.bytes, place, i)
    },
  }
}

function unpacked(
  { reader }: SasFile,
  described: Descriptions,
  places: readonly { readonly from: number; readonly length: number }[],
): DataRecords {
  const decompress = described.compression() === 'SASYZCRL' ? decompressRuns : decompressRoss
  const { length: size } = described.counts()
  return {
    count: places.length,
    each(visit) {
      const record = new Uint8Array(size)
      for (const [i, { from, length }] of places.entries()) {
        // A record that compression does not shorten is stored unchanged.
        if (length === size) visit(reader.bytes, from, i)
        else {
          decompress(reader, from, length, record)
          visit(record, 0, i)
        }
      }
    },
  }
}
