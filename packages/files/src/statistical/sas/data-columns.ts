import { trimmedEnd } from '../bytes/byte-reader.js'
import type { SasFile } from './sas-file.js'

/** Column in the description of a data set. */
export interface DataColumn {
  readonly name: Uint8Array
  readonly label: Uint8Array
  readonly format: { readonly name: Uint8Array; readonly width: number; readonly decimals: number }
  readonly isNumber: boolean
  /** Position of its cell in a record, and its bytes. */
  readonly offset: number
  readonly length: number
}

/** Numbers of records of a data set. */
export interface RecordCounts {
  /** Bytes of a record. */
  readonly length: number
  /** Number of stored records, including deleted ones. */
  readonly stored: number
  readonly deleted: number
}

/** Collects the parts of pages that describe a data set. */
export interface Descriptions {
  /** Returns true for the first bytes of a description. */
  readonly isPart: (place: number) => boolean
  readonly add: (place: number, length: number) => void
  readonly counts: () => RecordCounts
  readonly compression: () => 'SASYZCRL' | 'SASYZCR2' | undefined
  readonly finish: () => { readonly fileLabel: Uint8Array; readonly columns: readonly DataColumn[] }
}

/** First bytes of descriptions. */
const COUNTS = 0xf7f7f7f7
const COLUMNS = 0xf6f6f6f6
const TEXTS = 0xfffffffd
const NAMES = 0xffffffff
const PLACES = 0xfffffffc
const FORMATS = 0xfffffbfe
const OTHERS = [0xfffffc00, 0xfffffffe]

export function descriptions({ reader, isWide, at, word }: SasFile): Descriptions {
  const size = isWide ? 8 : 4
  const texts: { readonly place: number; readonly length: number }[] = []
  const names: Uint8Array[] = []
  const places: Pick<DataColumn, 'isNumber' | 'offset' | 'length'>[] = []
  const formats: Pick<DataColumn, 'label' | 'format'>[] = []
  let counts: RecordCounts | undefined
  let columnsSaid = 0
  let fileLabel = new Uint8Array(0)
  let countsAt = 0
  let countsLength = 0

  const kindAt = (place: number): number => {
    const first = at(place).u32()
    if (!isWide || reader.little || (first !== 0 && first !== 0xffffffff)) return first
    return at(place + 4).u32() || first
  }
  /** Reads a text by the number of its text block, its position there and its length. */
  const textAt = (place: number): Uint8Array => {
    const [part, offset, length] = [at(place).u16(), reader.u16(), reader.u16()]
    if (length === 0) return new Uint8Array(0)
    const text = texts.at(part)
    if (text === undefined || offset + length > text.length) throw reader.broken('a text is outside its part', place)
    return trimmedEnd(at(text.place + offset).take(length))
  }
  const list = (place: number, length: number, step: number, add: (from: number) => void): void => {
    const first = place + size + 8
    for (let i = Math.floor((length - 2 * size - 12) / step) - 1, from = first; i >= 0; i--, from += step) add(from)
  }

  return {
    isPart: (place) => [COUNTS, COLUMNS, TEXTS, NAMES, PLACES, FORMATS, ...OTHERS].includes(kindAt(place)),
    add(place, length) {
      at(place).take(length)
      switch (kindAt(place)) {
        case COUNTS: {
          counts = {
            length: word(place + 5 * size),
            stored: word(place + 6 * size),
            deleted: word(place + 7 * size),
          }
          countsAt = place
          countsLength = length
          break
        }
        case COLUMNS:
          columnsSaid = word(place + size)
          break
        case TEXTS:
          texts.push({ place: place + size, length: length - size })
          break
        case NAMES:
          list(place, length, 8, (from) => names.push(textAt(from)))
          break
        case PLACES:
          list(place, length, size + 8, (from) =>
            places.push({
              offset: word(from),
              length: at(from + size).u32(),
              isNumber: at(from + size + 6).u8() === 1,
            }),
          )
          break
        case FORMATS: {
          const [width, decimals] = [at(place + 3 * size).u16(), reader.u16()]
          const refs = place + 3 * size
          formats.push({ format: { name: textAt(refs + 22), width, decimals }, label: textAt(refs + 28) })
        }
      }
    },
    counts() {
      if (counts === undefined) throw reader.broken('its number of records is missing')
      return counts
    },
    compression() {
      const name = countsLength < 200 ? '' : String.fromCharCode(...textAt(countsAt + countsLength - 118))
      return name === 'SASYZCRL' || name === 'SASYZCR2' ? name : undefined
    },
    finish() {
      if (countsLength >= 200) fileLabel = textAt(countsAt + countsLength - 130).slice()
      if (names.length !== columnsSaid || places.length !== columnsSaid || formats.length !== columnsSaid) {
        const found = `${names.length} names, ${places.length} places and ${formats.length} formats`
        throw reader.broken(`it says ${columnsSaid} columns but has ${found}`)
      }
      return { fileLabel, columns: names.map((name, j) => ({ name, ...places[j], ...formats[j] })) }
    },
  }
}
